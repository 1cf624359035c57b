/** The signals of an open room, the messages that it sends, and the events that arrive before or between its pages. */
import { MeydanError } from '#sdk/errors.js';
import { Room, type RoomOptions } from '#sdk/room.js';
import type { Draft, Row } from '#sdk/wire.js';
import { settled } from './quick-timers.js';

const row = (seq: number, more: object = {}) =>
  ({ id: `m${seq}`, seq, rev: seq, body: `söz ${seq}`, mentions: [], sender: null, ...more }) as unknown as Row;
const page = (seq: number, more: object = {}) => ({
  room: { id: 'oda', slug: 'kahve' },
  messages: [],
  changes: [],
  seq,
  has_more: false,
  reset: false,
  read_seq: 3,
  unread: 0,
  unread_mentions: 0,
  ...more,
});

function scene(options: RoomOptions = {}) {
  const asked: [string, unknown][] = [];
  const hinted: [string, unknown][] = [];
  const queued: unknown[] = [];
  const told: [string, unknown][] = [];
  const at = {
    isOnline: true,
    epoch: null as string | null,
    answer: (_: string): unknown => page(5),
    items: [] as { room: string }[],
  };
  const outbox = {
    get items() {
      return at.items;
    },
    settle: () => undefined,
    enqueue: async (...what: unknown[]) => {
      queued.push(what);
      return { message: row(6), command: 'help', help: ['/mute'] };
    },
  };
  const room = new Room(
    'kahve',
    {
      operate: async (name, payload) => {
        asked.push([name, payload]);
        const answer = at.answer(name);
        if (answer instanceof Error) throw answer;
        return answer as never;
      },
      hint: (name, payload) => void hinted.push([name, payload]),
      isOnline: () => at.isOnline,
      epoch: () => at.epoch,
      outbox: outbox as never,
      me: () => ({ accountId: 'ada', username: null }),
      closed: () => undefined,
    },
    options,
  );
  for (const name of ['message', 'change', 'rows', 'reset', 'synced', 'typing', 'gone'] as const)
    room.on(name, (what: unknown) => void told.push([name, what]));
  const names = () => told.map(([name]) => name);
  const take = (type: string, seq: number, more: object = {}) =>
    room.take({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more } as never);
  return { room, asked, hinted, queued, told, at, names, take };
}

