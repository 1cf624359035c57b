import type { Caller } from '#src/domain/accounts/account.js';
import type { Row } from '#src/domain/messages/message.js';
import { ada, bob, cem, eda, RoomFixture, registerNames, sending } from '../../support/rooms/room-fixture.js';
import { describeOnBothEngines, type OpenStore } from '../../support/store/engines.js';
import { Barrier, FaultyStore, isRead } from '../../support/store/faulty-store.js';
import { poll } from '../../support/time/poll.js';
import { seededRandom } from '../../support/time/seeded-random.js';

const READS_MAX = 5;

/** A long room in which only messages count. */
async function longRoom(openStore: OpenStore) {
  const inner = await openStore();
  await registerNames(inner);
  const store = new FaultyStore(inner);
  const fixture = await new RoomFixture(store).found({ eventsVisibility: 'none', slowModeS: 0 }, [bob, cem, eda]);
  return { store, fixture };
}

async function inParts<T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += 200) results.push(...(await Promise.all(all.slice(at, at + 200).map(act))));
  return results;
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describeOnBothEngines('somebody who is far behind', (openStore) => {
  it('costs at most five reads, however much they wrote and whatever was deleted since', async () => {
    const { store, fixture } = await longRoom(openStore);
    const rows = await inParts(numbers(1_000), (n) => fixture.say(n % 2 ? bob : ada, `${n}`));
    await inParts(rows.slice(300, 900), ({ id, owner }) =>
      fixture.ok(owner === bob.accountId ? bob : ada, { type: 'delete_message', messageId: id }),
    );
    await fixture.say(ada, 'kalan');
    await fixture.restart();
    await fixture.ok(bob, { type: 'view_room' });
    const costs = async (act: () => Promise<unknown>) => {
      store.calls.length = 0;
      await act();
      return store.calls.filter(isRead).length;
    };
    expect(await costs(() => fixture.ok(cem, { type: 'view_list_row' }))).toBeLessThanOrEqual(READS_MAX);
    expect(await fixture.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 401 });
    for (const at of [1, 99, 640]) {
      const { seq } = rows[at] as Row;
      const mark = { type: 'mark_read' as const, seq };
      expect(await costs(() => fixture.ok(bob, mark))).toBeLessThanOrEqual(READS_MAX);
      const left = rows.filter((row, n) => n > at && row.owner === ada.accountId && (n < 300 || n >= 900)).length;
      expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: left + 1 });
    }
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  }, 60_000);

  it('whose reading takes long holds up nobody but themselves, and keeps their own order', async () => {
    const { store, fixture } = await longRoom(openStore);
    const rows = await inParts(numbers(700), (n) => fixture.say(bob, `${n}`));
    await fixture.restart();
    await fixture.ok(ada, { type: 'view_room' });
    await fixture.ok(bob, { type: 'view_list_row' });
    const slow = new Barrier();
    store.fault = slow.at(({ op }) => op === 'get' || op === 'getMany');
    const reading = fixture.ask(bob, { type: 'mark_read', messageId: (rows[3] as Row).id });
    await poll(() => slow.arrived > 0, { until: 'the old row is being read' });
    const behind = fixture.ask(bob, sending('sonra'));
    store.fault = () => undefined;
    const other = await fixture.env.until(fixture.ok(ada, sending('beklemeden')));
    slow.open();
    expect(await reading).toMatchObject({ ok: true });
    const own = await behind;
    expect(own.ok && own.value.message.row.seq).toBe(other.message.row.seq + 1);
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('is told what counting one by one tells, after any mixture of writing, deleting, reading and restarts', async () => {
    const { fixture } = await longRoom(openStore);
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
        expect(await fixture.ok(by, { type: 'view_list_row' })).toMatchObject({
          unread: unread.length,
          unreadMentions: unread.filter(({ mentionsAll }) => mentionsAll).length,
        });
      }
    };
    for (let round = 0; round < 6; round += 1) {
      const texts = numbers(200 + whole(80)).map((n) => (n % 9 === 0 ? `@all ${n}` : `${n}`));
      rows.push(...(await inParts(texts, (text) => fixture.say(pick(people), text))));
      const kept = rows.filter(({ gone }) => !gone);
      const goners = new Set(numbers(150).map(() => pick(kept)));
      // Reading goes on beside the deletions: what is on its way is counted once.
      const looking = lookAround(fixture, people);
      await inParts([...goners], async (row) => {
        await fixture.ok(ada, { type: 'delete_message', messageId: row.id });
        row.gone = true;
      });
      await looking;
      const reader = pick(people);
      const seq = pick(rows).seq;
      const before = cursors.get(reader.accountId) ?? 0;
      await fixture.ok(reader, { type: 'mark_read', seq: Math.min(seq, before + 400) });
      cursors.set(reader.accountId, Math.max(before, Math.min(seq, before + 400)));
      if (round % 3 === 2) await fixture.restart();
      await check();
    }
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  }, 60_000);
});

async function lookAround(fixture: RoomFixture, people: Caller[]): Promise<void> {
  for (const by of people) await fixture.ok(by, { type: 'view_list_row' });
}
