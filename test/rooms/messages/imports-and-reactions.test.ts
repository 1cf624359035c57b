/** Messages of an import, who has reacted, and edits at their edges, in a room that is held in memory. */

import { REACTORS_MAX } from '#actors/room/messages/reactors.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import { BODY_BYTES_MAX, EDIT_WINDOW_MS, REACTION_KINDS_MAX } from '#src/domain/messages/message.js';
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { Head } from '#src/domain/rooms/room.js';
import { groupScene, HOUR, idOf, Scene as NewScene, rowBy, type Scene, settings } from '../log/facts/scene.js';
import { as, change, decided, NOW, readBy } from '../members/decided.js';

/** A room of an import, with one message of it: entry 2, `s-1`. */
function importing(): RoomState {
  const scene = new NewScene();
  const founded = { type: 'room_created', kind: 'group', slug: 'kahve', founder: 'ada', settings } as never;
  scene.commit({ by: IMPORTER, facts: [founded], more: { hash: 'chain-0' } });
  const { state } = scene;
  expect(decided(state, message('s-1', 'chain-0', 'chain-1'))).toMatchObject({ by: IMPORTER, reply: { seq: 2 } });
  return state;
}

const message = (source: string, after: string, chain: string, more: object = {}, at = 5_000) =>
  ({
    type: 'import_message',
    source,
    at,
    after,
    chain,
    message: {
      kind: 'text',
      body: 'merhaba #kahve @ada',
      attachment: null,
      sender: { accountId: 'cem', username: 'cem' },
      replyTo: null,
      discussionOf: null,
      editedAt: null,
      reactions: {},
      ...more,
    },
  }) as never;

describe('a message of an import', () => {
  it('is a row of its author, with its tags, and mentions nobody', () => {
    expect(importing().rowAt(2)).toMatchObject({
      kind: 'text',
      owner: 'cem',
      sender: { accountId: 'cem', username: 'cem', role: 'member', tag: null },
      hashtags: ['kahve'],
      mentioned: [],
      mentionsAll: false,
      audience: 'all',
      clientId: null,
      replyTo: null,
      discussionOf: null,
    });
  });

  it('has one place: it is refused before its predecessor, once more, and in a room that has members', () => {
    const state = importing();
    expect(decided(state, message('s-2', 'chain-0', 'chain-2'))).toEqual({ code: 'invalid_state' });
    expect(decided(state, message('s-1', 'chain-0', 'chain-1'))).toEqual({ code: 'invalid_state' });
    state.head = { ...(state.head as Head), memberCount: 1 };
    expect(decided(state, message('s-2', 'chain-1', 'chain-2'))).toEqual({ code: 'invalid_state' });
    state.head = { ...(state.head as Head), deleted: true } as Head;
    expect(decided(state, message('s-2', 'chain-1', 'chain-2'))).toEqual({ code: 'room_not_found' });
  });

  it('has at most sixteen kilobytes', () => {
    const state = importing();
    const long = (bytes: number) => message('s-2', 'chain-1', 'chain-2', { body: 'x'.repeat(bytes) });
    expect(decided(state, long(BODY_BYTES_MAX + 1))).toEqual({ code: 'message_too_long' });
    expect(decided(state, long(BODY_BYTES_MAX))).toMatchObject({ reply: { seq: 3 } });
  });

  it('answers and replies to messages of the export by their ids there, and to none that is not in it', () => {
    const state = importing();
    const first = state.rowAt(2)?.id;
    decided(state, message('s-2', 'chain-1', 'chain-2', { replyTo: 's-1', discussionOf: 's-1' }));
    expect(state.rowAt(3)).toMatchObject({ replyTo: first, discussionOf: first });
    expect(state.recent.at(-1)?.facts).toMatchObject([{ type: 'discussion_changed', row: 2 }]);
    // A reply to a reply stands among the other messages.
    decided(state, message('s-3', 'chain-2', 'chain-3', { replyTo: 's-9', discussionOf: 's-2' }));
    expect(state.rowAt(4)).toMatchObject({ replyTo: null, discussionOf: null });
    expect(state.recent.at(-1)?.facts).toEqual([]);
  });

  it('reads the rows that it names, where memory has lost them', async () => {
    const state = importing();
    const named = message('s-2', 'chain-1', 'chain-2', { replyTo: 's-1' });
    expect(await readBy(state, named)).toEqual([]);
    state.window = [];
    state.windowFrom = 2;
    expect((await readBy(state, named)).map(([op, from]) => [op, from])).toEqual([['get', 'log']]);
    const unknown = message('s-2', 'chain-1', 'chain-2', { discussionOf: 's-7' });
    expect((await readBy(state, unknown)).map(([op, from]) => [op, from])).toEqual([['getManyBy', 'log']]);
    expect(await readBy(state, message('s-2', 'chain-1', 'chain-2'))).toEqual([]);
  });
});

