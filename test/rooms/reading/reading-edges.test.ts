/** What reading costs and where it ends: memory first, whole pages, and nothing of what somebody may not see. */

import { ReadSize, readEntries } from '#actors/room/reading/page-bytes.js';
import { noContent, type Row } from '#src/domain/messages/message.js';
import type { Reader } from '#src/store/store.js';
import { groupScene, idOf, rowBy, type Scene } from '../log/facts/scene.js';
import { as, decided, readFrom } from '../members/decided.js';
import { by, counting, deletion, keptShort, longRoom, NEWEST, withReadStates } from './long-room.js';

/** Fails where anything is read. */
const unread = new Proxy({} as Reader, {
  get: (_, name) => () => {
    throw new Error(`${String(name)} was asked for`);
  },
});

interface Page {
  messages: { row: Row }[];
  changes: { event: { type: string } }[];
  hasMore: boolean;
  seq: number;
  reset: boolean;
}
const replyOf = (handled: object): Page => (handled as { reply: Page }).reply;
const seqsOf = ({ messages }: Page): number[] => messages.map(({ row }) => row.seq);

async function answered(scene: Scene, memory: { entries: number; rows: number }, command: { type: string }) {
  const { state, store } = keptShort(withReadStates(scene), memory);
  const { seen, reader } = counting(store);
  await readFrom(state, command as never, reader);
  return { page: replyOf(decided(state, command as never)), seen };
}

/** `count` replies to the row 11 that are for admins, and after them two for all. */
function withHiddenReplies(count: number): Scene {
  const scene = groupScene();
  const reply = (body: string, audience: 'all' | 'admins') =>
    scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', body, audience, discussionOf: idOf(11) }) });
  scene.commit({ by: 'bob', row: rowBy({ owner: 'bob', body: 'konu' }) });
  for (let at = 0; at < count; at += 1) reply('yalnız bize', 'admins');
  for (const body of ['bir', 'iki']) reply(body, 'all');
  scene.commit({ by: 'bob', row: rowBy({ owner: 'bob', body: 'son' }) });
  return scene;
}

describe('what is in memory', () => {
  it('is read from nowhere else', async () => {
    const commands = [
      by('list_messages', 'cem', { limit: 3 }),
      by('list_messages', 'cem', { beforeSeq: NEWEST, limit: 2 }),
      by('list_messages', 'cem', { afterSeq: NEWEST - 5, limit: 9 }),
      by('list_messages', 'cem', { aroundSeq: NEWEST - 3, limit: 2 }),
      by('open_room', 'cem', { limit: 3 }),
      by('open_room', 'cem', { afterSeq: NEWEST - 6, limit: 9 }),
      by('open_room', 'cem', { afterSeq: NEWEST, limit: 9 }),
      by('list_discussion', 'ada', { messageId: idOf(NEWEST - 1), afterSeq: NEWEST - 6, limit: 3 }),
      by('mark_read', 'cem', { seq: NEWEST }),
      by('open_room', 'cem', { afterSeq: 3, id: 'room-2', limit: 9 }),
      { type: 'replay', after: NEWEST - 6 } as never,
      { type: 'replay', after: null } as never,
    ];
    for (const command of commands) {
      const { state } = keptShort(longRoom(), { entries: 6, rows: 6 });
      await readFrom(state, command, unread);
    }
  });

  it('is told of from where somebody was, entry by entry', () => {
    const replay = (after: number | null) =>
      (
        decided(longRoom(), { type: 'replay', after } as never) as {
          reply: { items: { seq: number }[]; seq: number; hasMore: boolean };
        }
      ).reply;
    const seqs = (after: number | null) => replay(after).items.map(({ seq }) => seq);
    expect(seqs(NEWEST - 3)).toEqual([20, 21, 22]);
    expect(seqs(NEWEST)).toEqual([]);
    expect(replay(null)).toEqual({ items: [], seq: NEWEST, hasMore: false });
    expect(replay(19)).toMatchObject({ seq: NEWEST, hasMore: false });
  });

  it('is told of in pages of two hundred', () => {
    const scene = groupScene();
    while (scene.state.recent.length < 215) scene.commit({ by: 'bob', row: rowBy({ owner: 'bob' }) });
    const { reply } = decided(scene.state, { type: 'replay', after: 10 } as never) as {
      reply: { items: unknown[]; seq: number; hasMore: boolean };
    };
    expect([reply.items.length, reply.seq, reply.hasMore]).toEqual([200, 210, true]);
  });
});

