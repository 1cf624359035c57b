import type { Row } from '#src/domain/messages/message.js';
import type { Store } from '#src/store/store.js';
import { type Asked, ada, everybody, RoomFixture, registerNames, sending } from '../support/rooms/room-fixture.js';
import { fc } from '../support/seeds/fast-check.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { allRows } from './client-cache.js';
import { modelRuns } from './model-runs.js';

const act = fc.record({
  owner: fc.nat({ max: 1 }),
  who: fc.nat({ max: everybody.length - 1 }),
  what: fc.constantFrom('send', 'send', 'send', 'join', 'leave', 'edit', 'delete', 'react', 'read'),
  row: fc.nat({ max: 60 }),
  client: fc.nat({ max: 12 }),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** A room, two owners that both believe in themselves, and what they have acknowledged. */
class Fight {
  readonly #fixtures: RoomFixture[];
  readonly #rows: string[] = [];
  readonly acked = new Map<string, string>();

  constructor(fixtures: RoomFixture[]) {
    this.#fixtures = fixtures;
  }

  async perform({ owner, who, what, row, client }: Act): Promise<void> {
    const by = everybody[who] as typeof ada;
    const messageId = this.#rows[row % Math.max(1, this.#rows.length)] ?? 'none';
    const clientId = `c${client}`;
    const command: Asked = {
      send: sending(`${client} @bob`, { clientId }),
      join: { type: 'join_room' as const },
      leave: { type: 'leave_room' as const },
      edit: { type: 'edit_message' as const, messageId, body: 'düzeltildi' },
      delete: { type: 'delete_message' as const, messageId },
      react: { type: 'react' as const, messageId, emoji: '👍', on: row % 2 === 0 },
      read: { type: 'mark_read' as const, messageId },
    }[what];
    const answer = await (this.#fixtures[owner] as RoomFixture).ask(by, command);
    if (command.type !== 'send_message' || !answer.ok) return;
    const { id } = (answer.value as { message: { row: Row } }).message.row;
    const known = this.acked.get(`${by.accountId} ${clientId}`);
    expect(known ?? id).toBe(id);
    this.acked.set(`${by.accountId} ${clientId}`, id);
    this.#rows.push(id);
  }
}

async function checkFromOutside(fixture: RoomFixture, fight: Fight): Promise<void> {
  const { members } = await fixture.ok(ada, { type: 'list_members' });
  const { rows } = await allRows(fixture, ada);
  const texts = rows.filter(({ kind }) => kind === 'text');
  const found = new Map(texts.map(({ owner, clientId, id }) => [`${owner} ${clientId}`, id]));
  expect(found.size).toBe(texts.length);
  for (const [key, id] of fight.acked) expect([key, found.get(key)]).toEqual([key, id]);
  for (const { account } of members) {
    const by = everybody.find(({ accountId }) => accountId === account) as typeof ada;
    const seen = await fixture.ok(by, { type: 'view_list_row' });
    const unread = rows.filter(
      ({ seq, owner, deletedAt }) => seq > (seen?.readSeq ?? 0) && owner !== account && deletedAt === null,
    );
    const mentions = unread.filter(({ mentioned }) => mentioned.includes(account));
    const expected = { account, unread: unread.length, unreadMentions: mentions.length };
    expect({ account, unread: seen?.unread, unreadMentions: seen?.unreadMentions }).toEqual(expected);
  }
}

describeOnBothEngines('two owners that fight over a room', (openStore) => {
  it('acknowledge nothing that is lost, and leave a log in which everything agrees', async () => {
    const store = await openStore();
    await registerNames(store);
    const other: Store = (await openStore.beside(store)) ?? store;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { maxLength: 12 }), { maxLength: 8, size: 'max' }), async (bursts) => {
        const first = await new RoomFixture(store, { alone: false }).found();
        const second = new RoomFixture(other, { alone: false, env: first.env }, first.id);
        const fight = new Fight([first, second]);
        // Somebody stays, so that there is a room to look at in the end.
        const staying = bursts.map((burst) => burst.filter(({ who, what }) => !(who === 0 && what === 'leave')));
        for (const burst of staying) {
          await first.env.until(Promise.all(burst.map((each) => fight.perform(each))), 600_000);
        }
        await Promise.all([first.stop(), second.stop()]);
        const third = new RoomFixture(store, { alone: false, env: first.env }, first.id);
        await checkFromOutside(third, fight);
        await third.stop();
        expect(await third.problems()).toEqual([]);
        expect([...first.errors, ...second.errors, ...third.errors]).toEqual([]);
      }),
      modelRuns(store.engine === 'mongo' ? 8 : 25),
    );
  }, 600_000);
});
