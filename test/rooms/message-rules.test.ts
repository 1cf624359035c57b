/** Messages, replies, edits, reactions and votes, decision by decision, in a room that is held in memory. */
import type { RoomState } from '#actors/room/model/room-state.js';
import { noContent } from '#src/domain/messages/message.js';
import { groupScene, idOf, rowBy, type Scene } from './log/facts/scene.js';
import { as, change, decided, NOW, readBy, setting } from './members/decided.js';

const DAY_MS = 86_400_000;
const by = (type: string, account: string, more: object = {}) => ({ type, by: as(account), ...more }) as never;
const draft = (more: object = {}) => ({ clientId: null, body: 'selam', replyTo: null, discussionOf: null, ...more });
const said = (state: RoomState, account: string, more: object = {}, reads = {}) =>
  decided(state, by('send_message', account, { draft: draft(more) }), reads);
const invalid = (field: string, what: string) => ({ code: 'validation_failed', fields: { [field]: [what] } });
const NOT_HERE = 'is not a message of this room';
const NOT_TO_DISCUSS = 'is not a message of this room to discuss';

/** The scene goes on until now, so that its rows are fresh: 11 by cem, 12 a reply to it, 13 deleted, 15 an article. */
function fresh(): Scene {
  const scene = groupScene();
  const { state } = scene;
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }), hours: (NOW - state.now) / 3_600_000 - 6 });
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', discussionOf: state.window.at(-1)?.id ?? '' }) });
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem' }) });
  decided(state, by('delete_message', 'cem', { messageId: rowId(scene, 13) }));
  scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', kind: 'article' }) });
  return scene;
}
const rowId = ({ state }: Scene, seq: number): string => state.rowAt(seq)?.id as string;

const tooLong = { code: 'message_too_long', message: 'A message has at most 16384 bytes of UTF-8.' };

describe('a message', () => {
  it('must say something, and not more than sixteen kilobytes', () => {
    expect(said(groupScene().state, 'cem', { body: '' })).toEqual(invalid('body', 'must not be empty'));
    expect(said(groupScene().state, 'cem', { body: 'x'.repeat(16_384) })).toMatchObject({ by: 'cem' });
    expect(said(groupScene().state, 'cem', { body: 'x'.repeat(16_385) })).toEqual(tooLong);
    expect(said(groupScene().state, 'cem', { body: 'ü'.repeat(8_192) })).toMatchObject({ by: 'cem' });
    expect(said(groupScene().state, 'cem', { body: 'ü'.repeat(8_193) })).toEqual(tooLong);
  });

  it('quotes a row that its sender may read, and no other', async () => {
    const { state } = groupScene();
    expect(said(state, 'cem', { replyTo: idOf(8) })).toMatchObject({ by: 'cem' });
    expect(said(state, 'cem', { replyTo: idOf(3) })).toEqual(invalid('reply_to', NOT_HERE));
    expect(said(state, 'cem', { replyTo: idOf(99) })).toEqual(invalid('reply_to', NOT_HERE));
    // One that has left memory is read before the turn.
    state.window = [];
    state.windowFrom = 10;
    const asked = await readBy(state, by('send_message', 'cem', { draft: draft({ replyTo: idOf(8) }) }));
    expect(JSON.stringify(asked)).toContain('room-1:');
    expect(await readBy(state, by('send_message', 'cem', { draft: draft() }))).toEqual([]);
  });

  it('quotes no row that is over', () => {
    const scene = fresh();
    expect(said(scene.state, 'cem', { replyTo: rowId(scene, 11) })).toMatchObject({ by: 'cem' });
    const { head } = scene.state;
    if (head) scene.state.head = { ...head, settings: { ...head.settings, messageTtlHours: 1 } };
    expect(said(scene.state, 'cem', { replyTo: rowId(scene, 11) })).toEqual(invalid('reply_to', NOT_HERE));
  });

  it('mentions nobody who is not in the room', async () => {
    const { state } = groupScene();
    const command = by('send_message', 'cem', { draft: draft({ body: '@bob @can' }) });
    const usernames = ['bob', 'can'].map((name) => ({ _id: name, account: name }));
    await readBy(state, command, { usernames, blocks: [null, null] });
    await readBy(state, command, { usernames, blocks: [null, null] });
    decided(state, command);
    expect(state.window.at(-1)).toMatchObject({ mentions: [{ accountId: 'bob' }], mentioned: ['bob'] });
  });

  it('reaches nobody whom its sender blocks or who blocks the sender, though it names them', async () => {
    const { state } = groupScene();
    const command = by('send_message', 'cem', { draft: draft({ body: '@bob @eda' }) });
    const names = [
      { _id: 'bob', account: 'bob' },
      { _id: 'eda', account: 'eda' },
    ];
    const blocks = [null, { account: 'eda', active: true }];
    await readBy(state, command, { usernames: names, blocks });
    await readBy(state, command, { usernames: names, blocks });
    decided(state, command);
    const { mentions, mentioned } = state.window.at(-1) as never as { mentions: object[]; mentioned: string[] };
    expect([mentions.length, mentioned]).toEqual([2, ['bob']]);
  });

  it('with a survey that is over already is refused, and so is a card of somebody who is not there', () => {
    const survey = (closes_at?: number) => ({
      kind: 'survey',
      attachment: { question: 'ne?', options: ['a', 'b'], multiple: false, ...(closes_at && { closes_at }) },
    });
    const refused = (message: string) => ({ code: 'invalid_attachment', message });
    const inThePast = refused('The closes_at of a survey must be in the future.');
    expect(said(groupScene().state, 'cem', survey(NOW))).toEqual(inThePast);
    expect(said(groupScene().state, 'cem', survey(NOW + 1))).toMatchObject({ by: 'cem' });
    expect(said(groupScene().state, 'cem', survey())).toMatchObject({ by: 'cem' });
    const card = { kind: 'contact', attachment: { username: 'can' } };
    expect(said(groupScene().state, 'cem', card)).toEqual(refused('Nobody has the username of this contact.'));
    expect(said(groupScene().state, 'cem', card, { contact: { account: 'can' } })).toMatchObject({ by: 'cem' });
  });
});

