/** Operators see the slots of a cluster, and move one: the row of the audit log says who, why, and from where. */
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { lastResort, type NamedKey, named } from './operator-people.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';

describeOnRedis('the slots of two nodes', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    describe('for an operator', () => {
      let here: Booted;
      let there: Booted;
      let admin: NamedKey;
      beforeAll(async () => {
        const shared = { REDIS_URL: redis().url, SECRET: 'x'.repeat(32), LEASE_MS: '2400', CONSOLE_KEY };
        const mongodbUri = mongod().freshUri();
        const boot = (name: string) => bootApp({ mongodbUri, settings: { ...shared, NODE_NAME: name } });
        [here, there] = await Promise.all([boot('a'), boot('b')]);
        admin = await named(here, 'admin');
        const ada = await here.person('ada');
        await here.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
        const held = async () =>
          (await admin.ask('GET', '/slots')).body.nodes.map(({ slots }: { slots: number }) => slots);
        await poll(async () => (await held()).filter((slots: number) => slots > 0).length === 2, {
          until: 'both nodes have slots',
          withinMs: 30_000,
        });
      }, 90_000);
      afterAll(() => Promise.all([here, there].map((booted) => booted?.[Symbol.asyncDispose]())));

      const slotOfRoom = async () => (await admin.ask('GET', '/slots?room=oda')).body.slots[0];

      it('are moved by hand, and people of the room notice nothing', async () => {
        const before = await slotOfRoom();
        expect(before).toMatchObject({ placed_on: null, placed_by: null });
        const other = before.node === 'a' ? 'b' : 'a';
        const path = `/slots/${before.slot}/placement`;
        const moved = await admin.ask('PUT', path, { node: other, reason: 'hot room' });
        expect(moved.body.slot).toMatchObject({ slot: before.slot, placed_on: other, placed_by: 'operator' });
        const ada = await here.person('ada');
        const say = (body: string) => here.ask(ada, 'POST', '/api/rooms/oda/messages', { body });
        const outcomes = new Set<string>();
        await poll(
          async () => {
            outcomes.add(outcomeOf(await say('taşınırken')));
            return (await slotOfRoom()).node === other;
          },
          { until: 'the slot is on the other node', withinMs: 30_000 },
        );
        outcomes.add(outcomeOf(await say('taşındı')));
        expect([...outcomes]).toEqual(['201']);
        const released = await admin.ask('DELETE', `${path}?reason=quiet`);
        expect(released.body.slot).toMatchObject({ placed_on: null, placed_by: null });
        await poll(async () => (await slotOfRoom()).node === before.node, { until: 'it is back', withinMs: 30_000 });

        const { entries } = (await lastResort(there)('GET', `/audit?target=${before.slot}`)).body;
        expect(entries).toMatchObject([
          { action: 'releaseSlot', reason: 'quiet', outcome: 'done', before: { node: other, placed_on: other } },
          {
            action: 'placeSlot',
            reason: 'hot room',
            outcome: 'done',
            given: { node: other },
            before: { node: before.node },
          },
        ]);
      }, 90_000);

      it('are refused to a node that does not live, and under a number that no slot has', async () => {
        const place = (slot: string, node: string) =>
          admin.ask('PUT', `/slots/${slot}/placement`, { node, reason: 'try' }).then(outcomeOf);
        expect(await place('7', 'nobody')).toBe('404 not_found');
        for (const slot of ['1024', '-1', '7x', '1e2']) expect(await place(slot, 'a')).toBe('404 not_found');
        expect(outcomeOf(await admin.ask('GET', '/slots?room=nowhere'))).toBe('404 room_not_found');
      });
    });
  });
});

describe('the slots of a single node', () => {
  it('are not to be moved', async () => {
    await using booted = await bootApp({ settings: { CONSOLE_KEY } });
    const ask = lastResort(booted);
    expect(outcomeOf(await ask('GET', '/slots'))).toBe('409 invalid_state');
    expect(outcomeOf(await ask('PUT', '/slots/7/placement', { node: 'a', reason: 'try' }))).toBe('409 invalid_state');
  });
});