describe('a deleted room whose log was swept', () => {
  const replay = async (after: number) => {
    const { state, store } = keptShort(longRoom(), { entries: 1, rows: 1 });
    state.head = { ...state.head, deleted: true } as never;
    const swept = { ...store, range: async () => [] } as never as Reader;
    const command = { type: 'replay', after } as never;
    await readFrom(state, command, swept);
    return (decided(state, command) as { reply: { items: object[]; seq: number; hasMore: boolean } }).reply;
  };

  it('has its end to tell, as the entry that comes next', async () => {
    const { items, seq, hasMore } = await replay(5);
    const end = { seq: 6, prevAll: 5, prevAdmins: 5, to: 'all', about: 0, event: { type: 'room:deleted' } };
    const told = { room: 'room-1', slug: 'kahve', seq: 6, moves: [], activity: null, toMembers: { type: 'room:gone' } };
    expect({ items, seq, hasMore }).toEqual({ items: [{ ...told, announcements: [end] }], seq: 6, hasMore: false });
  });

  it('has nothing to tell to whom its end is known, and its last entry while it is there', async () => {
    expect(await replay(NEWEST)).toEqual({ items: [], seq: NEWEST, hasMore: false });
    expect(await replay(NEWEST - 1)).toMatchObject({ items: [{ seq: NEWEST }], hasMore: false });
  });
});

describe('somebody who comes back', () => {
  it('is told nothing of what was for admins', () => {
    const scene = groupScene();
    scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', audience: 'admins', body: 'yalnız bize' }) });
    scene.commit({ by: 'nil', facts: [{ type: 'request_made', account: 'nil', username: 'nil' }] });
    const state = withReadStates(scene);
    const opened = (account: string) => replyOf(decided(state, by('open_room', account, { afterSeq: 10, limit: 9 })));
    expect(opened('cem')).toMatchObject({ messages: [], changes: [], seq: 12, hasMore: false });
    expect(opened('ada')).toMatchObject({ messages: [{ row: { seq: 11 } }], changes: [{ to: 'admins', seq: 12 }] });
  });

  it('begins with nothing where their copy is another one', () => {
    const { messages, changes, hasMore, reset } = replyOf(
      decided(longRoom(), by('open_room', 'cem', { afterSeq: NEWEST + 1, limit: 5 })),
    );
    expect({ messages, changes, hasMore, reset }).toEqual({ messages: [], changes: [], hasMore: false, reset: true });
  });

  it('has not read what they may not see', () => {
    const state = longRoom();
    expect(decided(state, by('mark_read', 'cem', { messageId: idOf(17) }))).toEqual({ code: 'not_found' });
    expect(decided(state, by('mark_read', 'ada', { messageId: idOf(17) }))).toMatchObject({
      readState: { cursor: { seq: 17 } },
    });
  });
});

describe('what changes while it is read', () => {
  const raced = async (command: { type: string }, change: (scene: Scene) => void) => {
    const scene = groupScene();
    for (let seq = 11; seq < 19; seq += 1) {
      const audience = seq === 13 ? 'admins' : 'all';
      scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', audience, discussionOf: idOf(8) }) });
    }
    const changed = scene.state.rowAt(12) as Row;
    const { state, store } = keptShort(withReadStates(scene), { entries: 3, rows: 2 });
    await readFrom(state, command as never, store);
    // Who changes a row has read it.
    state.oldRows.set(12, changed);
    change(scene);
    return replyOf(decided(state, command as never));
  };
  const deleted = (scene: Scene) => void scene.commit({ by: 'cem', facts: [deletion(12)] });
  const edited = (scene: Scene) => {
    const content = { ...noContent, body: 'yeni' };
    const fact = { type: 'message_edited', row: 12, id: idOf(12), content, edits: [] } as never;
    scene.commit({ by: 'cem', facts: [fact] });
  };
  const pages = [
    by('list_messages', 'ada', { afterSeq: 10, limit: 20 }),
    by('list_messages', 'ada', { limit: 20 }),
    by('list_discussion', 'ada', { messageId: idOf(8), afterSeq: 0, limit: 20 }),
  ];

  it.each(pages)('is shown as it is by then: %j', async (command) => {
    const page = await raced(command, edited);
    expect(page.messages.find(({ row }) => row.seq === 12)?.row.body).toBe('yeni');
  });

  it.each(pages)('is shown to an admin who is none any more without what was for admins: %j', async (command) => {
    const asked = { ...(command as { type: string }), by: as('bob') };
    const demoted = (scene: Scene) =>
      void scene.commit({
        by: 'ada',
        facts: [{ type: 'role_changed', account: 'bob', role: 'member', actor: 'ada' }],
      });
    expect(seqsOf(await raced(asked, () => undefined))).toContain(13);
    expect(seqsOf(await raced(asked, demoted))).not.toContain(13);
  });

  it.each(pages)('and says nothing more once it is deleted: %j', async (command) => {
    const page = await raced(command, deleted);
    expect(page.messages.find(({ row }) => row.seq === 12)?.row.deletedAt).not.toBeNull();
  });
});