describe('a reply below a message', () => {
  const below = (scene: Scene, seq: number, account = 'ada') =>
    said(scene.state, account, { discussionOf: seq === 0 ? idOf(99) : rowId(scene, seq) });

  it('stands below a message of the room, and below no event, no reply and nothing unknown', () => {
    expect(below(fresh(), 11)).toMatchObject({ by: 'ada' });
    for (const seq of [2, 12, 0]) expect(below(fresh(), seq)).toEqual(invalid('discussion_of', NOT_TO_DISCUSS));
    expect(below(fresh(), 3, 'cem')).toEqual(invalid('discussion_of', NOT_TO_DISCUSS));
  });

  it('is refused below what was deleted and where the discussion is closed, or where there are none', () => {
    expect(below(fresh(), 13)).toEqual({ code: 'discussion_closed' });
    const closed = fresh();
    decided(closed.state, by('set_discussion', 'cem', { messageId: rowId(closed, 11), open: false }));
    expect(below(closed, 11)).toEqual({ code: 'discussion_closed' });
    const none = fresh();
    setting(none.state, { discussionsEnabled: false });
    expect(below(none, 11)).toEqual({ code: 'not_allowed' });
  });

  it('is closed and listed by those who may, below messages alone', () => {
    const close = (scene: Scene, seq: number, account = 'cem', open = false) =>
      decided(scene.state, by('set_discussion', account, { messageId: rowId(scene, seq), open }));
    expect(close(fresh(), 11)).toMatchObject({ facts: [{ type: 'discussion_closed' }] });
    const denied = fresh();
    denied.state.head = { ...denied.state.head, memberDenied: ['sub_chat.close_subject'] } as never;
    expect(close(denied, 11, 'eda')).toEqual({ code: 'not_allowed' });
    expect(close(denied, 11)).toMatchObject({ by: 'cem' });
    for (const seq of [12, 13]) expect(close(fresh(), seq)).toEqual({ code: 'invalid_state' });
    expect(close(fresh(), 2, 'ada')).toEqual({ code: 'invalid_state' });
    const list = by('list_discussion', 'can', { messageId: idOf(6), limit: 5 });
    expect(decided(groupScene().state, list)).toEqual({ code: 'not_member' });
  });
});

describe('an edit', () => {
  const edit = (scene: Scene, body: string, more: object = {}, account = 'cem') =>
    decided(scene.state, by('edit_message', account, { messageId: rowId(scene, 11), body, ...more }));

  it('is the author’s, of a text that is still there, within two days', () => {
    expect(edit(fresh(), 'yeni')).toMatchObject({ facts: [{ type: 'message_edited' }] });
    expect(edit(fresh(), 'yeni', {}, 'ada')).toEqual({ code: 'not_author' });
    expect(edit(fresh(), 'yeni', { messageId: rowId(fresh(), 13) })).toEqual({ code: 'invalid_state' });
    expect(edit(fresh(), 'yeni', { messageId: rowId(fresh(), 15) })).toEqual({ code: 'invalid_state' });
    const { state } = groupScene();
    const old = by('edit_message', 'cem', { messageId: idOf(6), body: 'yeni' });
    expect(decided(state, old)).toEqual({ code: 'edit_window_closed' });
  });

  it('says something, no link where the room has none, and nothing while its author is muted', () => {
    expect(edit(fresh(), '')).toEqual(invalid('body', 'must not be empty'));
    expect(edit(fresh(), 'x'.repeat(16_385))).toEqual(tooLong);
    const linkless = fresh();
    const { head } = linkless.state;
    linkless.state.head = { ...head, memberDenied: ['send_message.links'] } as never;
    expect(edit(linkless, 'bak: https://example.com')).toEqual({ code: 'not_allowed' });
    expect(edit(linkless, 'bakma')).toMatchObject({ by: 'cem' });
    const muted = fresh();
    change(muted.state, 'cem', { mutedUntil: NOW + DAY_MS });
    expect(edit(muted, 'yeni')).toEqual({ code: 'muted', until: NOW + DAY_MS });
    const denied = fresh();
    denied.state.head = { ...denied.state.head, memberDenied: ['edit_message'] } as never;
    expect(edit(denied, 'yeni')).toEqual({ code: 'not_allowed' });
  });
});

