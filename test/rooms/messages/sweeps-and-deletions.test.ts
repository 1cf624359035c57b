/** The sweep of expired rows, deletions, and what both leave in lists, in a room that is held in memory. */

import { type EntryDoc, packEntry, unpackEntry } from '#actors/room/model/codec.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { BODY_BYTES_MAX } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import { eventRow, groupScene, HOUR, idOf, rowBy, type Scene } from '../log/facts/scene.js';
import { as, decided, NOW, readBy, setting } from '../members/decided.js';

const docsOf = (state: RoomState): EntryDoc[] => state.recent.map((entry) => packEntry(entry) as EntryDoc);
const sweep = { type: 'expire_rows' } as const;

/** The rows of the scene live for `hours`; `before` says how long ago the newest entry was made. */
function aged(scene: Scene, hours: number | null): RoomState {
  const { state } = scene;
  setting(state, { messageTtlHours: hours });
  state.head = { ...(state.head as Head), sweepAt: NOW };
  return state;
}

const swept = (state: RoomState, entries: LogEntry[] = state.recent.slice()) =>
  decided(state, sweep as never, { expiring: entries } as never) as {
    facts: { rows: { seq: number; files?: string[] }[]; upTo: number; sweepAt: number | null }[];
    reply: { more: boolean };
  };

describe('the sweep of expired rows', () => {
  it('reads a batch of entries behind the last one, in a room that is due', async () => {
    const state = aged(groupScene(), 1);
    state.head = { ...(state.head as Head), sweptSeq: 3 };
    expect(await readBy(state, sweep as never)).toEqual([
      ['range', 'log', { index: '_id', gt: docsOf(state)[2]?._id, lte: docsOf(state)[9]?._id, limit: 200 }],
    ]);
    for (const sweepAt of [null, NOW + 1]) {
      state.head = { ...(state.head as Head), sweepAt };
      expect(await readBy(state, sweep as never)).toEqual([]);
      expect(decided(state, sweep as never)).toEqual({ reply: { more: false } });
    }
    state.head = { ...(state.head as Head), sweepAt: NOW, deleted: true } as Head;
    expect(await readBy(state, sweep as never)).toEqual([]);
    expect(decided(state, sweep as never)).toEqual({ reply: { more: false } });
  });

  it('names the rows that are over and have content, and ends where none is left', () => {
    const { facts, reply } = swept(aged(groupScene(), 1));
    expect(facts[0]?.rows.map(({ seq }) => seq)).toEqual([2, 3, 4, 6, 7, 8]);
    expect([facts[0]?.upTo, facts[0]?.sweepAt, reply]).toEqual([10, null, { more: false }]);
  });

  it('comes back when the next row is over', () => {
    const scene = groupScene();
    const state = aged(scene, 1);
    scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }), hours: (NOW - state.now) / HOUR });
    state.head = { ...(state.head as Head), sweepAt: NOW };
    const { facts } = swept(state);
    expect([facts[0]?.upTo, facts[0]?.sweepAt]).toEqual([10, NOW + HOUR]);
  });

  it('comes back for what it has not read, and at once after a full batch', () => {
    const partly = aged(groupScene(), 1);
    partly.recent = partly.recent.slice(-2);
    const [first, second] = groupScene().state.recent as [LogEntry, LogEntry];
    const { facts } = swept(partly, [first, second]);
    // Entries between those that were read and those in memory are not known.
    expect([facts[0]?.upTo, facts[0]?.sweepAt]).toEqual([2, second.at + HOUR]);
    const full = aged(groupScene(), 1);
    const batch = Array.from({ length: 200 }, () => first);
    const told = swept(full, batch);
    expect([told.reply, told.facts[0]?.sweepAt]).toEqual([{ more: true }, NOW]);
    expect(swept(aged(groupScene(), 1), batch.slice(1)).reply).toEqual({ more: false });
  });

  it('leaves alone what was deleted or swept before, and names the files of the others', () => {
    const scene = groupScene();
    const attachment = { key: 'k-1', byteSize: 5 } as never;
    scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', kind: 'photo', attachment }) });
    const state = aged(scene, 1);
    state.window = state.window.map((row) =>
      row.seq === 6 ? { ...row, deletedAt: 5 } : row.seq === 7 ? { ...row, expired: true as const } : row,
    );
    const { rows } = swept(state).facts[0] as { rows: { seq: number; files?: string[] }[] };
    expect(rows.map(({ seq, files }) => [seq, files])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, undefined],
      [8, undefined],
      [11, ['k-1']],
    ]);
    // Of what memory has not, the store's row counts.
    const elsewhere = aged(groupScene(), 1);
    const entries = elsewhere.recent.slice();
    elsewhere.window = [];
    elsewhere.windowFrom = 10;
    expect(swept(elsewhere, entries).facts[0]?.rows.length).toBe(6);
  });

  it('moves up to nothing where nothing is over', () => {
    const state = aged(groupScene(), 1_000_000);
    state.head = { ...(state.head as Head), sweptSeq: 1 };
    expect(swept(state).facts[0]).toMatchObject({ rows: [], upTo: 1 });
  });
});

