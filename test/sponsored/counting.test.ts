/** Impressions and taps: each counts once, and none past the budget or without credit, however many come at once. */
import { randomUUID } from 'node:crypto';
import type { Mark } from '#actors/sponsored/commands.js';
import type { ImpressionEntry } from '#src/domain/sponsored/sponsored.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import {
  creditIn,
  employ,
  expectSound,
  impressionOf,
  itemIn,
  liveItem,
  openOrganization,
  openSponsoredFixture,
  type SponsoredFixture,
  tapOf,
} from './support/sponsored-fixture.js';

describeOnBothEngines('counting', (openStore) => {
  let store: Store;
  let shops: [SponsoredFixture, SponsoredFixture];

  beforeEach(async () => {
    store = await openStore();
    // Where the engine allows it, the second owner has a connection of its own, as in another process.
    const beside = await openStore.beside(store);
    shops = [openSponsoredFixture(store), openSponsoredFixture(beside ?? store, { owner: 'two' })];
  });
  afterEach(async () => {
    for (const shop of shops) await shop.stop();
  });

  /** After each of them every number is the sum of its rows. */
  const soundly = (name: string, test: () => Promise<void>) =>
    it(name, async () => {
      await test();
      await expectSound(store);
      expect(shops.flatMap(({ errors }) => errors)).toEqual([]);
    }, 60_000);

  /** Asked of both owners in turn; who is told to try again does. */
  async function count(organization: string, marks: Mark[], by: SponsoredFixture[] = shops): Promise<number> {
    const counted = await Promise.all(
      marks.map(async (mark, n) => {
        for (let tried = 0; tried < 50; tried += 1) {
          const shop = by[(n + tried) % by.length] as SponsoredFixture;
          try {
            return (await shop.marks.count(organization, mark)).counted;
          } catch (error) {
            if (!String((error as { refusal?: { code: string } }).refusal?.code).match(/unavailable|overloaded/))
              throw error;
          }
        }
        throw new Error('counting was unavailable fifty times');
      }),
    );
    return counted.filter(Boolean).length;
  }

  const many = (times: number, item: string) => Array.from({ length: times }, () => impressionOf(item));

  async function open(credit: number, budget: number) {
    const organization = await openOrganization(store, { credit });
    const by = await employ(store, organization);
    const item = await liveItem(shops[0], organization, by, { budget });
    return { organization, by, item: item._id };
  }

  soundly('an impression spends one credit, and is written down without a name', async () => {
    const { organization, item } = await open(1_000, 100);
    const mark = impressionOf(item);
    expect(await count(organization, [mark])).toBe(1);
    expect(await itemIn(store, item)).toMatchObject({ impressions: 1, clicks: 0, left: 99, status: 'live' });
    expect(await creditIn(store, organization)).toBe(999);
    const entry = await store.get<ImpressionEntry>('usage', mark.mark);
    expect(entry).toEqual({
      _id: mark.mark,
      organization,
      counter: 'impression',
      quantity: -1,
      source: 'impression',
      note: null,
      item,
      at: expect.any(Number),
      lastCommit: expect.any(String),
    });
  });

  soundly('the same mark counts once, also beside itself', async () => {
    const { organization, item } = await open(1_000, 100);
    const mark = impressionOf(item);
    expect(await count(organization, [mark, mark, mark, mark])).toBe(1);
    expect(await count(organization, [mark])).toBe(0);
    expect(await creditIn(store, organization)).toBe(999);
  });

  soundly('of 200 at once a budget of 100 counts 100, and the item has ended', async () => {
    const { organization, item } = await open(1_000, 100);
    expect(await count(organization, many(200, item))).toBe(100);
    expect(await itemIn(store, item)).toMatchObject({ impressions: 100, left: 0, status: 'ended' });
    expect(await creditIn(store, organization)).toBe(900);
  });

  soundly('of 300 at once on three items a credit of 100 counts 100, and all of them are paused', async () => {
    const { organization, by, item } = await open(100, 1_000);
    const others = [await liveItem(shops[0], organization, by), await liveItem(shops[0], organization, by)];
    const bystander = await liveItem(shops[0], organization, by);
    const ids = [item, ...others.map(({ _id }) => _id)];
    expect(
      await count(
        organization,
        many(100, item).flatMap((_, n) => ids.map((id) => impressionOf(id, `${n}-${id}`))),
      ),
    ).toBe(100);
    expect(await creditIn(store, organization)).toBe(0);
    const items = await Promise.all([...ids, bystander._id].map((id) => itemIn(store, id)));
    expect(items.reduce((sum, each) => sum + (each?.impressions ?? 0), 0)).toBe(100);
    for (const each of items) expect(each?.status).toMatch(/^(paused|ended)$/);
    expect(items.at(-1)).toMatchObject({ status: 'paused', impressions: 0 });
  });

  soundly('two owners who each see enough credit for their own item spend no more than there is', async () => {
    const { organization, by, item } = await open(100, 1_000);
    const other = await liveItem(shops[0], organization, by, { budget: 1_000 });
    const counted = await Promise.all([
      count(organization, many(60, item), [shops[0]]),
      count(organization, many(60, other._id), [shops[1]]),
    ]);
    expect(counted.reduce((sum, each) => sum + each, 0)).toBe(100);
    expect(await creditIn(store, organization)).toBe(0);
  });

  soundly('the last of budget and credit at once ends the item', async () => {
    const { organization, item } = await open(100, 100);
    expect(await count(organization, many(100, item))).toBe(100);
    expect(await itemIn(store, item)).toMatchObject({ status: 'ended', impressions: 100 });
  });

  soundly('a tap counts once, and also when the item has ended since', async () => {
    const { organization, item } = await open(1_000, 100);
    const tap = tapOf(item);
    expect(await count(organization, [...many(100, item), tap, tap])).toBe(101);
    expect(await itemIn(store, item)).toMatchObject({ clicks: 1, status: 'ended' });
    expect(await count(organization, [tap, tapOf(item)])).toBe(1);
    expect(await itemIn(store, item)).toMatchObject({ clicks: 2, impressions: 100 });
  });

  soundly('a mark of an impression is none of a tap', async () => {
    const { organization, item } = await open(1_000, 100);
    const mark = randomUUID();
    expect(await count(organization, [impressionOf(item, mark), tapOf(item, mark)])).toBe(2);
  });

  soundly('nothing counts for an item that is paused, gone, of others, or over', async () => {
    const { organization, by, item } = await open(1_000, 100);
    const [{ items, clock }] = shops;
    const foreign = await open(1_000, 100);
    const over = await liveItem(shops[0], organization, by, { endsAt: clock.env.now() + 60_000 });
    for (const shop of shops) shop.clock.move(60_000);
    await items.ask(organization, { type: 'pause_item', by, itemId: item });
    const marks = [item, foreign.item, over._id, randomUUID()].map((id) => impressionOf(id));
    expect(await count(organization, marks)).toBe(0);
    expect(await creditIn(store, organization)).toBe(1_000);
  });

  soundly('nothing counts while the organization is suspended, and taps do', async () => {
    const { organization, item } = await open(1_000, 100);
    const set = (suspended: boolean) =>
      store.write([{ op: 'set', in: 'organizations', id: organization, set: { suspended } }]);
    await set(true);
    expect(await count(organization, [impressionOf(item), tapOf(item)])).toBe(1);
    await set(false);
    expect(await count(organization, [impressionOf(item)])).toBe(1);
  });
});