describe('a page', () => {
  it('is looked for behind replies for admins, as far as there are any', async () => {
    for (const hidden of [2, 3, 4, 70, 117]) {
      const list = by('list_discussion', 'cem', { messageId: idOf(11), afterSeq: 0, limit: 2 });
      const { page } = await answered(withHiddenReplies(hidden), { entries: 1, rows: 1 }, list);
      expect([hidden, page.messages.map(({ row }) => row.body), page.hasMore]).toEqual([hidden, ['bir', 'iki'], false]);
    }
  });

  it('is looked for behind entries without a row', async () => {
    for (const between of [63, 64, 65, 130]) {
      const scene = groupScene();
      for (let at = 0; at < between; at += 1) {
        const reactions = at % 2 === 0 ? { '👍': 1 } : {};
        const fact = { type: 'reaction_changed', row: 6, id: idOf(6), account: 'bob', emoji: '👍', on: at % 2 === 0 };
        scene.commit({ by: 'bob', facts: [{ ...fact, reactions } as never] });
      }
      const { page } = await answered(scene, { entries: 1, rows: 0 }, by('list_messages', 'ada', { limit: 2 }));
      expect([between, seqsOf(page), page.hasMore]).toEqual([between, [7, 8], true]);
    }
  });

  it('of long replies reads no more of them than it shows, or one round more', async () => {
    const scene = () => {
      const said = groupScene();
      said.commit({ by: 'bob', row: rowBy({ owner: 'bob' }) });
      const row = rowBy({ owner: 'cem', body: 'x'.repeat(60_000), discussionOf: idOf(11) });
      for (let at = 0; at < 150; at += 1) said.commit({ by: 'cem', row });
      return said;
    };
    const list = by('list_discussion', 'ada', { messageId: idOf(11), afterSeq: 0, limit: 120 });
    for (const command of [list, by('list_messages', 'ada', { afterSeq: 11, limit: 120 })]) {
      const { page, seen } = await answered(scene(), { entries: 1, rows: 1 }, command);
      expect([page.messages.length, page.hasMore, seen.ranges]).toEqual([8, true, 1]);
    }
  });

  it('is not searched for behind the first row that is over', async () => {
    const scene = groupScene({ messageTtlHours: 1 });
    for (let at = 0; at < 200; at += 1) scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
    const { page, seen } = await answered(scene, { entries: 1, rows: 0 }, by('list_messages', 'ada', { limit: 50 }));
    expect([seqsOf(page), page.hasMore]).toEqual([[], false]);
    expect(seen.ranges).toBeLessThanOrEqual(3);
  });
});

describe('how much of a log is read at once', () => {
  const doc = (more: object) => ({ content: more }) as never;

  it('is little at first, and then what two megabytes hold', () => {
    const size = new ReadSize();
    expect([size.next(500), size.next(10), size.bytes]).toEqual([64, 10, 0]);
    size.add(doc({ body: '' }));
    expect([size.bytes, size.next(5_000), size.next(500)]).toEqual([600, 1_000, 500]);
    size.add(doc({ body: 'x'.repeat(100), attachment: { type: 'x' } }));
    expect(size.bytes).toBe(600 + 600 + 102 + 12);
    size.add({} as never);
    expect(size.bytes).toBe(1_914);
    const large = new ReadSize();
    for (let at = 0; at < 4; at += 1) large.add(doc({ body: 'x'.repeat(60_000) }));
    expect(large.next(1_000)).toBe(34);
    const huge = new ReadSize();
    huge.add(doc({ body: 'x'.repeat(900_000) }));
    expect([huge.next(1_000), huge.next(3)]).toEqual([16, 3]);
  });

  it('ends at the last entry, at the limit, or with a page of bytes', async () => {
    const scene = groupScene();
    const body = 'x'.repeat(60_000);
    for (let at = 0; at < 90; at += 1) scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', body }) });
    const { store } = keptShort(withReadStates(scene), { entries: 1, rows: 1 });
    const read = async (after: number, upTo: number, limit: number) =>
      (await readEntries(store, 'room-1', { after, upTo, limit })).map(({ seq }) => seq);
    expect(await read(3, 6, 9)).toEqual([4, 5, 6]);
    expect(await read(3, 9, 2)).toEqual([4, 5]);
    expect((await read(10, 100, 90)).length).toBe(64);
  });
});
