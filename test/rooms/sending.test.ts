import { memberId } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { ada, bob, cem, eda, nil, person, RoomFixture, registerNames, sending } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines, describeOnEmbedded } from '../support/store/engines.js';

const edited = (messageId: string, body: string) => ({ type: 'edit_message' as const, messageId, body });

describeOnBothEngines('the same client_id', (openStore) => {
  let fixture: RoomFixture;
  beforeEach(async () => {
    const store = await openStore();
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem]);
  });
  const send = (by = bob, body = 'selam', clientId = 'c1') => fixture.ask(by, sending(body, { clientId }));

  it('makes one row, although it is sent ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()));
    const ids = answers.map((answer) => answer.ok && answer.value.message.row.id);
    expect(new Set(ids).size).toBe(1);
    expect(answers.map((answer) => answer.ok && answer.value.duplicate)).toEqual([false, ...Array(9).fill(true)]);
    await fixture.stop();
  });

  it('a year later, in another process, is still the same message, as it is now', async () => {
    const first = await fixture.ok(bob, sending('selam', { clientId: 'c1' }));
    const { id } = first.message.row;
    await fixture.ok(bob, edited(id, 'selamlar'));
    for (let n = 0; n < 600; n += 1) void fixture.say(cem, `${n}`);
    await fixture.say(cem, 'son');
    await fixture.restart();
    await fixture.env.leap(365 * 86_400_000);
    expect(await send()).toMatchObject({ value: { duplicate: true, message: { row: { id, body: 'selamlar' } } } });
    await fixture.ok(ada, { type: 'delete_message', messageId: id });
    expect(await send()).toMatchObject({ value: { duplicate: true, message: { row: { id, body: '' } } } });
    await fixture.ok(bob, { type: 'leave_room' });
    expect(await send()).toMatchObject({ value: { duplicate: true, message: { row: { id } } } });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('with other words is a conflict, from somebody else it is another message', async () => {
    await send();
    expect(await send(bob, 'başka')).toMatchObject({ code: 'idempotency_conflict' });
    expect(await send(cem, 'başka')).toMatchObject({ value: { duplicate: false } });
    expect(await fixture.ask(bob, sending('selam', { clientId: 'c1', replyTo: 'x' }))).toMatchObject({
      code: 'idempotency_conflict',
    });
    await fixture.stop();
  });

  it('of a refused message is free', async () => {
    expect(await send(nil)).toMatchObject({ code: 'not_member' });
    await fixture.ok(nil, { type: 'join_room' });
    expect(await send(nil)).toMatchObject({ value: { duplicate: false } });
    await fixture.stop();
  });
});

