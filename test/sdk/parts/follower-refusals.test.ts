/** The follower at a service that answers as the test says: refusals, resets, epochs, and events of one entry. */
import { MeydanError } from '#sdk/errors.js';
import { Follower, type Place } from '#sdk/log/follower.js';
import type { OpenedRoom, RoomChange, Row } from '#sdk/wire.js';
import { later, quickTimers, settled } from './quick-timers.js';

const failure = (code: string) => new MeydanError(code as never, code);
const row = (seq: number) => ({ id: `m${seq}`, seq }) as Row;
const change = (type: string, seq: number, more: object = {}) =>
  ({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more }) as RoomChange;
const page = (seq: number, more: object = {}) =>
  ({
    room: { id: 'oda' },
    messages: [],
    changes: [],
    seq,
    has_more: false,
    reset: false,
    ...more,
  }) as unknown as OpenedRoom;

function follower(place: Place | null, answers: (OpenedRoom | Error | Promise<OpenedRoom>)[]) {
  const told: string[] = [];
  const asked: unknown[] = [];
  const at = { isOnline: true, epoch: null as string | null };
  const own = new Follower(
    {
      ask: async (since) => {
        asked.push(since);
        const answer = await (answers.shift() ?? page(0));
        if (answer instanceof Error) throw answer;
        return answer;
      },
      isOnline: () => at.isOnline,
      epoch: () => at.epoch,
      began: ({ messages }) => void told.push(`began with ${messages.map(({ seq }) => seq)}`),
      page: ({ seq }) => void told.push(`page to ${seq}`),
      row: ({ seq }) => void told.push(`row ${seq}`),
      change: ({ type, seq }) => void told.push(`${type} ${seq}`),
      reset: () => void told.push('reset'),
      synced: () => void told.push('synced'),
      lost: ({ code }) => void told.push(`lost by ${code}`),
    },
    place,
  );
  return { own, told, asked, at };
}