describe('a reaction and a vote', () => {
  it('that are given already change nothing, and the answer says what there is', () => {
    const { state } = groupScene();
    const react = (on: boolean) => decided(state, by('react', 'cem', { messageId: idOf(6), emoji: '👍', on }));
    expect(react(false)).toEqual({ reply: { reactions: {} } });
    expect(react(true)).toMatchObject({ reply: { reactions: { '👍': 1 } } });
    expect(react(true)).toEqual({ reply: { reactions: { '👍': 1 } } });
    expect(decided(state, by('react', 'ada', { messageId: idOf(2), emoji: '👍', on: true }))).toEqual({
      code: 'invalid_state',
    });
  });

  it('reads what its giver has said before, once the row is known', async () => {
    const { state } = groupScene();
    state.reactions.clear();
    const react = by('react', 'cem', { messageId: idOf(6), emoji: '👍', on: true });
    expect((await readBy(state, react)).map(([op, from]) => [op, from])).toEqual([['get', 'reactions']]);
    expect(await readBy(state, by('react', 'cem', { messageId: 'unknown', emoji: '👍', on: true }))).toEqual([]);
  });

  it('are for surveys that are open, one option unless several may be named', () => {
    const survey = (attachment: object) => {
      const scene = groupScene();
      scene.commit({ by: 'ada', row: rowBy({ ...noContent, owner: 'ada', kind: 'survey', attachment } as never) });
      const { state } = scene;
      return (options: number[], messageId = rowId(scene, 11)) =>
        decided(state, by('vote', 'cem', { messageId, options }));
    };
    const options = ['a', 'b'];
    expect(survey({ options, multiple: false })([0, 1])).toEqual(invalid('options', 'may name one option only'));
    expect(survey({ options, multiple: true })([1, 0, 1])).toMatchObject({
      reply: { votes: [1, 1], myOptions: [0, 1] },
    });
    expect(survey({ options, multiple: true })([2])).toEqual(invalid('options', 'names an option that is not there'));
    expect(survey({ options, multiple: false, closes_at: NOW })([0])).toMatchObject({ code: 'invalid_state' });
    expect(survey({ options, multiple: false })([0], idOf(6))).toEqual({ code: 'invalid_state' });
    expect(decided(groupScene().state, by('view_votes', 'cem', { messageId: idOf(6) }))).toEqual({
      code: 'invalid_state',
    });
  });
});

describe('what is passed on', () => {
  it('is a message that can be read: no event, nothing deleted', () => {
    const scene = fresh();
    const give = (seq: number) => decided(scene.state, by('give_message', 'ada', { messageId: rowId(scene, seq) }));
    expect(give(11)).toMatchObject({ reply: { kind: 'text', body: 'merhaba', from: { room: 'kahve' } } });
    for (const seq of [2, 13]) expect(give(seq)).toEqual({ code: 'invalid_state' });
  });
});

describe('a typed command', () => {
  const slash = (clientId: string | null, more: object = {}) =>
    by('run_slash', 'ada', {
      clientId,
      body: '/kick @cem',
      command: { name: 'kick', target: 'cem', rest: '' },
      ...more,
    });
  const names = { names: new Map([['cem', 'cem']]) };

  it('is carried out once under one client_id, and each time without one', async () => {
    const { state } = groupScene();
    expect(decided(state, slash('k-1'), names)).toMatchObject({ reply: { command: 'kick' } });
    expect(decided(state, slash('k-1'), names)).toEqual({ reply: { command: 'kick' } });
    expect(decided(state, slash('k-1', { body: '/kick @eda' }), names)).toEqual({ code: 'idempotency_conflict' });
    expect(decided(state, slash(null), names)).toEqual({ code: 'not_found' });
    const asked = await readBy(groupScene().state, slash('k-2'));
    expect(asked.map(([, from]) => from)).toContain('log');
    expect((await readBy(groupScene().state, slash(null))).map(([, from]) => from)).not.toContain('log');
  });
});
