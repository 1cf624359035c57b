import type { Row } from '#src/domain/messages/message.js';
import { ada, bob, cem, nil, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const HOURS_48 = 48 * 3_600_000;

describeOnBothEngines('changing what was said', (openStore) => {
  let fixture: RoomFixture;
  let row: Row;
  beforeEach(async () => {
    const store = await openStore();
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem]);
    row = await fixture.say(bob, 'selam');
  });

  const edit = (by: typeof ada, body: string, more = {}) =>
    fixture.ask(by, { type: 'edit_message', messageId: row.id, body, ...more });
  const remove = (by: typeof ada, { id }: Row = row) => fixture.ask(by, { type: 'delete_message', messageId: id });
  const react = (by: typeof ada, emoji: string, on = true) =>
    fixture.ask(by, { type: 'react', messageId: row.id, emoji, on });
  const lastMessage = async () => (await fixture.ok(ada, { type: 'view_list_row' }))?.lastMessage?.row.body ?? null;

  it('an edit is open for 48 hours, to the millisecond', async () => {
    await fixture.env.leap(HOURS_48);
    expect(await edit(bob, 'tam vaktinde')).toMatchObject({ value: { message: { row: { body: 'tam vaktinde' } } } });
    await fixture.env.leap(1);
    expect(await edit(bob, 'geç')).toMatchObject({ code: 'edit_window_closed' });
    await fixture.stop();
  });

  it('an edit bound to a rev holds only while nothing changed', async () => {
    await react(cem, '👍');
    expect(await edit(bob, 'eski', { ifRev: row.rev })).toMatchObject({ code: 'invalid_state' });
    expect(await edit(bob, 'yeni', { ifRev: row.rev + 1 })).toMatchObject({ ok: true });
    await fixture.stop();
  });

  it.each([
    [ada, 'not_author'],
    [cem, 'not_author'],
    [nil, 'not_member'],
  ])('nobody edits what somebody else said (%#)', async (by, code) => {
    expect(await edit(by, 'başka')).toMatchObject({ code });
    await fixture.stop();
  });

  it('an edit of nothing, or of too much, is refused', async () => {
    expect(await edit(bob, '')).toMatchObject({ code: 'validation_failed' });
    expect(await edit(bob, 'ş'.repeat(8_193))).toMatchObject({ code: 'message_too_long' });
    expect(await edit(bob, 'ş'.repeat(8_192))).toMatchObject({ ok: true });
    await fixture.stop();
  });

  it('an edit keeps reactions and what was counted, and renews names and hashtags', async () => {
    await react(cem, '👍');
    const answer = await edit(bob, '@cem #Çay');
    expect(answer).toMatchObject({
      value: { message: { row: { reactions: { '👍': 1 }, mentions: [{ username: 'cem' }], hashtags: ['çay'] } } },
    });
    expect(await fixture.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 1, unreadMentions: 0 });
    await fixture.stop();
  });

  it('the author and the founder delete, others do not; what is gone stays gone', async () => {
    expect(await remove(cem)).toMatchObject({ code: 'not_allowed' });
    expect(await remove(nil)).toMatchObject({ code: 'not_member' });
    const own = await fixture.say(bob, 'benim');
    expect(await remove(bob, own)).toMatchObject({ value: { message: { row: { body: '', mentions: [] } } } });
    const gone = await remove(ada);
    expect(await remove(bob)).toEqual(gone);
    expect(await edit(bob, 'yine')).toMatchObject({ code: 'invalid_state' });
    expect(await react(cem, '👍')).toMatchObject({ code: 'invalid_state' });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('blanks the edits of what is deleted, in the store too', async () => {
    await edit(bob, 'gizli bir düzeltme');
    await remove(bob);
    const docs = await fixture.store.range('log', { index: '_id', gt: `${fixture.id}:`, lt: `${fixture.id};` });
    expect(JSON.stringify(docs)).not.toMatch(/gizli|selam/);
    await fixture.stop();
  });

  it("an event row is nobody's to change", async () => {
    const { messages } = await fixture.ok(ada, { type: 'open_room', limit: 50 });
    const event = messages.find(({ row: { kind } }) => kind === 'event')?.row as Row;
    expect(await remove(ada, event)).toMatchObject({ code: 'not_allowed' });
    const on = { messageId: event.id, emoji: '👍', on: true };
    expect(await fixture.code(ada, { type: 'react', ...on })).toBe('invalid_state');
    expect(await fixture.code(bob, { type: 'edit_message', messageId: event.id, body: 'ben' })).toBe('not_author');
    await fixture.stop();
  });

  it('without its newest message a list row falls back to the one before, over deleted ones and events', async () => {
    const [second, third] = [await fixture.say(ada, 'iki'), await fixture.say(ada, 'üç')];
    await remove(ada, second);
    await fixture.ok(cem, { type: 'leave_room' });
    await remove(ada, third);
    expect(await lastMessage()).toBe('selam');
    await remove(bob);
    expect(await lastMessage()).toBeNull();
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('falls back over hundreds of rows that are no conversation, from memory and from the store', async () => {
    const coming = Array.from({ length: 130 }, (_, n) => ({ ...nil, accountId: `misafir-${n}`, username: `m${n}` }));
    await Promise.all(coming.map((by) => fixture.ok(by, { type: 'join_room' })));
    const last = await fixture.say(ada, 'son');
    await fixture.restart();
    await remove(ada, last);
    expect(await lastMessage()).toBe('selam');
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('never falls back to what is being deleted at the same moment', async () => {
    const coming = Array.from({ length: 70 }, (_, n) => ({ ...nil, accountId: `misafir-${n}`, username: `m${n}` }));
    await Promise.all(coming.map((by) => fixture.ok(by, { type: 'join_room' })));
    const last = await fixture.say(ada, 'son');
    await fixture.restart();
    await fixture.ok(ada, { type: 'view_room' });
    await Promise.all([remove(bob), remove(ada, last)]);
    expect(await lastMessage()).toBeNull();
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('a person reacts once with each of at most twenty kinds', async () => {
    const kinds = [
      'constructor',
      'toString',
      '__proto__',
      '$set',
      'a.b',
      ...Array.from({ length: 15 }, (_, n) => `e${n}`),
    ];
    for (const kind of kinds) expect(await react(cem, kind)).toMatchObject({ ok: true });
    for (const kind of kinds) expect(await react(cem, kind)).toMatchObject({ ok: true });
    expect(await react(bob, 'e99')).toMatchObject({ code: 'validation_failed' });
    expect(await react(bob, '__proto__')).toMatchObject({ ok: true });
    await fixture.restart();
    const answer = await react(bob, 'e1');
    const counts = Object.entries((answer as { value: { reactions: Record<string, number> } }).value.reactions);
    expect(counts.sort()).toEqual(
      kinds.map((kind): [string, number] => [kind, kind === '__proto__' || kind === 'e1' ? 2 : 1]).sort(),
    );
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });
});