describe('a follower', () => {
  it('has no place before its first page, and is up to date after the last one', async () => {
    const first = later<OpenedRoom>();
    const { own, told, asked } = follower(null, [first.answer, page(6, { messages: [row(6)] })]);
    own.take(change('member:left', 9));
    expect([own.place, own.isSynced]).toEqual([null, false]);
    const syncing = own.sync();
    await settled();
    expect(own.isSynced).toBe(false);
    first.give(page(5, { messages: [row(4), row(5)], has_more: true }));
    await syncing;
    expect([own.place, own.isSynced, told]).toEqual([
      { id: 'oda', seq: 5 },
      true,
      ['page to 5', 'began with 4,5', 'synced'],
    ]);
    await own.sync();
    expect(asked).toEqual([null, { id: 'oda', after_seq: 5 }]);
    expect(told.slice(3)).toEqual(['page to 6', 'row 6', 'synced']);
  });

  it('is behind after a catch-up that a lost connection ended, until the next one', async () => {
    const place = { id: 'oda', seq: 3 };
    const { own, at, told } = follower(place, [
      page(5, { messages: [row(5)], has_more: true }),
      failure('network'),
      page(6),
    ]);
    expect(own.isSynced).toBe(true);
    at.isOnline = true;
    const syncing = own.sync();
    await Promise.resolve();
    at.isOnline = false;
    await syncing;
    expect([own.isSynced, told.includes('synced')]).toEqual([false, false]);
    at.isOnline = true;
    await own.sync();
    expect([own.isSynced, told.at(-1)]).toEqual([true, 'synced']);
  });

  it('shares a catch-up that is running, and says when it has ended', async () => {
    const first = later<OpenedRoom>();
    const { own, told, asked } = follower(null, [first.answer]);
    const both = [own.sync(), own.sync()];
    const after: string[] = [];
    const ended = own.settled().then(() => after.push(...told));
    await settled();
    expect(after).toEqual([]);
    first.give(page(5));
    await Promise.all([...both, ended]);
    expect([asked.length, after.at(-1)]).toEqual([1, 'synced']);
  });

  it('is lost by a refusal that does not pass, once, and not after it was closed', async () => {
    const { own, told, asked } = follower(null, [failure('not_member')]);
    await own.sync();
    expect([told, asked.length]).toEqual([['lost by not_member'], 1]);
    const late = later<OpenedRoom>();
    const closed = follower(null, [late.answer]);
    const syncing = closed.own.sync();
    await settled();
    closed.own.close();
    late.fail(failure('not_member'));
    await syncing;
    expect(closed.told).toEqual([]);
  });

  it('asks again after what passes, and leaves the rest to the next connection', async () => {
    using timers = quickTimers();
    const { own, told, asked, at } = follower(null, [failure('overloaded'), failure('network'), page(5)]);
    await own.sync();
    expect([told.at(-1), asked.length, timers.delays.length]).toEqual(['synced', 3, 2]);
    const suspended = follower({ id: 'oda', seq: 5 }, [failure('account_suspended'), page(6)]);
    await suspended.own.sync();
    expect([suspended.told, suspended.asked.length]).toEqual([[], 1]);
    await suspended.own.sync();
    expect(suspended.told).toEqual(['page to 6', 'synced']);
    at.isOnline = false;
    await own.sync();
    expect([asked.length, timers.delays.length]).toEqual([3, 2]);
  });

  it('tells nothing that a page says of the time before its place', async () => {
    const old = { changes: [change('message:pins', 4), change('message:pins', 6)], messages: [row(3), row(5)] };
    const { own, told } = follower({ id: 'oda', seq: 5 }, [page(6, old)]);
    await own.sync();
    expect(told).toEqual(['page to 6', 'message:pins 6', 'synced']);
  });

  it('hides no error of the program', async () => {
    const { own } = follower(null, [new TypeError('odd')]);
    await expect(own.sync()).rejects.toThrow('odd');
  });

  it('begins anew where the service says so, and hands on what is new in the same room alone', async () => {
    const reset = page(0, { reset: true });
    const rows = { messages: [row(4), row(6)] };
    const same = follower({ id: 'oda', seq: 5 }, [reset, page(6, rows)]);
    await same.own.sync();
    expect(same.told).toEqual(['reset', 'page to 6', 'began with 4,6', 'row 6', 'synced']);
    expect(same.asked).toEqual([{ id: 'oda', after_seq: 5 }, null]);
    const other = follower({ id: 'oda', seq: 5 }, [reset, page(6, { ...rows, room: { id: 'another' } })]);
    await other.own.sync();
    expect(other.told).toEqual(['reset', 'page to 6', 'began with 4,6', 'synced']);
    expect(other.own.place).toEqual({ id: 'another', seq: 6 });
    other.own.take(change('message:new', 7, { message: row(6) }));
    other.own.take(change('message:new', 8, { message: row(8) }));
    expect(other.told.slice(4)).toEqual(['row 8']);
  });

  it('keeps its place at a server that tells no epoch, and drops it, with its rows, in another one', async () => {
    const { own, told, asked, at } = follower({ id: 'oda', seq: 5, epoch: 'a' }, [page(5), page(5), page(3)]);
    expect(own.place).toEqual({ id: 'oda', seq: 5, epoch: 'a' });
    await own.sync();
    expect([told, own.place]).toEqual([['page to 5', 'synced'], { id: 'oda', seq: 5 }]);
    at.epoch = 'b';
    await own.sync();
    expect(own.place).toEqual({ id: 'oda', seq: 5, epoch: 'b' });
    at.epoch = 'c';
    await own.sync();
    expect(asked).toEqual([{ id: 'oda', after_seq: 5 }, { id: 'oda', after_seq: 5 }, null]);
    expect(told.slice(4)).toEqual(['reset', 'page to 3', 'began with ', 'synced']);
    own.take(change('message:new', 4, { message: row(4) }));
    expect([told.at(-1), own.place]).toEqual(['row 4', { id: 'oda', seq: 4, epoch: 'c', told: ['message:new m4 '] }]);
    const fresh = follower(null, [page(1)]);
    fresh.at.epoch = 'a';
    await fresh.own.sync();
    expect(fresh.told).not.toContain('reset');
  });

  it('tells the events of one entry apart by their kind, their message and their account', async () => {
    const { own, told, asked } = follower({ id: 'oda', seq: 5 }, [
      page(6, {
        changes: [
          change('member:muted', 6, { account_id: 'cem' }),
          change('member:muted', 6, { account_id: 'bob' }),
          change('member:joined', 6, { member: { account_id: 'eda' } }),
          change('message:deleted', 6, { message_id: 'm1' }),
          change('message:edited', 6, { message: row(2) }),
        ],
      }),
    ]);
    const live = [
      change('member:muted', 6, { account_id: 'bob' }),
      change('member:joined', 6, { member: { account_id: 'ada' } }),
      change('message:deleted', 6, { message_id: 'm1' }),
      change('message:edited', 6, { message: row(1) }),
    ];
    for (const each of [...live, ...live]) own.take(each);
    expect(told).toEqual(['member:muted 6', 'member:joined 6', 'message:deleted 6', 'message:edited 6']);
    await own.sync();
    expect(asked).toEqual([{ id: 'oda', after_seq: 5 }]);
    expect(told.slice(4)).toEqual(['page to 6', 'member:muted 6', 'member:joined 6', 'message:edited 6', 'synced']);
    for (const each of live) own.take(each);
    expect(told).toHaveLength(9);
  });

  it('asks for what is missing before an event, and applies in their order what came meanwhile', async () => {
    const first = later<OpenedRoom>();
    const { own, told, asked } = follower({ id: 'oda', seq: 5 }, [
      first.answer,
      page(9, { messages: [row(9)], changes: [change('message:pins', 8)] }),
    ]);
    own.take(change('message:new', 7, { message: row(7) }));
    own.take(change('message:pins', 8));
    own.take(change('message:new', 10, { message: row(10) }));
    first.give(page(7, { messages: [row(7), row(6)] }));
    await settled();
    expect(asked).toEqual([
      { id: 'oda', after_seq: 5 },
      { id: 'oda', after_seq: 7 },
    ]);
    expect(told).toEqual(['page to 7', 'row 6', 'row 7', 'message:pins 8', 'page to 9', 'row 9', 'synced']);
  });
});
