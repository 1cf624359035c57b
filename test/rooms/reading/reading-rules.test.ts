/** What is read of a room is the same, whether memory still has it or the log alone. */

import type { RoomState } from '#actors/room/model/room-state.js';
import { laterEntries } from '#actors/room/reading/later-entries.js';
import { announcementBytes, rowBytes } from '#actors/room/reading/page-bytes.js';
import type { Row } from '#src/domain/messages/message.js';
import { idOf, rowBy } from '../log/facts/scene.js';
import { change, decided, NOW, readFrom } from '../members/decided.js';
import { by, keptShort, longRoom, NEWEST } from './long-room.js';

const shortMemory = (entries: number, rows: number) => keptShort(longRoom(), { entries, rows });

const asData = (value: object): unknown => JSON.parse(JSON.stringify(value));
/** The last message of lists is told as it is now. */
const withoutLast = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (key, held) => (key === 'lastMessage' ? undefined : held)));

async function answer(command: { type: string }, memory?: { entries: number; rows: number }) {
  const { state, store } = memory ? shortMemory(memory.entries, memory.rows) : { state: longRoom(), store: null };
  if (store) await readFrom(state, command as never, store);
  return decided(state, command as never);
}

const PLACES = [0, 1, 3, 4, 7, 10, 11, 14, 15, 16, 18, 19, 20, NEWEST];
const MEMORIES = [
  { entries: 3, rows: 3 },
  { entries: 9, rows: 6 },
  // Nothing but what is pinned.
  { entries: 1, rows: 0 },
];

/** As in a room that has all of it in memory, wherever it begins. */
async function expectSame(commandOf: (at: number) => { type: string }, plain = asData): Promise<void> {
  for (const [index, at] of PLACES.entries()) {
    const whole = plain(await answer(commandOf(at)));
    expect([at, plain(await answer(commandOf(at), MEMORIES[index % MEMORIES.length]))]).toEqual([at, whole]);
  }
}

describe('what memory does not hold any more', () => {
  it.each(['ada', 'cem', 'eda'])(
    'is on the pages of rows before, after and around a place, for %s',
    async (account) => {
      await expectSame((beforeSeq) => by('list_messages', account, { beforeSeq, limit: 3 }));
      await expectSame((afterSeq) => by('list_messages', account, { afterSeq, limit: 3 }));
      await expectSame((aroundSeq) => by('list_messages', account, { aroundSeq, limit: 4 }));
      await expectSame(() => by('list_messages', account, { limit: 5 }));
    },
  );

  it.each(['ada', 'cem'])('is in what somebody missed who comes back, for %s', async (account) => {
    await expectSame((afterSeq) => by('open_room', account, { afterSeq, limit: 5 }));
    await expectSame((limit) => by('open_room', account, { limit: limit + 1 }));
  });

  it('is in the stream of a node that lost its place', async () => {
    await expectSame((after) => ({ type: 'replay', after }) as never, withoutLast);
  });

  it('is in the replies below a message', async () => {
    await expectSame((afterSeq) => by('list_discussion', 'ada', { messageId: idOf(11), afterSeq, limit: 2 }));
  });

  it('is counted as it was: up to where somebody has read, the rest is unread', async () => {
    await expectSame((seq) => by('mark_read', 'cem', { seq }));
    await expectSame(() => by('view_list_row', 'cem'));
  });

  it('is found by its id, by those who may see it', async () => {
    await expectSame((seq) => by('view_message', 'cem', { messageId: idOf(Math.max(seq, 1)) }));
    expect(await answer(by('view_message', 'can', { messageId: idOf(8) }))).toEqual({ code: 'not_member' });
  });
});