describe('the deletion of the last message', () => {
  const deletion = (seq: number, account = 'bob') =>
    ({ type: 'delete_message', by: as(account), messageId: idOf(seq) }) as never;

  /** Nothing of the scene is in memory but row 8, the last message. */
  function narrow(): { state: RoomState; docs: EntryDoc[] } {
    const { state } = groupScene();
    const docs = docsOf(state);
    state.window = state.window.filter(({ seq }) => seq === 8);
    state.windowFrom = 7;
    return { state, docs };
  }
  const entriesBefore = (docs: EntryDoc[], seq: number) => docs.filter((doc) => doc.seq < seq).reverse();

  it('leads to the message before it, which memory or the store has', async () => {
    const whole = groupScene().state;
    expect(await readBy(whole, deletion(8))).toEqual([]);
    decided(whole, deletion(8));
    expect(whole.head?.lastMessageSeq).toBe(7);

    const { state, docs } = narrow();
    const command = deletion(8);
    const asked = await readBy(state, command, { log: entriesBefore(docs, 8) });
    expect(asked).toEqual([
      ['range', 'log', { index: '_id', gt: 'room-1:00000000', lt: docs[7]?._id, desc: true, limit: 100 }],
    ]);
    // Lists show the row, so that it is read into memory, too.
    expect(await readBy(state, command, { log: docs[6] })).toEqual([['get', 'log', docs[6]?._id]]);
    decided(state, command);
    expect(state.head).toMatchObject({ lastMessageSeq: 7, lastMessageAt: docs[6]?.at });
  });

  it('leads to none where there was none before, and past events, replies and what was deleted', async () => {
    const { state, docs } = narrow();
    const command = deletion(8);
    await readBy(state, command, { log: entriesBefore(docs, 6) });
    decided(state, command);
    expect(state.head).toMatchObject({ lastMessageSeq: 0, lastMessageAt: 0 });
  });

  it('goes on before a message that memory knows as deleted, and the store does not yet', async () => {
    const { state, docs } = narrow();
    const row = unpackEntry(docs[6] as EntryDoc).row;
    state.oldRows.set(7, { ...row, deletedAt: 9 } as never);
    const command = deletion(8);
    await readBy(state, command, { log: entriesBefore(docs, 8) });
    const asked = await readBy(state, command, { log: entriesBefore(docs, 7) });
    expect(asked).toEqual([
      ['range', 'log', { index: '_id', gt: 'room-1:00000000', lt: docs[6]?._id, desc: true, limit: 100 }],
    ]);
  });

  it('reads page by page while there are more entries', async () => {
    const { state, docs } = narrow();
    const asked: string[] = [];
    const event = docs[1] as EntryDoc;
    const page = Array.from({ length: 100 }, (_, at) => ({ ...event, _id: `room-1:event-${at}` }));
    const reader = {
      range: async (_: string, { lt }: { lt: string }) => {
        asked.push(lt);
        return asked.length === 1 ? page : [docs[5]];
      },
    };
    const { Needs } = await import('#actors/room/model/needs.js');
    const { handlers } = await import('#actors/room/handlers.js');
    const command = deletion(8);
    const needs = new Needs(state, command);
    handlers.delete_message.needs(needs, command, NOW);
    (await needs.load({ reader } as never))(state);
    expect(asked).toEqual([docs[7]?._id, 'room-1:event-99']);
    expect(state.readsFor(command).previousMessage?.seq).toBe(6);
  });

  it('reads nothing of an earlier message, of a row with another id, or of one that was deleted before', async () => {
    const { state } = narrow();
    state.head = { ...(state.head as Head), lastMessageSeq: 9 };
    expect(await readBy(state, deletion(8))).toEqual([]);
    state.head = { ...(state.head as Head), lastMessageSeq: 8 };
    const other = { type: 'delete_message', by: as('bob'), messageId: `${idOf(8).slice(0, -1)}0` } as never;
    expect(await readBy(state, other)).toEqual([]);
    state.window = state.window.map((row) => ({ ...row, deletedAt: 5 }));
    expect(await readBy(state, deletion(8))).toEqual([]);
  });

  it('reads those whom it mentioned, and the message below which it stands', async () => {
    const scene = groupScene();
    const row = rowBy({ owner: 'cem', mentioned: ['bob', 'can'], discussionOf: idOf(6) });
    scene.commit({ by: 'cem', row });
    const { state } = scene;
    state.window = state.window.filter(({ seq }) => seq !== 6);
    state.windowFrom = 6;
    state.members.delete('bob');
    const asked = await readBy(state, deletion(11, 'cem'));
    expect(asked.map(([, from, what]) => [from, what])).toEqual(
      expect.arrayContaining([
        ['members', 'room-1:bob'],
        ['members', 'room-1:can'],
        ['log', docsOf(state)[5]?._id],
      ]),
    );
  });
});

describe('what no event can be', () => {
  it('is edited, pinned or deleted; its owner is no author of it', () => {
    const scene = groupScene();
    scene.commit({ by: 'ada', row: eventRow('ada'), hours: (NOW - scene.state.now) / HOUR });
    const { state } = scene;
    const messageId = state.rowAt(11)?.id;
    const by = as('ada');
    expect(decided(state, { type: 'edit_message', by, messageId, body: 'x' } as never)).toEqual({ code: 'not_author' });
    expect(decided(state, { type: 'pin_message', by, messageId, pinned: true } as never)).toEqual({
      code: 'invalid_state',
    });
    expect(decided(state, { type: 'delete_message', by, messageId } as never)).toEqual({ code: 'not_allowed' });
  });
});

describe('a room that is not there', () => {
  it('takes no message', () => {
    const { state } = groupScene();
    state.head = { ...(state.head as Head), deleted: true } as Head;
    const draft = { clientId: null, body: 'x'.repeat(BODY_BYTES_MAX + 1), replyTo: null, discussionOf: null };
    expect(decided(state, { type: 'send_message', by: as('cem'), draft } as never)).toEqual({ code: 'room_not_found' });
  });
});
