import type { HeadDoc } from '#actors/room/log/head-projection.js';
import type { Store } from '#src/store/store.js';
import { allRows } from '../../model/client-cache.js';
import { ada, bob, cem, eda, RoomFixture, registerNames, sending } from '../../support/rooms/room-fixture.js';
import { describeOnBothEngines, type OpenStore } from '../../support/store/engines.js';
import { Barrier, FaultyStore, isAppend, type StoreCall } from '../../support/store/faulty-store.js';
import { poll } from '../../support/time/poll.js';

const isWrite = ({ op }: StoreCall): boolean => op === 'write';

/** Two owners of one room that know nothing of each other, each with a handle of its own where the engine has two. */
async function twoOwners(openStore: OpenStore) {
  const store = await openStore();
  await registerNames(store);
  const faulty = new FaultyStore(store);
  const first = await new RoomFixture(faulty, { alone: false }).found({}, [bob, cem, eda]);
  const other: Store = (await openStore.beside(store)) ?? store;
  const second = new RoomFixture(other, { alone: false, env: first.env }, first.id);
  return { faulty, first, second };
}

describeOnBothEngines('two owners of one room', (openStore) => {
  it('lose no message, double none and leave no hole, although everybody tries again at the other one', async () => {
    const { first, second } = await twoOwners(openStore);
    const fixtures = [first, second];
    const acked = new Map<string, string>();
    const talk = async (by: typeof ada, at: number) => {
      let turn = at;
      for (let n = 0; n < 20; n += 1) {
        const clientId = `${by.username}-${n}`;
        for (let isDone = false; !isDone; turn += 1) {
          const fixture = fixtures[turn % 2] as RoomFixture;
          const answer = await fixture.ask(by, sending(`mesaj ${n}`, { clientId }));
          if (!answer.ok && answer.code !== 'unavailable') throw new Error(answer.code);
          if (answer.ok) acked.set(clientId, answer.value.message.row.id);
          isDone = answer.ok;
        }
      }
    };
    const work = Promise.all([ada, bob, cem, eda].map(talk));
    await first.env.until(work, 600_000);
    await first.stop();
    // Nothing here holds a lease: the other owner does not know of what the first one wrote last.
    await second.restart();
    const { rows } = await allRows(second, ada);
    const texts = rows.filter(({ kind }) => kind === 'text');
    expect(new Map(texts.map(({ clientId, id }) => [clientId, id]))).toEqual(acked);
    expect(texts).toHaveLength(80);
    for (const { accountId } of [ada, bob, cem, eda]) {
      const own = texts.filter(({ owner }) => owner === accountId).map(({ body }) => body);
      expect(own).toEqual(own.map((_, n) => `mesaj ${n}`));
    }
    await second.stop();
    expect(await second.problems()).toEqual([]);
  }, 60_000);

  it('that was paused between decision and append decides again on what the other wrote', async () => {
    const { faulty, first, second } = await twoOwners(openStore);
    const barrier = new Barrier();
    faulty.fault = barrier.at(isAppend);
    const paused = first.ask(cem, sending('benden size'));
    await poll(() => barrier.arrived > 0, { until: 'the append is on its way' });
    await second.ok(cem, { type: 'leave_room' });
    barrier.open();
    expect(await paused).toMatchObject({ ok: false, code: 'not_member' });
    const { rows } = await allRows(second, ada);
    expect(rows.filter(({ kind }) => kind === 'text')).toEqual([]);
    await Promise.all([first.stop(), second.stop()]);
    expect(await second.problems()).toEqual([]);
  });

  it('that was paused before its projections cannot set back what the other has written since', async () => {
    const { faulty, first, second } = await twoOwners(openStore);
    const barrier = new Barrier();
    faulty.fault = barrier.at(isWrite);
    const leaving = first.ask(bob, { type: 'leave_room' });
    await poll(() => barrier.arrived > 0, { until: 'the leaving is in the log and its projection is not' });
    expect(await second.code(bob, sending('hâlâ burada mıyım?'))).toBe('not_member');
    await second.ok(bob, { type: 'join_room' });
    await second.say(bob, 'geri geldim');
    await second.restart();
    barrier.open();
    expect(await leaving).toMatchObject({ ok: true, value: { status: 'left' } });
    await first.stop();
    await second.restart();
    expect((await second.ok(bob, { type: 'view_list_row' }))?.unread).toBe(0);
    await second.say(bob, 'buradayım');
    await second.stop();
    expect(await second.problems()).toEqual([]);
  });

  it('that was paused before its checkpoint cannot set the head back', async () => {
    const { faulty, first, second } = await twoOwners(openStore);
    await first.say(ada, 'bir');
    const barrier = new Barrier();
    faulty.fault = barrier.at(isWrite);
    const stopped = first.stop();
    await poll(() => barrier.arrived > 0, { until: 'the checkpoint is on its way' });
    const last = await second.say(bob, 'iki @ada');
    await second.ok(cem, { type: 'leave_room' });
    await second.restart();
    const before = await second.store.get<HeadDoc>('rooms', second.id);
    barrier.open();
    await stopped;
    expect(await second.store.get<HeadDoc>('rooms', second.id)).toEqual(before);
    await second.restart();
    const row = await second.ok(ada, { type: 'view_list_row' });
    expect(row).toMatchObject({ unread: 5, unreadMentions: 1, room: { memberCount: 3 } });
    expect(row?.lastMessage?.row.id).toBe(last.id);
    await second.stop();
    expect(await second.problems()).toEqual([]);
  });

  it('claims before it answers, reads included, and readers never see the claim', async () => {
    const { first, second } = await twoOwners(openStore);
    const before = (await first.ok(ada, { type: 'open_room', limit: 50 })).seq;
    const opened = await second.ok(ada, { type: 'open_room', afterSeq: before, limit: 50 });
    expect(opened).toMatchObject({ seq: before + 1, messages: [], changes: [], hasMore: false, reset: false });
    const said = await second.say(bob, 'selam');
    const items = await second.ok(ada, { type: 'open_room', afterSeq: before, limit: 50 });
    expect(items.messages.map(({ row }) => row.id)).toEqual([said.id]);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('moves no cursor back: the later of two readings stands, whoever carried it out', async () => {
    const { first, second } = await twoOwners(openStore);
    const rows = [await first.say(ada, 'bir'), await first.say(ada, 'iki'), await first.say(ada, 'üç')];
    await first.ok(bob, { type: 'mark_read', seq: rows[0]?.seq ?? 0 });
    await second.ok(bob, { type: 'mark_read', seq: rows[2]?.seq ?? 0 });
    await first.ok(bob, { type: 'mark_read', seq: rows[1]?.seq ?? 0 });
    await first.stop();
    await second.restart();
    expect(await second.ok(bob, { type: 'view_list_row' })).toMatchObject({ readSeq: rows[2]?.seq, unread: 0 });
    await second.stop();
    expect(await second.problems()).toEqual([]);
  });
});
