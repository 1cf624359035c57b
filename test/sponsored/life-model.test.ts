/**
 * Random lives of the items of an organization against a small model of them: the states of the specification, and
 * what each report may count. After every life each number is the sum of its rows.
 */
import { randomUUID } from 'node:crypto';
import type { SponsoredStatus } from '#src/domain/sponsored/sponsored.js';
import type { Store } from '#src/store/store.js';
import { fc } from '../support/seeds/fast-check.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import {
  content,
  creditIn,
  employ,
  expectSound,
  itemIn,
  openOrganization,
  openSponsoredFixture,
  type SponsoredFixture,
} from './support/sponsored-fixture.js';

const BUDGET = 100;
const ITEMS = 3;
const LIVES = Number(process.env.SPONSORED_LIVES ?? 12);

type Step =
  | { do: 'submit' | 'approve' | 'reject' | 'pause' | 'resume' | 'edit'; item: number }
  /** So many impressions at once; some marks are used a second time. */
  | { do: 'impressions'; item: number; count: number; repeated: number }
  | { do: 'taps'; item: number; count: number }
  | { do: 'credit'; quantity: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('submit', 'approve', 'reject', 'pause', 'resume', 'edit'),
      item: fc.nat(ITEMS - 1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('impressions' as const),
      item: fc.nat(ITEMS - 1),
      count: fc.constantFrom(1, 5, 40, 99, 130),
      repeated: fc.nat(10),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('taps' as const),
      item: fc.nat(ITEMS - 1),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('credit' as const), quantity: fc.constantFrom(1, 60, 200) }) },
) as fc.Arbitrary<Step>;

interface ModelItem {
  status: SponsoredStatus;
  impressions: number;
  clicks: number;
}

/** The specification in a few lines. Null is what is refused. */
class Model {
  credit: number;
  readonly items: ModelItem[] = Array.from({ length: ITEMS }, () => ({ status: 'draft', impressions: 0, clicks: 0 }));

  constructor(credit: number) {
    this.credit = credit;
  }

  move(what: string, item: ModelItem): SponsoredStatus | null {
    const { status, impressions } = item;
    if (what === 'submit') return status === 'draft' && impressions < BUDGET ? 'review' : null;
    if (what === 'approve') return status === 'review' ? 'live' : null;
    if (what === 'reject') return status === 'review' ? 'rejected' : null;
    if (what === 'pause') return status === 'live' ? 'paused' : null;
    if (what === 'resume') return status === 'paused' && this.credit > 0 && impressions < BUDGET ? 'live' : null;
    return ['draft', 'rejected', 'paused'].includes(status) ? 'draft' : null;
  }

  impression(item: ModelItem): boolean {
    if (item.status !== 'live' || this.credit === 0) return false;
    this.credit -= 1;
    item.impressions += 1;
    if (item.impressions === BUDGET) item.status = 'ended';
    if (this.credit === 0) for (const each of this.items) if (each.status === 'live') each.status = 'paused';
    return true;
  }
}

describeOnBothEngines('the life of sponsored items', (openStore) => {
  let store: Store;
  let shop: SponsoredFixture;
  beforeEach(async () => {
    store = await openStore();
    shop = openSponsoredFixture(store);
  });
  afterEach(() => shop.stop());

  async function live(credit: number, steps: Step[]): Promise<void> {
    const organization = await openOrganization(store, { credit });
    const by = await employ(store, organization);
    const model = new Model(credit);
    const ids = model.items.map(() => randomUUID());
    for (const itemId of ids) {
      const command = { type: 'create_item' as const, by, itemId, content: content({ budget: BUDGET }) };
      await shop.items.ask(organization, command);
    }
    const used: string[] = [];
    for (const each of steps) await take(each);

    async function take(each: Step): Promise<void> {
      if (each.do === 'credit') return give(each.quantity);
      const item = model.items[each.item] as ModelItem;
      const itemId = ids[each.item] as string;
      if (each.do === 'impressions') await impressions(item, itemId, each);
      else if (each.do === 'taps') await taps(item, itemId, each.count);
      else await move(each.do, item, itemId);
      for (const [n, id] of ids.entries()) expect(await itemIn(store, id)).toMatchObject(model.items[n] as object);
      expect(await creditIn(store, organization)).toBe(model.credit);
    }

    async function give(quantity: number): Promise<void> {
      model.credit += quantity;
      const entry = { _id: randomUUID(), organization, counter: 'impression', quantity, source: 'grant:manual', at: 0 };
      await store.transaction([
        { op: 'put', in: 'usage', doc: { ...entry, note: null } },
        { op: 'set', in: 'balances', id: organization, inc: { impression: quantity } },
      ]);
    }

    async function move(what: string, item: ModelItem, itemId: string): Promise<void> {
      const expected = model.move(what, item);
      const answer = await shop.items.tryAsk(organization, commandOf(what, itemId) as never);
      expect([what, item.status, answer.ok]).toEqual([what, item.status, expected !== null]);
      if (expected) item.status = expected;
    }

    function commandOf(what: string, itemId: string): object {
      if (what === 'edit') return { type: 'edit_item', by, itemId, changes: { title: 'Başka bir şey' } };
      if (what !== 'approve' && what !== 'reject') return { type: `${what}_item`, by, itemId };
      return { type: 'review_item', itemId, decision: what, reason: null, requestId: randomUUID() };
    }

    async function impressions(
      item: ModelItem,
      itemId: string,
      { count, repeated }: { count: number; repeated: number },
    ) {
      const fresh = Array.from({ length: count }, () => randomUUID());
      const marks = [...fresh, ...used.slice(-repeated), ...fresh.slice(0, repeated)];
      const told = await Promise.all(
        marks.map((mark) => shop.marks.count(organization, { action: 'impression', item: itemId, mark })),
      );
      const counted = marks.filter((_, n) => told[n]?.counted);
      expect(counted.length).toBe(fresh.filter(() => model.impression(item)).length);
      expect(new Set(counted).size).toBe(counted.length);
      used.push(...counted);
    }

    async function taps(item: ModelItem, itemId: string, count: number): Promise<void> {
      const marks = Array.from({ length: count }, () => randomUUID());
      for (const mark of [...marks, ...marks])
        await shop.marks.count(organization, { action: 'tap', item: itemId, mark });
      item.clicks += count;
    }
  }

  it('is that of the model, step by step', async () => {
    const lives = fc.tuple(fc.constantFrom(1, 50, 100, 250), fc.array(step, { minLength: 5, maxLength: 25 }));
    await fc.assert(
      fc.asyncProperty(lives, ([credit, steps]) => live(credit, steps)),
      { numRuns: LIVES },
    );
    expect(shop.errors).toEqual([]);
    await expectSound(store);
  }, 120_000);
});
