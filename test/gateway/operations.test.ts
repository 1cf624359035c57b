import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { roomOf, type Talker, talk, type Wire } from './talker.js';

describe('operations', () => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let adaTalks: Talker;
  let bobTalks: Talker;
  let roomId: string;
  const room = 'kahve';

  beforeAll(async () => {
    booted = await bootApp();
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    roomId = await roomOf(booted, room, [ada, bob]);
    [adaTalks, bobTalks] = [await talk(booted, ada), await talk(booted, bob)];
    await bobTalks.ask('room:open', { room });
    await adaTalks.ask('room:open', { room });
  });
  afterAll(async () => {
    adaTalks.close();
    bobTalks.close();
    await booted[Symbol.asyncDispose]();
  });

  const code = ({ ok, error }: Wire): string => (ok ? 'ok' : error.code);
  const say = async (body: string, more: object = {}): Promise<Wire> =>
    (await adaTalks.ask('message:new', { room, body, ...more })).message;

  it('message:new answers with the message and tells everybody, the sender too', async () => {
    const ack = await adaTalks.ask('message:new', { room, body: '  Günaydın! #Kahve @bob  ', client_id: 'first' });
    expect(ack).toMatchObject({ ok: true, duplicate: false });
    expect(ack.message).toMatchObject({
      room,
      kind: 'text',
      body: 'Günaydın! #Kahve @bob',
      client_id: 'first',
      hashtags: ['kahve'],
      mentions: ['bob'],
      sender: { account_id: ada.accountId, username: 'ada' },
    });
    for (const talker of [adaTalks, bobTalks]) {
      const event = await talker.hears('message:new', ({ message }) => message.id === ack.message.id);
      expect(event).toEqual({ room, seq: ack.message.seq, prev_seq: ack.message.seq - 1, message: ack.message });
    }
  });

  it('message:new with a client_id that was used answers with the first message', async () => {
    const first = await adaTalks.ask('message:new', { room, body: 'once', client_id: 'again' });
    const second = await adaTalks.ask('message:new', { room, body: 'once', client_id: 'again' });
    expect(second).toEqual({ ok: true, message: first.message, duplicate: true });
    const other = await adaTalks.ask('message:new', { room, body: 'something else', client_id: 'again' });
    expect(code(other)).toBe('idempotency_conflict');
  });

  it('message:new takes a reply, and the room in any case', async () => {
    const { id } = await say('question');
    expect((await say('answer', { reply_to: id, room: 'KAHVE' })).reply_to).toBe(id);
  });

  it.each([
    ['16 384 bytes of ASCII', 'a'.repeat(16_384), 'ok'],
    ['one byte more', 'a'.repeat(16_385), 'message_too_long'],
    ['16 384 bytes of Turkish letters', 'ş'.repeat(8_192), 'ok'],
    ['one letter more, in two bytes', `${'ş'.repeat(8_192)}a`, 'message_too_long'],
    ['16 384 bytes of emoji', '🍵'.repeat(4_096), 'ok'],
    ['blanks around it, which do not count', ` ${'a'.repeat(16_384)} `, 'ok'],
    ['nothing but blanks', ' \n\t ', 'validation_failed'],
    ['nothing', '', 'validation_failed'],
  ])('message:new with %s', async (_, body, expected) => {
    expect(code(await adaTalks.ask('message:new', { room, body }))).toBe(expected);
  });

  it.each([
    ['a number in place of the payload', 5, 'invalid_request'],
    ['nothing in place of the payload', undefined, 'invalid_request'],
    ['a list in place of the payload', [], 'invalid_request'],
    ['null in place of the payload', null, 'invalid_request'],
    ['binary in place of the payload', Buffer.from('x'), 'validation_failed'],
    ['no room', { body: 'x' }, 'validation_failed'],
    ['a room that is a number', { room: 7, body: 'x' }, 'validation_failed'],
    ['a room that is no slug', { room: 'a b', body: 'x' }, 'room_not_found'],
    ['an unknown room', { room: 'nowhere', body: 'x' }, 'room_not_found'],
    ['a body that is a list', { room, body: ['x'] }, 'validation_failed'],
    ['a client_id with a blank', { room, body: 'x', client_id: 'a b' }, 'validation_failed'],
    ['a client_id of 65', { room, body: 'x', client_id: 'a'.repeat(65) }, 'validation_failed'],
    ['a reply to what is no id', { room, body: 'x', reply_to: 'none' }, 'validation_failed'],
    ['a file', { room, body: 'x', attachment: { type: 'photo' } }, 'invalid_attachment'],
  ])('message:new refuses %s', async (_, payload, expected) => {
    expect(code(await adaTalks.ask('message:new', payload))).toBe(expected);
  });

  it('names the fields that do not fit', async () => {
    const { error } = await adaTalks.ask('message:react', { room, message_id: 5, on: 'yes' });
    expect(error).toEqual({
      code: 'validation_failed',
      message: expect.any(String),
      fields: { message_id: [expect.any(String)], emoji: [expect.any(String)], on: [expect.any(String)] },
    });
  });

  it('message:edit changes an own text, and with if_rev only the one that is meant', async () => {
    const { id, rev } = await say('tpyo');
    const ack = await adaTalks.ask('message:edit', { room, message_id: id, body: 'typo', if_rev: rev });
    expect(ack.message).toMatchObject({ id, body: 'typo', edited_at: expect.any(Number) });
    const event = await bobTalks.hears('message:edited', ({ message }) => message.id === id);
    expect(event).toMatchObject({ room, seq: ack.message.rev, message: ack.message });
    const late = await adaTalks.ask('message:edit', { room, message_id: id, body: 'typos', if_rev: rev });
    expect(code(late)).toBe('invalid_state');
    expect(code(await bobTalks.ask('message:edit', { room, message_id: id, body: 'mine' }))).toBe('not_author');
    expect(code(await adaTalks.ask('message:edit', { room, message_id: id, body: ' ' }))).toBe('validation_failed');
    const long = await adaTalks.ask('message:edit', { room, message_id: id, body: 'a'.repeat(16_385) });
    expect(code(long)).toBe('message_too_long');
    expect(code(await adaTalks.ask('message:edit', { room, message_id: 'x', body: 'x' }))).toBe('not_found');
  });

  it('message:delete leaves a row without content', async () => {
    const { id, seq } = await say('oops');
    const ack = await adaTalks.ask('message:delete', { room, message_id: id });
    expect(ack.message).toMatchObject({ id, seq, body: '', deleted_at: expect.any(Number) });
    const event = await bobTalks.hears('message:deleted', ({ message_id }) => message_id === id);
    expect(event).toMatchObject({ room, message_id: id, row_seq: seq, deleted_at: ack.message.deleted_at });
    expect(event.seq).toBeGreaterThan(seq);
  });

  it('message:react counts each emoji once per person', async () => {
    const { id } = await say('tea?');
    await adaTalks.ask('message:react', { room, message_id: id, emoji: '👍', on: true });
    const ack = await bobTalks.ask('message:react', { room, message_id: id, emoji: '👍', on: true });
    expect(ack).toEqual({ ok: true, reactions: { '👍': 2 } });
    await bobTalks.ask('message:react', { room, message_id: id, emoji: '👍', on: false });
    const event = await adaTalks.hears('message:reactions', (payload) => payload.reactions['👍'] === 1);
    expect(event.message_id).toBe(id);
    const family = '👨‍👩‍👧‍👦';
    expect(code(await bobTalks.ask('message:react', { room, message_id: id, emoji: family, on: true }))).toBe('ok');
    const nine = '👍'.repeat(9);
    expect(code(await bobTalks.ask('message:react', { room, message_id: id, emoji: nine, on: true }))).not.toBe('ok');
    const answer = await booted.ask(bob, 'GET', `/api/rooms/${room}/messages/${id}/reactions`);
    expect(answer.body).toEqual({
      people: [
        { id: ada.accountId, username: 'ada', avatar: null, emojis: ['👍'] },
        { id: bob.accountId, username: 'bob', avatar: null, emojis: [family] },
      ],
      has_more: false,
    });
    await adaTalks.ask('message:delete', { room, message_id: id });
    const afterwards = await booted.ask(bob, 'GET', `/api/rooms/${room}/messages/${id}/reactions`);
    expect(afterwards.body).toEqual({ people: [], has_more: false });
  });

  it('message:read moves the cursor forward only, by seq or by message', async () => {
    const { id, seq } = await say('news');
    const { unread } = await bobTalks.ask('message:read', { room, seq: 1 });
    expect(unread).toBeGreaterThan(0);
    expect(await bobTalks.ask('message:read', { room, message_id: id })).toEqual({
      ok: true,
      read_seq: seq,
      unread: 0,
      unread_mentions: 0,
    });
    expect((await bobTalks.ask('message:read', { room, seq: 1 })).read_seq).toBe(seq);
    expect(code(await bobTalks.ask('message:read', { room }))).toBe('validation_failed');
    expect(code(await bobTalks.ask('message:read', { room, seq: 1, message_id: id }))).toBe('validation_failed');
  });

  it('message:list gives pages, oldest first, whatever the bound', async () => {
    const seqs: number[] = [];
    for (let index = 0; index < 5; index += 1) seqs.push((await say(`row ${index}`)).seq);
    const list = async (bounds: object) =>
      (await adaTalks.ask('message:list', { room, limit: 3, ...bounds })).messages.map(({ seq }: Wire) => seq);
    expect(await list({})).toEqual(seqs.slice(2));
    expect(await list({ after_seq: (seqs[0] as number) - 1 })).toEqual(seqs.slice(0, 3));
    expect(await list({ before_seq: seqs[3] })).toEqual(seqs.slice(0, 3));
    expect(await list({ around_seq: seqs[2] })).toContain(seqs[2]);
    const both = await adaTalks.ask('message:list', { room, before_seq: 4, after_seq: 1 });
    expect(code(both)).toBe('validation_failed');
  });

  it.each([0, -1, 'many', null, 1.5])('a limit of %p means the default', async (limit) => {
    expect(code(await adaTalks.ask('message:list', { room, limit }))).toBe('ok');
  });

  it('room:open tells the room, and asks to start over when the id is of another room', async () => {
    const { seq } = await say('here');
    const ack = await bobTalks.ask('room:open', { room, id: roomId, after_seq: seq, limit: 10_000 });
    expect(ack).toMatchObject({ ok: true, seq, messages: [], changes: [], has_more: false, reset: false });
    expect(ack.room).toMatchObject({ id: roomId, slug: room, my_role: 'member' });
    const other = await bobTalks.ask('room:open', { room, id: bob.accountId, after_seq: seq });
    expect(other.reset).toBe(true);
    expect((await bobTalks.ask('room:open', { room, after_seq: seq + 1_000 })).reset).toBe(true);
  });

  it('answers an unknown operation, and names of built-in things are unknown too', async () => {
    for (const name of ['no:such', '__proto__', 'constructor', 'toString']) {
      expect(code(await adaTalks.ask(name, { room }))).toBe('unknown_operation');
    }
  });

  it('carries out an operation without an ack, and tells its error as an event', async () => {
    adaTalks.socket.emit('message:new', { room, body: 'no ack wanted' });
    await bobTalks.hears('message:new', ({ message }) => message.body === 'no ack wanted');
    adaTalks.socket.emit('message:new', { room: 'nowhere', body: 'lost' });
    expect(await adaTalks.hears('operation:error')).toEqual({
      op: 'message:new',
      error: { code: 'room_not_found', message: expect.any(String) },
    });
    adaTalks.socket.emit('no:such:operation');
    await adaTalks.hears('operation:error', ({ op }) => op === 'no:such:operation');
  });

  it('a stranger hears nothing and may do nothing', async () => {
    const eda = await talk(booted, await booted.person('eda'));
    const { id } = await say('members only');
    const asked: [string, object][] = [
      ['room:open', { room }],
      ['message:list', { room }],
      ['message:new', { room, body: 'x' }],
      ['message:edit', { room, message_id: id, body: 'x' }],
      ['message:delete', { room, message_id: id }],
      ['message:react', { room, message_id: id, emoji: '👍', on: true }],
      ['message:read', { room, seq: 1 }],
    ];
    for (const [name, payload] of asked)
      expect([name, code(await eda.ask(name, payload))]).toEqual([name, 'not_member']);
    expect(code(await eda.ask('typing', { room, on: true }))).not.toBe('ok');
    await say('still members only');
    await adaTalks.hears('message:new', ({ message }) => message.body === 'still members only');
    expect(eda.heard.map(({ name }) => name)).toEqual(['ready']);
    eda.close();
  });
});
