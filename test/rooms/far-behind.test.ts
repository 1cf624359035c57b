import type { Caller } from '#src/domain/account.js';
import type { Row } from '#src/domain/message.js';
import { describeOnBothEngines, type OpenStore } from '../support/engines.js';
import { Barrier, FaultyStore, type StoreCall } from '../support/faulty-store.js';
import { poll } from '../support/poll.js';
import { ada, bob, cem, eda, RoomHouse, registerNames, sending } from '../support/room-house.js';
import { seededRandom } from '../support/seeded-random.js';

const READS_MAX = 5;
const isRead = ({ op }: StoreCall): boolean => op !== 'append' && op !== 'write' && op !== 'transaction';

/** A long room in which only messages count. */
async function longRoom(openStore: OpenStore) {
  const inner = await openStore();
  await registerNames(inner);
  const store = new FaultyStore(inner);
  const house = await new RoomHouse(store).found({ eventsVisibility: 'none', slowModeS: 0 }, [bob, cem, eda]);
  return { store, house };
}

async function inParts<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += 200) results.push(...(await Promise.all(all.slice(at, at + 200).map(act))));
  return results;
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describeOnBothEngines('somebody who is far behind', (openStore) => {
  it('costs at most five reads, however much they wrote and whatever was deleted since', async () => {
    const { store, house } = await longRoom(openStore);
    const rows = await inParts(numbers(1_000), (n) => house.say(n % 2 ? bob : ada, `${n}`));
    await inParts(rows.slice(300, 900), ({ id, owner }) =>
      house.ok(owner === bob.accountId ? bob : ada, { type: 'delete_message', messageId: id }),
    );
    await house.say(ada, 'kalan');
    await house.restart();
    await house.ok(bob, { type: 'view_room' });
    const costs = async (act: () => Promise<unknown>) => {
      store.calls.length = 0;
      await act();
      return store.calls.filter(isRead).length;
    };
    expect(await costs(() => house.ok(cem, { type: 'view_list_row' }))).toBeLessThanOrEqual(READS_MAX);
    expect(await house.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 401 });
    for (const at of [1, 99, 640]) {
      const { seq } = rows[at] as Row;
      const mark = { type: 'mark_read' as const, seq };
      expect(await costs(() => house.ok(bob, mark))).toBeLessThanOrEqual(READS_MAX);
      const left = rows.filter((row, n) => n > at && row.owner === ada.accountId && (n < 300 || n >= 900)).length;
      expect(await house.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: left + 1 });
    }
    await house.stop();
    expect(await house.problems()).toEqual([]);
  }, 60_000);

  it('whose reading takes long holds up nobody but themselves, and keeps their own order', async () => {
    const { store, house } = await longRoom(openStore);
    const rows = await inParts(numbers(700), (n) => house.say(bob, `${n}`));
    await house.restart();
    await house.ok(ada, { type: 'view_room' });
    await house.ok(bob, { type: 'view_list_row' });
    const slow = new Barrier();
    store.fault = slow.at(({ op }) => op === 'get' || op === 'getMany');
    const reading = house.ask(bob, { type: 'mark_read', messageId: (rows[3] as Row).id });
    await poll(() => slow.arrived > 0, { until: 'the old row is being read' });
    const behind = house.ask(bob, sending('sonra'));
    store.fault = () => undefined;
    const other = await house.env.until(house.ok(ada, sending('beklemeden')));
    slow.open();
    expect(await reading).toMatchObject({ ok: true });
    const own = await behind;
    expect(own.ok && own.value.message.row.seq).toBe(other.message.row.seq + 1);
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });

  it('is told what counting one by one tells, after any mixture of writing, deleting, reading and restarts', async () => {
    const { house } = await longRoom(openStore);
    const random = seededRandom(20_261_122);
    const whole = (below: number) => Math.floor(random() * below);
    const people: Caller[] = [ada, bob, cem, eda];
    const rows: (Row & { gone?: true })[] = [];
    const cursors = new Map(people.map(({ accountId }) => [accountId, 0]));
    const pick = <T>(all: T[]): T => all[whole(all.length)] as T;
    const check = async () => {
      for (const by of people) {
        const cursor = cursors.get(by.accountId) ?? 0;
        const unread = rows.filter(({ seq, owner, gone }) => seq > cursor && owner !== by.accountId && !gone);
        expect(await house.ok(by, { type: 'view_list_row' })).toMatchObject({
          unread: unread.length,
          unreadMentions: unread.filter(({ mentionsAll }) => mentionsAll).length,
        });
      }
    };
    for (let round = 0; round < 6; round += 1) {
      const texts = numbers(200 + whole(80)).map((n) => (n % 9 === 0 ? `@all ${n}` : `${n}`));
      rows.push(...(await inParts(texts, (text) => house.say(pick(people), text))));
      const kept = rows.filter(({ gone }) => !gone);
      const goners = new Set(numbers(150).map(() => pick(kept)));
      // Reading goes on beside the deletions: what is on its way is counted once.
      const looking = lookAround(house, people);
      await inParts([...goners], async (row) => {
        await house.ok(ada, { type: 'delete_message', messageId: row.id });
        row.gone = true;
      });
      await looking;
      const reader = pick(people);
      const seq = pick(rows).seq;
      const before = cursors.get(reader.accountId) ?? 0;
      await house.ok(reader, { type: 'mark_read', seq: Math.min(seq, before + 400) });
      cursors.set(reader.accountId, Math.max(before, Math.min(seq, before + 400)));
      if (round % 3 === 2) await house.restart();
      await check();
    }
    await house.stop();
    expect(await house.problems()).toEqual([]);
  }, 60_000);
});

async function lookAround(house: RoomHouse, people: Caller[]): Promise<void> {
  for (const by of people) await house.ok(by, { type: 'view_list_row' });
}
