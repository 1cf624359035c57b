/** Where pages and reads end, and what is answered of a room of which little or nothing is known. */

import { RoomState } from '#actors/room/model/room-state.js';
import { PAGE_BYTES_MAX, pageLength, readEntries } from '#actors/room/reading/page-bytes.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { groupScene, HOUR, idOf, joined, rowBy, Scene, settings } from '../log/facts/scene.js';
import { decided, NOW, readFrom } from '../members/decided.js';
import { by, counting, keptShort, longRoom, NEWEST, withReadStates } from './long-room.js';

type Page = { messages: { row: { seq: number; body: string } }[]; hasMore: boolean };
const replyOf = (handled: object) => (handled as { reply: Page }).reply;
const FIRST_HOUR = NOW - (NOW % HOUR);

describe('the end of a page', () => {
  it('is at so many bytes, and the item that goes beyond them is on the next one', () => {
    const half = PAGE_BYTES_MAX / 2;
    const length = (...bytes: number[]) => pageLength(bytes, 9, (one) => one);
    expect([length(half, half), length(half, half + 1), length(half, half, 1)]).toEqual([2, 1, 2]);
    expect([length(PAGE_BYTES_MAX + 1), length()]).toEqual([1, 0]);
  });

  it('of a log that is read in parts is at its limit, without an entry twice', async () => {
    const scene = groupScene();
    for (let at = 0; at < 150; at += 1) scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
    const { store } = keptShort(withReadStates(scene), { entries: 1, rows: 1 });
    const entries = await readEntries(store, 'room-1', { after: 3, upTo: 160, limit: 130 });
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 130 }, (_, at) => at + 4));
  });

  it('costs one read where the first one holds all its rows', async () => {
    const scene = groupScene();
    for (let at = 0; at < 300; at += 1) scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
    const { state, store } = keptShort(withReadStates(scene), { entries: 1, rows: 1 });
    const { seen, reader } = counting(store);
    const command = by('list_messages', 'cem', { limit: 2 });
    await readFrom(state, command, reader);
    expect(replyOf(decided(state, command)).messages.map(({ row }) => row.seq)).toEqual([309, 310]);
    expect(seen.ranges).toBe(1);
  });

  it('is reached after forty reads without a row, and there may be more', async () => {
    const { state, store } = keptShort(longRoom(), { entries: 1, rows: 0 });
    let reads = 0;
    const reader = new Proxy(store, {
      get: (target, name: keyof Reader) =>
        name === 'range'
          ? async (_: string, { limit }: { limit: number }) => {
              reads += 1;
              return Array.from({ length: limit }, () => ({ _id: logId('room-1', 20), seq: 20, at: NOW }));
            }
          : target[name],
    }) as unknown as Reader;
    const command = by('list_messages', 'cem', { limit: 2 });
    await readFrom(state, command, reader);
    expect([replyOf(decided(state, command)), reads]).toMatchObject([{ messages: [], hasMore: true }, 40]);
  });

  it('of replies is reached after forty reads of none that the reader may see, and there may be more', async () => {
    const scene = groupScene();
    const reply = (audience: 'all' | 'admins') =>
      scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', audience, discussionOf: idOf(11) }) });
    scene.commit({ by: 'bob', row: rowBy({ owner: 'bob' }) });
    for (let at = 0; at < 120; at += 1) reply('admins');
    for (let at = 0; at < 2; at += 1) reply('all');
    scene.commit({ by: 'bob', row: rowBy({ owner: 'bob', discussionOf: idOf(11) }) });
    const { state, store } = keptShort(withReadStates(scene), { entries: 1, rows: 1 });
    const { seen, reader } = counting(store);
    const command = by('list_discussion', 'cem', { messageId: idOf(11), afterSeq: 0, limit: 2 });
    await readFrom(state, command, reader);
    expect(replyOf(decided(state, command))).toMatchObject({ messages: [], hasMore: true });
    expect(seen.ranges).toBe(40);
  });

  it('is at the first row that is over, behind those that are not', async () => {
    const lifetime = Math.floor((FIRST_HOUR - (groupScene().state.head?.createdAt ?? 0)) / HOUR) - 150;
    const scene = groupScene({ messageTtlHours: lifetime });
    for (let at = 0; at < 200; at += 1) scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
    const { state, store } = keptShort(withReadStates(scene), { entries: 1, rows: 20 });
    const { seen, reader } = counting(store);
    const command = by('list_messages', 'ada', { limit: 100 });
    await readFrom(state, command, reader);
    const { messages, hasMore } = replyOf(decided(state, command));
    const seqs = messages.map(({ row }) => row.seq);
    expect([hasMore, seqs.at(-1), seqs.length]).toEqual([false, 210, seqs.length]);
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => 211 - seqs.length + at));
    expect([seqs.length > 20, seqs.length < 64, seen.ranges]).toEqual([true, true, 1]);
  });
});