describe('who has reacted', () => {
  const asked = (seq = 6, account = 'ada') =>
    ({ type: 'list_reactors', by: as(account), messageId: idOf(seq) }) as never;
  const stored = (rev: number, account: string, emojis = ['👍']) => ({ rev, account, emojis });
  const told = (state: RoomState, reactors: object[], command = asked()) =>
    decided(state, command, { reactors } as never) as { reply: { reactors: { account: string }[]; hasMore: boolean } };

  it('is read along the row, a few more than are told', async () => {
    const { state } = groupScene();
    expect(await readBy(state, asked())).toEqual([
      ['range', 'reactions', { index: '_id', gte: 'room-1:00000006:', lt: 'room-1:00000006;', limit: 400 }],
    ]);
    expect((await readBy(state, asked(99))).filter(([, from]) => from === 'reactions')).toEqual([]);
  });

  it('is told in the order in which they did, without those who took everything back', () => {
    const { reply } = told(groupScene().state, [
      stored(9, 'eda'),
      stored(7, 'bob', []),
      stored(8, 'cem', ['👍', '🎉']),
    ]);
    expect(reply).toEqual({
      reactors: [
        { account: 'cem', emojis: ['👍', '🎉'] },
        { account: 'eda', emojis: ['👍'] },
      ],
      hasMore: false,
    });
  });

  it('is told of two hundred, and whether there are more', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => stored(at, `a${at}`));
    const whole = told(groupScene().state, many(REACTORS_MAX)).reply;
    expect([whole.reactors.length, whole.hasMore]).toEqual([REACTORS_MAX, false]);
    const more = told(groupScene().state, many(REACTORS_MAX + 1)).reply;
    expect([more.reactors.length, more.hasMore]).toEqual([REACTORS_MAX, true]);
  });

  it('is nobody of a deleted row, and refused to those who may not see it', () => {
    const { state } = groupScene();
    state.window = state.window.map((row) => (row.seq === 6 ? { ...row, deletedAt: 5 } : row));
    expect(told(state, [stored(8, 'cem')]).reply.reactors).toEqual([]);
    expect(told(groupScene().state, [], asked(6, 'can'))).toEqual({ code: 'not_member' });
    expect(told(groupScene().state, [], asked(99))).toEqual({ code: 'not_found' });
  });
});

describe('an edit at its edges', () => {
  /** Row 11 by cem, said `ago` ms before now. */
  function fresh(ago = HOUR): Scene {
    const scene = groupScene();
    scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }), hours: (NOW - ago - scene.state.now) / HOUR });
    return scene;
  }
  const edit = ({ state }: Scene, more: object = {}) =>
    decided(state, {
      type: 'edit_message',
      by: as('cem'),
      messageId: state.rowAt(11)?.id,
      body: 'yeni',
      ...more,
    } as never);

  it('is taken to the last millisecond of two days', () => {
    expect(edit(fresh(EDIT_WINDOW_MS))).toMatchObject({ by: 'cem' });
    expect(edit(fresh(EDIT_WINDOW_MS + 1))).toEqual({ code: 'edit_window_closed' });
  });

  it('is of the state that its author has seen, where that is said', () => {
    expect(edit(fresh(), { ifRev: 11 })).toMatchObject({ by: 'cem' });
    expect(edit(fresh(), { ifRev: 10 })).toEqual({ code: 'invalid_state' });
  });

  it('keeps what hangs on the message, and has the tags of the new text', () => {
    const scene = fresh();
    const { state } = scene;
    state.window = state.window.map((row) => (row.seq === 11 ? { ...row, attachment: { key: 'k' } as never } : row));
    edit(scene, { body: 'yeni #çay' });
    expect(state.recent.at(-1)?.facts).toMatchObject([{ content: { body: 'yeni #çay', attachment: { key: 'k' } } }]);
    expect(state.rowAt(11)?.hashtags).toEqual(['çay']);
  });
});

describe('a reaction at its edges', () => {
  const react = (state: RoomState, more: object = {}) =>
    decided(state, { type: 'react', by: as('cem'), messageId: idOf(6), emoji: '👍', on: true, ...more } as never);

  it('is refused while its giver is muted, and says until when', () => {
    const { state } = groupScene();
    change(state, 'cem', { mutedUntil: NOW + 1 });
    expect(react(state)).toEqual({ code: 'muted', until: NOW + 1 });
    change(state, 'cem', { mutedUntil: NOW });
    expect(react(state)).toMatchObject({ reply: { reactions: { '👍': 1 } } });
  });

  it('is refused on what was deleted', () => {
    const { state } = groupScene();
    state.window = state.window.map((row) => (row.seq === 6 ? { ...row, deletedAt: 5 } : row));
    expect(react(state)).toEqual({ code: 'invalid_state' });
  });

  it('is one of so many kinds on a message', () => {
    const { state } = groupScene();
    const kinds = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`:${at}:`, 1]));
    const withKinds = (count: number) => {
      state.window = state.window.map((row) => (row.seq === 6 ? { ...row, reactions: kinds(count) } : row));
    };
    withKinds(REACTION_KINDS_MAX);
    expect(react(state)).toMatchObject({ code: 'validation_failed', fields: { emoji: [expect.any(String)] } });
    withKinds(REACTION_KINDS_MAX - 1);
    expect(react(state)).toMatchObject({ by: 'cem' });
  });

  it('that is taken back by its only giver is gone', () => {
    const { state } = groupScene();
    react(state);
    react(state, { emoji: '__proto__' });
    expect(Object.keys(state.rowAt(6)?.reactions ?? {})).toEqual(['👍', '__proto__']);
    expect(react(state, { on: false })).toMatchObject({ facts: [{ type: 'reaction_changed', on: false }] });
    expect(Object.keys(state.rowAt(6)?.reactions ?? {})).toEqual(['__proto__']);
  });
});

describe('the deletion of a message of nobody', () => {
  it('names no author to the others', () => {
    const scene = groupScene();
    scene.commit({ by: 'ada', row: rowBy({ owner: null }) });
    const messageId = scene.state.rowAt(11)?.id;
    const { event } = decided(scene.state, { type: 'delete_message', by: as('ada'), messageId } as never);
    expect(event).toMatchObject({
      type: 'message_deleted',
      username: null,
      actor: 'ada',
      data: { message_id: messageId },
    });
  });
});