describe('a room', () => {
  it('is opened at its newest rows, or at the place that the program has kept', async () => {
    const fresh = scene();
    expect([fresh.room.place, fresh.room.hasOlder, fresh.room.isSynced()]).toEqual([null, true, false]);
    await fresh.room.open();
    expect(fresh.asked).toEqual([['room:open', { room: 'kahve' }]]);
    expect([fresh.room.place, fresh.told.at(-1)]).toEqual([{ id: 'oda', seq: 5 }, ['synced', { id: 'oda', seq: 5 }]]);
    fresh.at.epoch = 'a';
    await fresh.room.sync();
    expect(fresh.room.place).toEqual({ id: 'oda', seq: 5, epoch: 'a' });
    const kept = scene({ place: { id: 'oda', seq: 4 } });
    await kept.room.open();
    expect(kept.asked).toEqual([['room:open', { room: 'kahve', id: 'oda', after_seq: 4, limit: 200 }]]);
  });

  it.each([
    ['kicked', 'not_member'],
    ['left', 'not_member'],
    ['deleted', 'not_member'],
    ['banned', 'banned'],
    ['room_not_found', 'room_not_found'],
  ] as const)('that cannot be opened because of %s says so by %s', async (reason, code) => {
    const { room, at } = scene();
    at.isOnline = false;
    const opening = room.open().catch((error: MeydanError) => [error.code, error.message]);
    room.leave(reason);
    expect(await opening).toEqual([code, `kahve: ${reason}`]);
  });

  it('that the service refuses is gone', async () => {
    const { room, at, told } = scene();
    at.answer = () => new MeydanError('not_member', 'no');
    await expect(room.open()).rejects.toMatchObject({ code: 'not_member' });
    expect(told).toEqual([['gone', { reason: 'not_member' }]]);
  });

  it('bears events before its first page, though it knows nothing of itself yet', async () => {
    const { room, take, names } = scene({ place: { id: 'oda', seq: 4 } });
    room.takePermissions({ my_role: 'admin', my_permissions: [] });
    take('room:updated', 5, { changes: { name: 'Bahçe' } });
    take('message:pins', 6, { pins: [] });
    take('member:left', 7, { member_count: 3, account_id: 'bob' });
    expect([room.info, names().filter((name) => name === 'change')]).toEqual([null, Array(3).fill('change')]);
    await room.read();
  });

  it('begins anew when its reader becomes an admin, or is none any more, and stays as it is otherwise', async () => {
    const { room, at, asked, told, names } = scene();
    const as = (my_role: string, rows: Row[]) => () =>
      page(5, { room: { id: 'oda', slug: 'kahve', my_role }, messages: rows });
    at.answer = as('member', [row(3), row(5)]);
    await room.open();
    at.answer = as('admin', [row(3), row(4, { audience: 'admins' }), row(5)]);
    told.length = 0;
    room.takePermissions({ my_role: 'member', my_permissions: ['x'] });
    await settled();
    expect([asked.length, names()]).toEqual([1, []]);
    room.takePermissions({ my_role: 'admin', my_permissions: [] });
    await settled();
    expect(asked.at(-1)).toEqual(['room:open', { room: 'kahve' }]);
    expect(names()).toEqual(['reset', 'rows', 'synced']);
    expect(room.messages.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    room.takePermissions({ my_role: 'founder', my_permissions: [] });
    await settled();
    expect(asked).toHaveLength(2);
    at.answer = as('member', [row(3), row(5)]);
    room.takePermissions({ my_role: 'member', my_permissions: [] });
    await settled();
    expect(room.messages.map(({ seq }) => seq)).toEqual([3, 5]);
    room.close();
    told.length = 0;
    room.takePermissions({ my_role: 'admin', my_permissions: [] });
    await settled();
    expect([asked.length, told]).toEqual([3, []]);
  });

  it('that is paused while its reader becomes an admin begins anew when it goes on', async () => {
    const { room, at, asked } = scene();
    at.answer = () => page(5, { room: { id: 'oda', slug: 'kahve', my_role: 'member' } });
    await room.open();
    room.pause();
    room.takePermissions({ my_role: 'admin', my_permissions: [] });
    await settled();
    expect(asked.filter(([name]) => name === 'room:open')).toHaveLength(1);
    await room.resume();
    expect(asked.at(-1)).toEqual(['room:open', { room: 'kahve' }]);
  });

  it('reads nothing before it is open', async () => {
    const { room, asked } = scene();
    await room.read();
    expect(asked).toEqual([]);
  });

  it('tells of changed rows where rows have changed, and of each change', async () => {
    const { room, take, told, names, at } = scene();
    at.answer = () => page(5, { messages: [row(4), row(5)] });
    await room.open();
    told.length = 0;
    const { info } = room;
    take('member:tagged', 6, { account_id: 'bob', tag: 'dost' });
    expect(names()).toEqual(['change']);
    expect(room.info).toBe(info);
    take('message:edited', 7, { message: row(4, { rev: 7, body: 'yeni' }) });
    expect([names().slice(1), room.messages[0]?.body]).toEqual([['rows', 'change'], 'yeni']);
    take('message:new', 8, { message: row(8) });
    expect([names().slice(3), room.unread]).toEqual([['rows', 'message'], 1]);
    expect(room.info).toEqual({ id: 'oda', slug: 'kahve' });
  });

  it('counts nothing up to where another device has read', async () => {
    const { room, take, at } = scene();
    at.answer = () => page(5, { read_seq: 7 });
    await room.open();
    for (const seq of [6, 7]) take('message:new', seq, { message: row(seq, { sender: { account_id: 'bob' } }) });
    expect(room.unread).toBe(0);
    take('message:new', 8, { message: row(8, { sender: { account_id: 'bob', username: 'bob' } }) });
    expect(room.unread).toBe(1);
  });

  it('drops its rows where the service has begun anew', async () => {
    const { room, told, at } = scene();
    at.answer = () => page(5, { messages: [row(4), row(5)], read_seq: 5 });
    await room.open();
    const answers = [page(0, { reset: true }), page(2, { messages: [row(2)], read_seq: 1, unread: 1 })];
    at.answer = () => answers.shift();
    told.length = 0;
    await room.sync();
    expect(told.map(([name]) => name)).toEqual(['reset', 'rows', 'synced']);
    expect([room.messages.map(({ seq }) => seq), room.readSeq, room.unread]).toEqual([[2], 1, 1]);
  });

  it('holds as many rows as it may, and says that there are older ones', async () => {
    const { room, at } = scene({ keep: 2 });
    at.answer = () => page(5, { messages: [row(3), row(4), row(5)] });
    await room.open();
    expect([room.messages.map(({ seq }) => seq), room.hasOlder]).toEqual([[4, 5], true]);
    const whole = scene({ keep: 3 });
    whole.at.answer = at.answer;
    await whole.room.open();
    expect([whole.room.messages.length, whole.room.hasOlder]).toEqual([3, false]);
    const wide = scene();
    wide.at.answer = () => page(600, { messages: Array.from({ length: 501 }, (_, index) => row(index + 100)) });
    await wide.room.open();
    expect(wide.room.messages).toHaveLength(500);
  });

  it('asks for older rows by fifties, also where it holds none, and shows none of before a reset', async () => {
    const { room, asked, at } = scene();
    await room.open();
    at.answer = () => ({ messages: [row(3), row(2)], has_more: false });
    expect([await room.older(), room.messages.map(({ seq }) => seq), room.hasOlder]).toEqual([false, [2, 3], false]);
    expect(asked.at(-1)).toEqual(['message:list', { room: 'kahve', limit: 50 }]);
    at.answer = () => {
      room.take({ type: 'message:expired', room: 'kahve', seq: 6, prev_seq: 5, message_ids: ['m2'] } as never);
      return { messages: [row(1)], has_more: true };
    };
    expect([await room.older(), room.messages.map(({ seq }) => seq)]).toEqual([false, [3]]);
  });

  it('shows no older row as it was before a change that came during the request', async () => {
    const { room, at } = scene();
    at.answer = () => page(5, { messages: [row(4)] });
    await room.open();
    const change = (type: string, seq: number, more: object) =>
      room.take({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more } as never);
    at.answer = () => {
      change('message:deleted', 6, { message_id: 'm3', deleted_at: 9 });
      change('message:expired', 7, { message_ids: ['m2'] });
      return { messages: [row(3), row(2), row(1)], has_more: false };
    };
    expect(await room.older()).toBe(false);
    expect(room.messages.map(({ seq, body, deleted_at }) => [seq, body, deleted_at])).toEqual([
      [1, 'söz 1', undefined],
      [3, '', 9],
      [4, 'söz 4', undefined],
    ]);
    change('message:deleted', 8, { message_id: 'm1', deleted_at: 10 });
    expect(room.messages[0]?.deleted_at).toBe(10);
  });

  it('follows nothing while it is paused or offline', async () => {
    const { room, asked, at } = scene();
    at.isOnline = false;
    await room.sync();
    expect(asked).toEqual([]);
    at.isOnline = true;
    room.pause();
    await room.sync();
    await settled();
    expect(asked).toEqual([['room:close', { room: 'kahve' }]]);
  });

  it('does not mind a refusal of its pause', async () => {
    const { room, at, asked } = scene();
    await room.open();
    at.answer = () => new MeydanError('not_member', 'no');
    room.pause();
    await settled();
    expect(asked.at(-1)?.[0]).toBe('room:close');
  });

  it('sends a text, a draft or a command in its name, and shows its own pending messages alone', async () => {
    const { room, queued, at } = scene();
    const draft = { body: 'iki' } as Draft;
    expect(await room.send('bir', 'c1')).toEqual({ message: row(6), duplicate: false });
    await room.send(draft);
    expect(await room.command('/help', 'c2')).toEqual({ command: 'help', help: ['/mute'] });
    expect(queued).toEqual([
      ['kahve', { body: 'bir' }, 'c1'],
      ['kahve', draft, undefined],
      ['kahve', { body: '/help' }, 'c2'],
    ]);
    at.items = [{ room: 'kahve' }, { room: 'kitap' }];
    expect(room.pending).toEqual([{ room: 'kahve' }]);
  });

  it('says who types, and that oneself does', async () => {
    const { room, told, hinted } = scene();
    expect(room.typing).toEqual([]);
    room.takeTyping({ room: 'kahve', account_id: 'bob', username: 'bob', on: true });
    expect(told).toEqual([['typing', ['bob']]]);
    room.setTyping(true);
    expect(hinted).toEqual([['typing', { room: 'kahve', on: true }]]);
    room.close();
    expect([told.at(-1), hinted.at(-1)]).toEqual([
      ['typing', []],
      ['room:close', { room: 'kahve' }],
    ]);
  });

  it('shows no answer before it is open', () => {
    const { room } = scene();
    room.takeAnswer(row(6));
    expect(room.messages).toEqual([]);
  });
});
