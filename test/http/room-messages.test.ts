import { messageShape } from '#src/protocol/shapes/message.js';
import { people, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

let fixture: HttpFixture;
let ada: Visitor;
let bob: Visitor;
let cem: Visitor;
let rooms = 0;

beforeAll(async () => {
  fixture = await openHttpFixture();
  [ada, bob, cem] = (await people(fixture, 'ada', 'bob', 'cem')) as [Visitor, Visitor, Visitor];
});
afterAll(() => fixture.close());

/** The path of the messages of a new room of ada's, with bob in it. Its first rows are seq 2 (bob joined) and on. */
async function newRoom(): Promise<string> {
  rooms += 1;
  const slug = `sohbet-${rooms}`;
  await ada.call('POST', '/api/rooms', { name: 'Sohbet', slug });
  await bob.call('POST', `/api/rooms/${slug}/join`);
  return `/api/rooms/${slug}/messages`;
}

async function talk(path: string, count: number): Promise<void> {
  for (let i = 1; i <= count; i += 1) await ada.call('POST', path, { body: `m${i}` });
}

interface Listed {
  body: string;
  seq: number;
}
const bodies = (messages: Listed[]) => messages.map(({ body }) => body);

describe('sending over REST', () => {
  it('stores a message and answers it whole', async () => {
    const path = await newRoom();
    const { status, body } = await ada.call('POST', path, { body: '  Selam @bob #Kahve  ', client_id: 'c1' });
    expect([status, body.duplicate]).toEqual([201, false]);
    expect(messageShape.validate(body.message).error).toBeUndefined();
    expect(body.message).toMatchObject({
      kind: 'text',
      body: 'Selam @bob #Kahve',
      client_id: 'c1',
      sender: { account_id: ada.id, username: 'ada', role: 'founder' },
      mentions: ['bob'],
      hashtags: ['kahve'],
      reply_to: null,
      edited_at: null,
      deleted_at: null,
    });
  });

  it('the same client_id again, also at the same time, is the same message', async () => {
    const path = await newRoom();
    const send = () => ada.call('POST', path, { body: 'bir kez', client_id: 'once' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    expect(bodies((await ada.call('GET', path)).body.messages)).toEqual(['bir kez', '']);
  });

  it('the same client_id with other content is a conflict, and with another sender another message', async () => {
    const path = await newRoom();
    await ada.call('POST', path, { body: 'a', client_id: 'x' });
    expect((await ada.call('POST', path, { body: 'b', client_id: 'x' })).outcome).toEqual([
      409,
      'idempotency_conflict',
    ]);
    expect((await bob.call('POST', path, { body: 'b', client_id: 'x' })).status).toBe(201);
  });

  it('answers a message of the same room, and of no other', async () => {
    const [path, other] = [await newRoom(), await newRoom()];
    const { message } = (await ada.call('POST', path, { body: 'soru' })).body;
    const reply = await bob.call('POST', path, { body: 'cevap', reply_to: message.id.toUpperCase() });
    expect(reply.body.message.reply_to).toBe(message.id);
    const strange = await bob.call('POST', other, { body: 'cevap', reply_to: message.id });
    expect(strange.outcome).toEqual([422, 'validation_failed']);
  });

  it('takes 16384 bytes and not one more', async () => {
    const path = await newRoom();
    const sent = await ada.call('POST', path, { body: 'ğ'.repeat(8_192) });
    expect([sent.status, sent.body.message.body.length]).toEqual([201, 8_192]);
    const long = await ada.call('POST', path, { body: `${'ğ'.repeat(8_192)}x` });
    expect(long.outcome).toEqual([413, 'message_too_long']);
  });

  it('keeps whole characters only, the same in its answer and in the store', async () => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'a\uD800b\u0000c' })).body;
    expect(message.body).toBe('a\uFFFDbc');
    expect((await ada.call('GET', `${path}/${message.id}`)).body.message.body).toBe('a\uFFFDbc');
  });

  it.each([
    [{}, 422, 'validation_failed'],
    [{ body: ' \n ' }, 422, 'validation_failed'],
    [{ body: ['a'] }, 422, 'validation_failed'],
    [{ body: { $gt: '' } }, 422, 'validation_failed'],
    [{ body: 'a', client_id: 'not ok' }, 422, 'validation_failed'],
    [{ body: 'a', reply_to: '../../etc' }, 422, 'validation_failed'],
    [{ body: 'a', attachment: { type: 'photo', key: 'x' } }, 422, 'invalid_attachment'],
  ])('%j is refused', async (json, status, code) => {
    expect((await ada.call('POST', await newRoom(), json)).outcome).toEqual([status, code]);
  });

  it('cannot set what the room decides', async () => {
    const path = await newRoom();
    const forged = { seq: 999, rev: 999, id: 'x', kind: 'event', sender: { username: 'bob' }, pinned: true, room: 'x' };
    const { message } = (await ada.call('POST', path, { body: 'a', ...forged })).body;
    expect(message).toMatchObject({ seq: 3, rev: 3, kind: 'text', pinned: false, sender: { username: 'ada' } });
  });

  it('is for members', async () => {
    const path = await newRoom();
    expect((await cem.call('POST', path, { body: 'a' })).outcome).toEqual([403, 'not_member']);
  });

  it('is limited to 20 in 10 seconds, in all rooms together', async () => {
    const limited = await openHttpFixture({ RATE_LIMITS: 'on' });
    const [eda] = (await people(limited, 'eda')) as [Visitor];
    for (const slug of ['bir', 'iki']) await eda.call('POST', '/api/rooms', { name: slug, slug });
    const send = (i: number) => eda.call('POST', `/api/rooms/${i % 2 ? 'bir' : 'iki'}/messages`, { body: `${i}` });
    for (let i = 0; i < 20; i += 1) expect((await send(i)).status).toBe(201);
    expect((await send(20)).outcome).toEqual([429, 'rate_limited']);
    limited.pass(10_000);
    expect((await send(21)).status).toBe(201);
    await limited.close();
  });
});

