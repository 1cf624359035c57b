import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memorySession, type SessionStore } from '#sdk/index.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { found, heard, join, People, until } from './people.js';

let service: Booted;
let people: People;

beforeAll(async () => {
  service = await bootApp({ settings: { ACCESS_TOKEN_TTL_S: '6' } });
});
beforeEach(() => {
  people = new People();
});
afterEach(() => people[Symbol.asyncDispose]());
afterAll(() => service[Symbol.asyncDispose]());

const paths: string[] = [];
/** The same as without it, and a list of what was asked. */
const counted: typeof fetch = (address, init) => {
  paths.push(new URL(String(address)).pathname);
  return fetch(address, init);
};
const refreshes = () => paths.filter((path) => path === '/api/auth/refresh').length;

describe('a token that ends', () => {
  it('is renewed on the connection that stands, over several of its lives', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada', { sessions: store, fetch: counted });
    const room = await found(ada, 'kahve');
    const bora = await people.enter(service.url, 'bora');
    const lines = heard(await join(bora, 'kahve'));
    let cuts = 0;
    for (const client of [ada, bora]) client.on('offline', () => (cuts += 1));
    const first = (await store.load())?.access;
    const before = refreshes();
    await until(() => refreshes() >= before + 3, 'three tokens were needed');
    await room.send('hâlâ buradayım');
    await until(() => lines.includes('hâlâ buradayım'), 'bora hears her');
    expect(cuts).toBe(0);
    expect((await store.load())?.access).not.toBe(first);
  });

  it('is refreshed once, however many requests come at the same time', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada1', { sessions: store, fetch: counted }, false);
    await outdated(store);
    const before = refreshes();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.request('GET /api/me')));
    expect(answers.map(({ account }) => account.username)).toEqual(Array(12).fill('ada1'));
    expect(refreshes()).toBe(before + 1);
  });

  it('is one for two programs that share a store', async () => {
    const store = memorySession();
    const one = await people.enter(service.url, 'ada2', { sessions: store }, false);
    const two = people.make(service.url, { sessions: store });
    await outdated(store);
    const asked = [one, two].map((client) => client.request('GET /api/me'));
    expect((await Promise.all(asked)).map(({ account }) => account.username)).toEqual(['ada2', 'ada2']);
    await outdated(store);
    expect((await two.request('GET /api/me')).account.username).toBe('ada2');
  });

  it('is refreshed although the first answer was lost', async () => {
    let lost = 0;
    const losing: typeof fetch = async (address, init) => {
      const answer = await fetch(address, init);
      if (!String(address).endsWith('/auth/refresh') || lost > 0) return answer;
      lost += 1;
      throw new TypeError('the connection went');
    };
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada3', { sessions: store, fetch: losing }, false);
    await outdated(store);
    expect((await ada.request('GET /api/me')).account.username).toBe('ada3');
    expect(lost).toBe(1);
  });
});

/** As it is when the machine has slept. */
async function outdated(store: SessionStore): Promise<void> {
  const session = (await store.load())!;
  await store.save({ ...session, expiresAt: Date.now() - 1 });
}

describe('a login that is over', () => {
  it('is told, ends the connection and leaves nothing behind', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada4', { sessions: store });
    const other = await people.enter(service.url, 'ada4', {}, false);
    const told = new Promise<void>((resolve) => ada.on('logout', () => resolve()));
    const stopped = new Promise<string>((resolve) => ada.on('stopped', ({ code }) => resolve(code)));
    const { sessions } = await other.request('GET /api/me/sessions');
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    await other.request('DELETE /api/me/sessions/{id}', { path: { id } });
    await told;
    expect(await stopped).toBe('not_logged_in');
    expect(await store.load()).toBeNull();
  });

  it('ends by a logout, and the tokens with it', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada5', { sessions: store });
    const { refresh } = (await store.load())!;
    await ada.logout();
    expect(await store.load()).toBeNull();
    const again = ada.request('POST /api/auth/refresh', { body: { refresh_token: refresh } });
    await expect(again).rejects.toMatchObject({ code: 'invalid_refresh_token' });
    await expect(ada.connect()).rejects.toMatchObject({ code: 'not_logged_in' });
  });
});

describe('a service that has to be asked again', () => {
  it('is asked after the time it said, and a POST only under a key', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.headers['idempotency-key'] ?? '-'}`);
      const isFirst = asked.length % 2 === 1;
      response.writeHead(isFirst ? 503 : 200, { 'content-type': 'application/json' });
      const error = { code: 'overloaded', message: 'Too much.', retry_after_ms: 1 };
      response.end(JSON.stringify(isFirst ? { error } : { rooms: [], room: { slug: 'kahve' } }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const client = people.make(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      expect(await client.request('GET /api/rooms')).toMatchObject({ rooms: [] });
      const keyed = { body: { name: 'Kahve' }, key: 'bir' };
      expect(await client.request('POST /api/rooms', keyed)).toMatchObject({ room: { slug: 'kahve' } });
      const bare = client.request('POST /api/rooms', { body: { name: 'Kahve' } });
      await expect(bare).rejects.toMatchObject({ code: 'overloaded', status: 503, retryAfterMs: 1 });
      expect(asked).toEqual(['GET -', 'GET -', 'POST bir', 'POST bir', 'POST -']);
    } finally {
      server.close();
    }
  });
});