describeOnEmbedded('saying something', (openStore) => {
  let store: Store;
  let fixture: RoomFixture;
  beforeEach(async () => {
    store = await openStore();
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem]);
  });
  const send = (by: typeof ada, body: string, more = {}) => fixture.ask(by, sending(body, more));

  it('takes 16384 bytes of UTF-8 and not one more', async () => {
    expect(await send(bob, 'a'.repeat(16_384))).toMatchObject({ ok: true });
    expect(await send(bob, 'a'.repeat(16_385))).toMatchObject({ code: 'message_too_long' });
    expect(await send(bob, 'ş'.repeat(8_192))).toMatchObject({ ok: true });
    expect(await send(bob, `${'ş'.repeat(8_192)}a`)).toMatchObject({ code: 'message_too_long' });
    expect(await send(bob, '😀'.repeat(4_096))).toMatchObject({ ok: true });
    expect(await send(bob, `${'😀'.repeat(4_096)}a`)).toMatchObject({ code: 'message_too_long' });
    expect(await send(bob, '€'.repeat(5_462))).toMatchObject({ code: 'message_too_long' });
    expect(await send(bob, '')).toMatchObject({ code: 'validation_failed' });
    await fixture.stop();
  });

  it('is not for the muted, until the millisecond at which the mute ends', async () => {
    await fixture.stop();
    const until = fixture.env.now() + 5_000;
    const id = memberId(fixture.id, bob.accountId);
    await store.write([{ op: 'set', in: 'members', id, set: { mutedUntil: until } }]);
    await fixture.restart();
    await fixture.env.leap(until - fixture.env.now() - 1);
    expect(await send(bob, 'selam')).toMatchObject({ code: 'muted', until });
    await fixture.env.leap(1);
    expect(await send(bob, 'selam')).toMatchObject({ ok: true });
    await fixture.stop();
  });

  it('quotes only what its writer may see in this room', async () => {
    const other = await new RoomFixture(store, { env: fixture.env }).found({}, [bob]);
    const foreign = await other.say(ada, 'başka odada');
    const quoted = await fixture.say(ada, 'burada');
    expect(await send(bob, 'cevap', { replyTo: quoted.id })).toMatchObject({ ok: true });
    for (const replyTo of [foreign.id, 'x', '__proto__', quoted.id.replace(/.$/, '0')]) {
      expect(await send(bob, 'cevap', { replyTo })).toMatchObject({ code: 'validation_failed' });
    }
    const cut = await new RoomFixture(store, { env: fixture.env }).found({ historyForNewMembers: false });
    const early = await cut.say(ada, 'eski');
    await cut.ok(bob, { type: 'join_room' });
    expect(await cut.ask(bob, sending('cevap', { replyTo: early.id }))).toMatchObject({ code: 'validation_failed' });
    for (const each of [fixture, other, cut]) await each.stop();
  });

  it('mentions members, once each, however their name is written', async () => {
    const row = await fixture.say(ada, '@bob @BOB @Cem @eda @nil @yok ve ada@bob.tr');
    expect(new Set(row.mentioned)).toEqual(new Set([bob.accountId, cem.accountId]));
    expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unreadMentions: 1 });
    await fixture.ok(eda, { type: 'join_room' });
    expect((await fixture.say(ada, '@eda')).mentioned).toEqual([eda.accountId]);
    await fixture.stop();
  });

  it('folds the Turkish letters of a name', async () => {
    const ilkay = person('İlkay');
    await registerNames(store, [ilkay]);
    await fixture.ok(ilkay, { type: 'join_room' });
    for (const written of ['@ilkay', '@ILKAY', '@ılkay', '@İlkay']) {
      expect((await fixture.say(ada, written)).mentioned).toEqual([ilkay.accountId]);
    }
    await fixture.stop();
  });

  it('finds a name that was typed with combining accents, and one of letters beyond the basic plane', async () => {
    const [ozge, bold] = [person('Özgé'), person('𝐚'.repeat(24))];
    await registerNames(store, [ozge, bold]);
    for (const each of [ozge, bold]) await fixture.ok(each, { type: 'join_room' });
    expect((await fixture.say(ada, `@${'Özgé'.normalize('NFD')}!`)).mentioned).toEqual([ozge.accountId]);
    expect((await fixture.say(ada, `@${'𝐚'.repeat(24)}`)).mentioned).toEqual([bold.accountId]);
    expect((await fixture.say(ada, `@${'𝐚'.repeat(25)}`)).mentioned).toEqual([]);
    await fixture.stop();
  });

  it('to @all is heard when the founder says it', async () => {
    expect((await fixture.say(bob, 'hey @all')).mentionsAll).toBe(false);
    expect((await fixture.say(ada, 'hey @all @bob')).mentionsAll).toBe(true);
    expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 2, unreadMentions: 1 });
    expect(await fixture.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 2, unreadMentions: 1 });
    await fixture.stop();
  });

  it("lowers hashtags of every script as the writer's language does, ten at most", async () => {
    expect((await fixture.say({ ...bob, language: 'tr' }, '#KAHVEIŞIĞI #İZMİR')).hashtags).toEqual([
      'kahveışığı',
      'izmir',
    ]);
    expect((await fixture.say({ ...bob, language: 'en' }, '#KAHVE #ISTANBUL #kahve')).hashtags).toEqual([
      'kahve',
      'istanbul',
    ]);
    expect((await fixture.say(bob, '#हिन्दी #தமிழ் #ภาษาไทย #العَرَبِيَّة #CAFE\u0301 #café हि#x ##y')).hashtags).toEqual([
      'हिन्दी',
      'தமிழ்',
      'ภาษาไทย',
      'العَرَبِيَّة',
      'café',
    ]);
    expect((await fixture.say(bob, Array.from({ length: 14 }, (_, n) => `#t${n}`).join(' '))).hashtags).toHaveLength(
      10,
    );
    await fixture.stop();
  });
});