describe('a page of messages', () => {
  let path: string;
  beforeAll(async () => {
    path = await newRoom();
    await talk(path, 10);
  });

  const page = async (query: string) => (await bob.call('GET', `${path}?${query}`)).body;

  it('is the newest rows, newest first, unless told otherwise', async () => {
    const { messages, seq, has_more } = await page('limit=3');
    expect([bodies(messages), seq, has_more]).toEqual([['m10', 'm9', 'm8'], 12, true]);
    const all = await page('');
    expect([all.messages.length, all.has_more]).toEqual([11, false]);
    for (const message of all.messages) expect(messageShape.validate(message).error).toBeUndefined();
  });

  it('before a row is newest first, after a row oldest first, around a row oldest first', async () => {
    expect(bodies((await page('before_seq=6&limit=2')).messages)).toEqual(['m3', 'm2']);
    expect(bodies((await page('after_seq=6&limit=2')).messages)).toEqual(['m5', 'm6']);
    expect(bodies((await page('around_seq=6&limit=3')).messages)).toEqual(['m3', 'm4', 'm5']);
  });

  it('after another, before another, is everything once', async () => {
    const seen: number[] = [];
    for (let before: number | undefined, more = true; more; ) {
      const { messages, has_more } = await page(`limit=4${before ? `&before_seq=${before}` : ''}`);
      seen.push(...messages.map(({ seq }: Listed) => seq));
      before = messages.at(-1).seq;
      more = has_more;
    }
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it.each([
    'before_seq=x',
    'after_seq=-1',
    'before_seq=1&after_seq=2',
    'around_seq=1.5',
    'after_seq[$gt]=1&after_seq=x',
  ])('asked for with %s is an invalid request', async (query) => {
    expect((await bob.call('GET', `${path}?${query}`)).outcome).toEqual([400, 'invalid_request']);
  });

  it.each(['limit=x', 'limit=0', 'limit=-1', 'limit=1000000', 'limit[]=5', 'nothing=1', 'before_seq=9007199254740991'])(
    'asked for with %s is answered as if it were sensible',
    async (query) => {
      expect((await page(query)).messages).toHaveLength(11);
    },
  );

  it('is for members', async () => {
    expect((await cem.call('GET', path)).outcome).toEqual([403, 'not_member']);
  });
});

describe('one message', () => {
  it('is read by members', async () => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'tek' })).body;
    expect((await bob.call('GET', `${path}/${message.id}`)).body).toEqual({ message });
    expect((await cem.call('GET', `${path}/${message.id}`)).outcome).toEqual([403, 'not_member']);
  });

  it.each(['x', '3', '__proto__', '00000000-0000-4000-8000-000000000000', '%7B%22$ne%22:1%7D'])(
    'named %s is not found, to read, edit or delete',
    async (id) => {
      const path = await newRoom();
      for (const [method, json] of [['GET'], ['PATCH', { body: 'x' }], ['DELETE']] as [string, object?][]) {
        expect((await ada.call(method, `${path}/${id}`, json)).outcome).toEqual([404, 'not_found']);
      }
    },
  );

  it('is not found through another room', async () => {
    const [path, other] = [await newRoom(), await newRoom()];
    const { message } = (await ada.call('POST', path, { body: 'burada' })).body;
    expect((await ada.call('GET', `${other}/${message.id}`)).outcome).toEqual([404, 'not_found']);
    expect((await ada.call('DELETE', `${other}/${message.id}`)).outcome).toEqual([404, 'not_found']);
  });

  it('is edited by its author, within 48 hours', async () => {
    const house48 = await openHttpFixture({ ACCESS_TOKEN_TTL_S: '1000000' });
    const [eda] = (await people(house48, 'eda')) as [Visitor];
    await eda.call('POST', '/api/rooms', { name: 'Düzelt', slug: 'duzelt' });
    const { message } = (await eda.call('POST', '/api/rooms/duzelt/messages', { body: 'yanlis' })).body;
    const edit = (body: string) => eda.call('PATCH', `/api/rooms/duzelt/messages/${message.id}`, { body });
    const edited = (await edit(' yanlış #yeni ')).body.message;
    expect(edited).toMatchObject({ body: 'yanlış #yeni', hashtags: ['yeni'], seq: message.seq });
    expect([edited.rev > message.rev, typeof edited.edited_at]).toEqual([true, 'number']);
    house48.pass(48 * 3_600_000);
    expect((await edit('geç')).outcome).toEqual([409, 'edit_window_closed']);
    await house48.close();
  });

  it('is edited only at the rev that was seen, when that is asked', async () => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'bir' })).body;
    const edit = (body: string, if_rev: unknown) => ada.call('PATCH', `${path}/${message.id}`, { body, if_rev });
    expect((await edit('iki', message.rev)).status).toBe(200);
    expect((await edit('üç', message.rev)).outcome).toEqual([409, 'invalid_state']);
    expect((await edit('üç', '3')).outcome).toEqual([422, 'validation_failed']);
  });

  it.each([
    [{}, 422, 'validation_failed'],
    [{ body: '' }, 422, 'validation_failed'],
    [{ body: 5 }, 422, 'validation_failed'],
    [{ body: 'x'.repeat(16_385) }, 413, 'message_too_long'],
  ])('is not edited with a body like %#', async (json, status, code) => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'bir' })).body;
    expect((await ada.call('PATCH', `${path}/${message.id}`, json)).outcome).toEqual([status, code]);
  });

  it('is not edited by others', async () => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'benim' })).body;
    expect((await bob.call('PATCH', `${path}/${message.id}`, { body: 'x' })).outcome).toEqual([403, 'not_author']);
  });

  it('is deleted by its author or the founder, and keeps its place without its content', async () => {
    const path = await newRoom();
    const { message } = (await bob.call('POST', path, { body: 'sil #beni' })).body;
    const { status, body } = await ada.call('DELETE', `${path}/${message.id}`);
    expect([status, body.message.body, body.message.seq]).toEqual([200, '', message.seq]);
    expect(body.message.deleted_at).toEqual(expect.any(Number));
    // Newest first: that it was taken away by another, the row itself, the joining.
    const { messages } = (await ada.call('GET', path)).body;
    expect(bodies(messages)).toEqual(['', '', '']);
    expect(messages[0].event).toMatchObject({ type: 'message_deleted', username: 'bob', actor: 'ada' });
    const own = (await bob.call('POST', path, { body: 'kendi' })).body.message;
    expect((await bob.call('DELETE', `${path}/${own.id}`)).status).toBe(200);
  });

  it('is not deleted by other members', async () => {
    const path = await newRoom();
    const { message } = (await ada.call('POST', path, { body: 'kalsın' })).body;
    expect((await bob.call('DELETE', `${path}/${message.id}`)).outcome).toEqual([403, 'not_allowed']);
  });
});