describe('what is read of a room', () => {
  it('is what there is: whole pages, with what is behind them', async () => {
    const page = async (more: object) => {
      const { reply } = (await answer(by('list_messages', 'cem', more))) as never as {
        reply: { messages: { row: Row }[]; hasMore: boolean; seq: number };
      };
      return [reply.messages.map(({ row }) => row.seq), reply.hasMore, reply.seq];
    };
    expect(await page({ limit: 3 })).toEqual([[20, 21, 22], true, NEWEST]);
    expect(await page({ beforeSeq: 8, limit: 9 })).toEqual([[2, 6, 7], false, NEWEST]);
    expect(await page({ afterSeq: 14, limit: 3 })).toEqual([[16, 18, 19], true, NEWEST]);
    expect(await page({ afterSeq: 20, limit: 3 })).toEqual([[21, 22], false, NEWEST]);
    expect(await page({ aroundSeq: 13, limit: 4 })).toEqual([[12, 13, 14, 16], true, NEWEST]);
  });

  it('is the replies below a message, oldest first', async () => {
    const below = async (afterSeq: number) => {
      const list = await answer(by('list_discussion', 'ada', { messageId: idOf(11), afterSeq, limit: 2 }));
      const { reply } = list as never as { reply: { messages: { row: Row }[]; hasMore: boolean } };
      return [reply.messages.map(({ row }) => row.seq), reply.hasMore];
    };
    expect([await below(0), await below(12), await below(20)]).toEqual([
      [[12, 16], true],
      [[16, 20], false],
      [[], false],
    ]);
  });

  it('is read up to a place that exists, and not back; what is behind it is unread', async () => {
    const read = async (seq: number) => {
      const state = longRoom();
      const first = decided(state, by('mark_read', 'cem', { seq }));
      return [first, decided(state, by('mark_read', 'cem', { seq: 1 }))];
    };
    const [whole, back] = await read(99);
    const answered = { readSeq: NEWEST, unread: 0, unreadMentions: 0 };
    expect(whole).toMatchObject({ readState: { v: 2, cursor: { seq: NEWEST } }, reply: answered });
    expect(back).toEqual({ reply: answered });
    expect((await read(18))[0]).toMatchObject({ readState: { v: 2, cursor: { seq: 18 } }, reply: { unread: 2 } });
    expect((await read(7))[0]).toMatchObject({ reply: { readSeq: 7, unread: 7, unreadMentions: 1 } });
  });

  it('takes the mark as unread away when it is read past, and tells the other devices', () => {
    const state = longRoom();
    decided(state, by('mark_unread', 'cem', { from: 18 }));
    expect(decided(state, by('mark_read', 'cem', { seq: 17 }))).toMatchObject({ readState: { unreadFrom: 18 } });
    const past = decided(state, by('mark_read', 'cem', { seq: 18 })) as never as { told: object[] };
    expect(past).toMatchObject({ readState: { unreadFrom: 0, cursor: { seq: 18 } } });
    expect(past.told).toEqual([expect.objectContaining({ type: 'room:flags', unreadFrom: 0 })]);
  });

  it('begins anew for a copy of another room, of the future, or of another view', async () => {
    const opened = async (more: object) =>
      ((await answer(by('open_room', 'eda', { limit: 5, ...more }))) as never as { reply: { reset: boolean } }).reply
        .reset;
    expect(await opened({ afterSeq: NEWEST })).toBe(false);
    expect(await opened({ afterSeq: NEWEST + 1 })).toBe(true);
    expect(await opened({ afterSeq: NEWEST, id: 'room-1' })).toBe(false);
    expect(await opened({ afterSeq: NEWEST, id: 'room-2' })).toBe(true);
    expect(await opened({ afterSeq: 3 })).toBe(true);
    expect(await opened({ afterSeq: 4 })).toBe(false);
  });

  it('stands in lists by its last message, or by when somebody joined', () => {
    const room = longRoom();
    const at = (state: RoomState) =>
      (decided(state, by('view_list_row', 'cem')) as { reply: { orderAt: number } }).reply.orderAt;
    expect(at(room)).toBe(room.head?.lastMessageAt);
    room.head = { ...room.head, lastMessageAt: 0 } as never;
    expect(at(room)).toBe(room.memberOf('cem')?.joinedAt);
  });

  it('shows somebody as typing who may write', () => {
    const typing = (account: string, touch: (state: RoomState) => void = () => undefined) => {
      const state = longRoom();
      touch(state);
      return decided(state, by('check_typing', account));
    };
    expect(typing('cem')).toEqual({ reply: null });
    expect(typing('can')).toEqual({ code: 'not_member' });
    const until = NOW + 1_000;
    expect(typing('cem', (state) => change(state, 'cem', { mutedUntil: until }))).toEqual({ code: 'muted', until });
    const denied = (state: RoomState) => void (state.head = { ...state.head, memberDenied: ['send_message'] } as never);
    expect(typing('cem', denied)).toEqual({ code: 'not_allowed' });
  });

  it('has a size: of the text, of what is attached, and of each announcement', () => {
    const row = (more: object) =>
      ({ ...rowBy({ owner: 'cem', body: '' }), mentions: [], reactions: {}, ...more }) as never as Row;
    expect(rowBytes(row({}))).toBe(600);
    expect(rowBytes(row({ body: 'x'.repeat(64) }))).toBe(600 + 64 * 6);
    expect(rowBytes(row({ body: 'x'.repeat(65) }))).toBe(600 + 67);
    expect(rowBytes(row({ attachment: { type: 'x' } }))).toBe(612);
    expect(rowBytes(row({ mentions: [{}, {}], reactions: { '👍': 1 } }))).toBe(600 + 160 + 6);
    const message = { row: row({ body: 'x'.repeat(1_000) }) };
    const told = (type: string) => announcementBytes({ event: { type, message } } as never);
    expect(['message:new', 'message:edited', 'message:deleted'].map(told)).toEqual([1_602, 1_602, 300]);
  });

  it('goes on where the log has the next entry', async () => {
    const { store } = shortMemory(3, 3);
    const known = [
      ['room-1', NEWEST - 1],
      ['room-1', NEWEST],
      ['room-2', 0],
    ] as const;
    expect(await laterEntries(store, known.slice(0, 1))).toEqual(new Set(['room-1']));
    expect(await laterEntries(store, known.slice(1))).toEqual(new Set());
  });
});