describe('a reader', () => {
  it('who sees no row has read nothing', () => {
    const scene = new Scene();
    const founded = { type: 'room_created', kind: 'group', slug: 'kahve', founder: 'ada', settings } as const;
    scene.commit({ by: 'ada', facts: [founded, joined('ada', { role: 'founder' })] });
    const state = withReadStates(scene);
    expect(decided(state, by('mark_read', 'ada', { seq: 1 }))).toEqual({
      reply: { readSeq: 0, unread: 0, unreadMentions: 0 },
    });
  });

  it('of whom no cursor is known is asked to come again soon', () => {
    const state = longRoom();
    state.readStates.delete('cem');
    expect(decided(state, by('mark_read', 'cem', { seq: 9 }))).toEqual({ code: 'unavailable', retryAfterMs: 100 });
  });

  it('who reads on tells the other devices nothing of flags', () => {
    expect(decided(longRoom(), by('mark_read', 'cem', { seq: NEWEST }))).toMatchObject({ told: [] });
  });

  it('whom memory does not know is read from the store', async () => {
    const whole = decided(longRoom(), by('view_room', 'cem'));
    const { state, store } = keptShort(longRoom(), { entries: 3, rows: 3 });
    state.members.delete('cem');
    const command = by('view_room', 'cem');
    await readFrom(state, command, store);
    expect(decided(state, command)).toEqual(whole);
  });

  it('has no row in lists of a room that does not exist', async () => {
    const { store } = keptShort(longRoom(), { entries: 1, rows: 0 });
    const state = new RoomState('room-2');
    const command = by('view_list_row', 'cem');
    await readFrom(state, command, store);
    expect(decided(state, command)).toEqual({ reply: null });
  });

  it('who may see less by the time of the turn has read up to what is left, with the counts of there', async () => {
    const marked = async (isShort: boolean) => {
      const scene = groupScene();
      for (const audience of ['all', 'admins', 'all', 'admins'] as const)
        scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', audience }) });
      const role = (account: string, to: 'member' | 'admin') =>
        scene.commit({ by: 'ada', facts: [{ type: 'role_changed', account, role: to, actor: 'ada' }] });
      role('cem', 'admin');
      const whole = withReadStates(scene);
      whole.readStates.set('bob', { ...whole.readStates.get('ada'), account: 'bob' } as never);
      const { state, store } = isShort ? keptShort(whole, { entries: 1, rows: 0 }) : { state: whole, store: null };
      const command = by('mark_read', 'bob', { seq: 99 });
      if (store) await readFrom(state, command, store);
      role('bob', 'member');
      state.recent = isShort ? state.recent.slice(-1) : state.recent;
      if (store) await readFrom(state, command, store);
      return decided(state, command);
    };
    const short = await marked(true);
    expect(short).toMatchObject({ readState: { cursor: { seq: 13 } } });
    expect(short).toEqual(await marked(false));
  });
});
