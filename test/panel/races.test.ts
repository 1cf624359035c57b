/** A hundred at the same time, over two nodes that do not know of each other: one of them has it. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '#actors/runtime/client.js';
import { type BalancesDoc, counters, type UsageEntry } from '#src/domain/organizations/credit.js';
import type { ProductList } from '#src/domain/organizations/product.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { found, openNodes, tally } from './support/business-nodes.js';

/** Every loser on MongoDB waits for a transaction that was in its way. */
const manyOn = ({ engine }: Store) => (engine === 'mongo' ? 30 : 100);
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describeOnBothEngines('organizations under two owners', (openStore) => {
  it('have a slug once, whoever founds under it at the same time', async () => {
    const store = await openStore();
    await using fixture = await openNodes(store);
    const many = manyOn(store);
    const people = await times(many, () => fixture.account());
    const answers = await times(many, (i) => found(fixture.nodes[i % 2 ? 1 : 0], people[i] as string, 'kahve'));
    expect(tally(answers)).toEqual({ done: 1, slug_taken: many - 1 });
    expect(await store.count('organizations', { index: '_id' })).toBe(1);
    expect(await store.count('orgMembers', { index: '_id' })).toBe(1);
    expect(fixture.errors).toEqual([]);
  });

  it('are one for a person, however many are founded at the same time', async () => {
    const store = await openStore();
    await using fixture = await openNodes(store);
    const ada = await fixture.account();
    const many = manyOn(store);
    const answers = await times(many, (i) => found(fixture.nodes[i % 2 ? 1 : 0], ada, `kahve-${i}`));
    expect(tally(answers)).toEqual({ done: 1, already_in_organization: many - 1 });
    expect(await store.count('orgSlugs', { index: '_id' })).toBe(1);
  });

  it('keep balance and movements together, whatever packages and grants come at once', async () => {
    const store = await openStore();
    await using fixture = await openNodes(store);
    const ada = await fixture.account();
    const made = await found(fixture.nodes[0], ada, 'kahve');
    if (!made.ok) throw new Error(made.code);
    const id = made.value._id;
    const { items } = (await store.get<ProductList>('catalog', 'products')) as ProductList;
    const free = items.find(({ priceCents }) => priceCents === 0)?.id as string;
    const answers = await times<Answer<unknown>>(30, (i) => {
      const { organizations } = fixture.nodes[i % 2 ? 1 : 0];
      const grant = { type: 'grant_credit' as const, counter: 'ai' as const, note: null };
      if (i % 3 === 0) return organizations.tryAsk(id, { ...grant, entryId: randomUUID(), quantity: 7 });
      if (i % 3 === 1) return organizations.tryAsk(id, { ...grant, entryId: randomUUID(), quantity: -5 });
      return organizations.tryAsk(id, { type: 'request_package', by: ada, product: free, requestId: randomUUID() });
    });
    expect(Object.keys(tally(answers)).filter((code) => !['done', 'no_credit', 'unavailable'].includes(code))).toEqual(
      [],
    );
    const balances = (await store.get<BalancesDoc>('balances', id)) as BalancesDoc;
    const rows = await store.range<UsageEntry>('usage', { index: 'byOrganization', prefix: [id] });
    for (const counter of counters) {
      const sum = rows.filter((row) => row.counter === counter).reduce((all, { quantity }) => all + quantity, 0);
      expect([counter, sum]).toEqual([counter, balances[counter]]);
      expect(balances[counter]).toBeGreaterThanOrEqual(0);
    }
  });

  it('take two hundred people and not one more', async () => {
    const store = await openStore();
    await using fixture = await openNodes(store);
    const [ada, bob, cem] = [await fixture.account(), await fixture.account(), await fixture.account()];
    const made = await found(fixture.nodes[0], ada, 'kahve');
    if (!made.ok) throw new Error(made.code);
    const id = made.value._id;
    const extra = (index: number) => ({ _id: `kisi-${index}`, organization: id, role: 'viewer', joinedAt: index });
    await store.write(Array.from({ length: 198 }, (_, index) => ({ op: 'put', in: 'orgMembers', doc: extra(index) })));
    const add = (account: string) =>
      fixture.nodes[1].organizations.tryAsk(id, { type: 'add_person', by: ada, account, role: 'ads' });
    expect(await add(bob)).toMatchObject({ ok: true, value: { role: 'ads' } });
    expect(await add(cem)).toMatchObject({ ok: false, code: 'invalid_state' });
  });

  it('move to another slug or found a room first, never both', async () => {
    const store = await openStore();
    await using fixture = await openNodes(store);
    for (let round = 0; round < 5; round += 1) {
      const ada = await fixture.account();
      const made = await found(fixture.nodes[0], ada, `eski-${round}`);
      if (!made.ok) throw new Error(made.code);
      const id = made.value._id;
      const by = { accountId: ada, username: 'ada', sessionId: 's', language: null };
      const [moved, room] = await Promise.all([
        fixture.nodes[1].organizations.tryAsk(id, {
          type: 'change_organization',
          by: ada,
          change: {},
          slug: `yeni-${round}`,
        }),
        fixture.nodes[0].rooms.tryAsk(randomUUID(), {
          type: 'create_room',
          by,
          slug: `oda-${round}`,
          settings: { ...defaultSettings, name: 'Oda' },
          panel: { organization: id, groupTypeId: randomUUID() },
        }),
      ]);
      expect(room.ok).toBe(true);
      const late = await fixture.nodes[0].organizations.tryAsk(id, {
        type: 'change_organization',
        by: ada,
        change: {},
        slug: `son-${round}`,
      });
      expect([late.ok, late.ok || late.code]).toEqual([false, 'slug_locked']);
      const slug = moved.ok ? `yeni-${round}` : `eski-${round}`;
      const held = await store.getMany<{ _id: string; organization: string }>('orgSlugs', [
        `eski-${round}`,
        `yeni-${round}`,
      ]);
      expect(held.filter((doc) => doc !== null)).toEqual([{ _id: slug, organization: id }]);
    }
  });
});
