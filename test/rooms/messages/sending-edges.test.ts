/** A message, a vote and a typed command at their edges, in a room that is held in memory. */
import { utf8Length } from '#actors/room/messages/draft-checks.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Head } from '#src/domain/rooms/room.js';
import { groupScene, idOf, rowBy } from '../log/facts/scene.js';
import { as, decided, NOW, readBy } from '../members/decided.js';

const draft = (more: object = {}) => ({ clientId: null, body: 'selam', replyTo: null, discussionOf: null, ...more });
const sending = (more: object = {}, by: object = as('cem')) =>
  ({ type: 'send_message', by, draft: draft(more) }) as never;
const readOf = async (state: RoomState, command: never) => (await readBy(state, command)).map(([, from]) => from);

describe('a message', () => {
  it('reads nothing where memory has its room, and nothing in a room that is not there', async () => {
    const { state } = groupScene();
    expect(await readOf(state, sending())).toEqual([]);
    expect(await readOf(state, sending({ clientId: 'c-6' }))).toEqual([]);
    state.head = { ...(state.head as Head), deleted: true } as Head;
    expect(await readOf(state, sending({ clientId: 'c-1', body: '@can' }))).toEqual([]);
  });

  it('is another request where it passes on another message', () => {
    const { state } = groupScene();
    const forward = (of: string) => sending({ clientId: 'c-9', forward: { of, source: null } });
    const source = { kind: 'text', body: 'x', attachment: null, from: { room: 'kahve', username: 'bob' } };
    const first = sending({ clientId: 'c-9', forward: { of: 'one', source } });
    expect(decided(state, first)).toMatchObject({ by: 'cem' });
    expect(decided(state, forward('one'))).toMatchObject({ reply: { duplicate: true } });
    expect(decided(state, forward('two'))).toEqual({ code: 'idempotency_conflict' });
  });

  it('of a bot says so in its sender', () => {
    const { state } = groupScene();
    decided(state, sending({}, { ...as('cem'), isBot: true }));
    expect(state.window.at(-1)?.sender).toMatchObject({ accountId: 'cem', isBot: true });
    decided(state, sending());
    expect(state.window.at(-1)?.sender).not.toHaveProperty('isBot');
  });

  it('has the tag of its article first', () => {
    const tagsOf = (attachment: object) => {
      const { state } = groupScene();
      decided(state, sending({ kind: 'article', body: '#çay #kahve', attachment }));
      return state.window.at(-1)?.hashtags;
    };
    expect(tagsOf({ title: 't', tag: 'kahve', blocks: [] })).toEqual(['kahve', 'çay']);
    expect(tagsOf({ title: 't', blocks: [] })).toEqual(['çay', 'kahve']);
  });

  it('is counted in bytes where it may be too long', () => {
    const filler = 'x'.repeat(100);
    const bytes = ['é', '\u07ff', '\u0800', '\ud7ff', '🌱', '\ue000', '\uffff'].map((text) =>
      utf8Length(filler + text),
    );
    expect(bytes).toEqual([102, 102, 103, 103, 104, 103, 103]);
  });

  it('is deleted by its author or by those who may, not by every member who may delete their own', () => {
    const deletion = (account: string, seq: number) =>
      decided(groupScene().state, { type: 'delete_message', by: as(account), messageId: idOf(seq) } as never);
    expect(deletion('cem', 7)).toEqual({ code: 'not_allowed' });
    expect(deletion('cem', 6)).toMatchObject({ by: 'cem' });
    expect(deletion('ada', 6)).toMatchObject({ by: 'ada' });
  });

  it('that is deleted by its author once may not be any more where members may not', () => {
    const { state } = groupScene();
    state.head = { ...state.head, memberDenied: ['delete_message'] } as never;
    const deletion = { type: 'delete_message', by: as('cem'), messageId: idOf(6) } as never;
    expect(decided(state, deletion)).toEqual({ code: 'not_allowed' });
  });
});

describe('a vote', () => {
  it('that is given already changes nothing, and is none on a survey that was deleted', () => {
    const scene = groupScene();
    const attachment = { question: 'ne?', options: ['a', 'b'], multiple: true } as never;
    scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', kind: 'survey', attachment }) });
    const { state } = scene;
    const messageId = state.rowAt(11)?.id;
    const vote = (options: number[]) => decided(state, { type: 'vote', by: as('cem'), messageId, options } as never);
    expect(vote([1])).toMatchObject({ by: 'cem', reply: { votes: [0, 1], myOptions: [1] } });
    expect(vote([1])).toEqual({ reply: { votes: [0, 1], myOptions: [1] } });
    expect(vote([0])).toMatchObject({ reply: { votes: [1, 0], myOptions: [0] } });
    expect(vote([])).toMatchObject({ reply: { votes: [0, 0], myOptions: [] } });
    state.window = state.window.map((row) => (row.seq === 11 ? { ...row, deletedAt: NOW } : row));
    expect(vote([1])).toEqual({ code: 'invalid_state' });
  });
});

describe('a typed command', () => {
  it('about nobody says how it is written', () => {
    const command = { name: 'kick', target: null, rest: '' };
    const typed = { type: 'run_slash', by: as('ada'), clientId: null, body: '/kick', command } as never;
    const refusal = decided(groupScene().state, typed, { names: new Map() } as never);
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      fields: { body: [expect.stringMatching(/^is written \/kick/)] },
    });
  });

  it('that nobody knows is refused, and the one that asks for help is answered', () => {
    const typed = (command: object | null) =>
      decided(
        groupScene().state,
        { type: 'run_slash', by: as('ada'), clientId: null, body: '/x', command } as never,
        { names: new Map() } as never,
      );
    expect(typed(null)).toEqual({ code: 'unknown_command' });
    expect(typed({ name: 'help', target: null, rest: '' })).toEqual({ reply: { command: 'help' } });
  });
});
