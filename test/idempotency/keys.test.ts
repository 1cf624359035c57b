/** What an Idempotency-Key is, whose it is and for how long. */
import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import type { Doc } from '#src/store/store.js';
import { call, person, type Visitor } from '../http/client.js';
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js';

const HOUR_MS = 3_600_000;

let fixture: HttpFixture;
let ada: Visitor;
let bob: Visitor;
let rooms = 0;

beforeAll(async () => {
  fixture = await openHttpFixture({ ACCESS_TOKEN_TTL_S: '172800' });
  ada = await person(fixture, 'ada');
  bob = await person(fixture, 'bob');
});
afterAll(() => fixture.close());

const post = ({ token }: Visitor, path: string, json: unknown, key: string) =>
  call(fixture, 'POST', path, { token, json, headers: { 'idempotency-key': key } });

async function newRoom(): Promise<string> {
  rooms += 1;
  await ada.call('POST', '/api/rooms', { name: 'Oda', slug: `oda-${rooms}` });
  await bob.call('POST', `/api/rooms/oda-${rooms}/join`);
  return `/api/rooms/oda-${rooms}`;
}

const textsIn = async (room: string): Promise<string[]> =>
  (await ada.call('GET', `${room}/messages`)).body.messages
    .map((message: { body: string }) => message.body)
    .filter((body: string) => body !== '');

describe('an Idempotency-Key', () => {
  it.each(['', 'a b', 'a'.repeat(65), 'anahtar!', '%C3%A7ay'])('%j is none: 400', async (key) => {
    expect((await post(ada, '/api/rooms', { name: 'Oda' }, key)).outcome).toEqual([400, 'invalid_request']);
  });

  it('belongs to one request: with another body or another path it is a conflict', async () => {
    const room = await newRoom();
    const first = await post(ada, `${room}/messages`, { body: 'bir' }, 'one');
    expect(first.status).toBe(201);
    const others = [
      await post(ada, `${room}/messages`, { body: 'iki' }, 'one'),
      await post(ada, `${await newRoom()}/messages`, { body: 'bir' }, 'one'),
    ];
    for (const other of others) expect(other.outcome).toEqual([409, 'idempotency_conflict']);
    expect(await textsIn(room)).toEqual(['bir']);
  });

  it('belongs to one account', async () => {
    const room = await newRoom();
    const mine = await post(ada, `${room}/messages`, { body: 'selam' }, 'shared');
    const yours = await post(bob, `${room}/messages`, { body: 'selam' }, 'shared');
    expect([mine.status, yours.status]).toEqual([201, 201]);
    expect(mine.body.message.id).not.toBe(yours.body.message.id);
  });

  it('is used up by an effect, not by a refusal', async () => {
    const room = await newRoom();
    const refused = await post(ada, `${room}/messages`, { body: '' }, 'again');
    expect(refused.outcome).toEqual([422, 'validation_failed']);
    expect((await post(ada, `${room}/messages`, { body: 'dolu' }, 'again')).status).toBe(201);
  });

  it('gives the answer of then, whatever has become of it since', async () => {
    const room = await newRoom();
    const first = await post(ada, `${room}/messages`, { body: 'ilk' }, 'then');
    await ada.call('PATCH', `${room}/messages/${first.body.message.id}`, { body: 'sonra' });
    const again = await post(ada, `${room}/messages`, { body: 'ilk' }, 'then');
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await textsIn(room)).toEqual(['sonra']);
  });

  it('thirty times at once has one effect and one answer', async () => {
    const room = await newRoom();
    const all = Array.from({ length: 30 }, () => post(bob, `${room}/messages`, { body: 'bir kere' }, 'at-once'));
    const answers = await Promise.all(all);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await textsIn(room)).toEqual(['bir kere']);
  });

  it('lets the last one out of a room hear so again, though the room is gone', async () => {
    await ada.call('POST', '/api/rooms', { name: 'Yalnız', slug: 'yalniz' });
    const first = await post(ada, '/api/rooms/yalniz/leave', undefined, 'last');
    expect(first.body).toEqual({ status: 'room_gone' });
    await fixture.app.store.write([{ op: 'del', in: 'answers', id: `${ada.id}:last:0` }]);
    const again = await post(ada, '/api/rooms/yalniz/leave', undefined, 'last');
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('may be used anew after a day, and leaves the store then', async () => {
    const room = await newRoom();
    const say = () => post(ada, `${room}/messages`, { body: 'günaydın' }, 'daily');
    const first = await say();
    fixture.pass(23 * HOUR_MS);
    expect((await say()).body.message.id).toBe(first.body.message.id);
    fixture.pass(2 * HOUR_MS);
    const now = () => Date.now() + 25 * HOUR_MS;
    expect(await createRetentionWriter(fixture.app.store, { now }).sweep()).toBeGreaterThan(1);
    const left = await fixture.app.store.range<Doc>('answers', { index: '_id', limit: 100 });
    expect(left).toEqual([]);
    expect((await say()).body.message.id).not.toBe(first.body.message.id);
    expect(await textsIn(room)).toHaveLength(2);
  });

  it('is used anew after a day though nothing was swept', async () => {
    const room = await newRoom();
    const say = () => post(ada, `${room}/messages`, { body: 'iyi geceler' }, 'nightly');
    const ids = [];
    for (let day = 0; day < 2; day += 1) {
      ids.push((await say()).body.message?.id, (await say()).body.message?.id);
      fixture.pass(10 * HOUR_MS);
      fixture.pass(15 * HOUR_MS);
      ada = await person(fixture, 'ada');
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});
