/** The client of a person whose account is suspended: told once, with the end and the reason, and it loses nothing. */
import { memorySession } from '#sdk/index.js';
import { operator } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { found, People, storedTexts, until } from './people.js';

let service: Booted;
let people: People;
let handshakes = 0;
beforeAll(async () => {
  service = await bootApp();
});
beforeEach(() => {
  people = new People();
});
afterEach(() => people[Symbol.asyncDispose]());
afterAll(() => service[Symbol.asyncDispose]());

const decide = (method: string, account: string, query: string, body?: object) =>
  service.ask(operator(service), method, `/api/console/accounts/${account}/suspension${query}`, body);
const suspend = (account: string, end: number | null) =>
  decide('PUT', account, '', {
    until: end === null ? null : new Date(end).toISOString(),
    reason: 'bora şikâyet etti',
    public_reason: 'Reklam yasaktır.',
  });
const lift = (account: string) => decide('DELETE', account, '?reason=hata');

describe('a suspended account', () => {
  it('is one event with the end and the reason, and no further attempt', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada', { sessions: store });
    const room = await found(ada, 'kahve');
    const stops: unknown[] = [];
    let logouts = 0;
    ada.on('stopped', ({ code, until: end, reason }) => void stops.push({ code, end, reason }));
    ada.on('logout', () => void (logouts += 1));
    ada.on('retry', ({ at }) => void (handshakes += at === null ? 1 : 0));
    const id = ada.account?.id ?? '';
    const end = Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000;
    await suspend(id, end);
    await until(() => stops.length > 0, 'the client stops');
    const said = room.send('arada yazılan');
    await expect(ada.request('GET /api/me')).rejects.toMatchObject({ code: 'account_suspended', until: end });
    await expect(ada.connect()).rejects.toMatchObject({ code: 'account_suspended', reason: 'Reklam yasaktır.' });
    const expected = { code: 'account_suspended', end, reason: 'Reklam yasaktır.' };
    expect(stops).toEqual([expected, expected]);
    expect([logouts, handshakes, ada.isOnline, ada.outbox.items.length]).toEqual([0, 1, false, 1]);
    expect(await store.load()).not.toBeNull();

    await lift(id);
    await ada.connect();
    await said;
    expect(await storedTexts(ada, 'kahve')).toEqual(['arada yazılan']);
  });

  it('is told at a login, at a refresh and at a handshake with a token that has ended', async () => {
    const store = memorySession();
    const ada = await people.enter(service.url, 'ada2', { sessions: store }, false);
    await suspend(ada.account?.id ?? '', null);
    const other = people.make(service.url);
    await expect(other.loginDeveloper('ada2')).rejects.toMatchObject({ code: 'account_suspended', until: null });
    const session = (await store.load())!;
    await store.save({ ...session, expiresAt: Date.now() - 1 });
    await expect(ada.request('GET /api/me')).rejects.toMatchObject({ code: 'account_suspended' });
    await expect(ada.connect()).rejects.toMatchObject({ code: 'account_suspended', reason: 'Reklam yasaktır.' });
    expect(await store.load()).not.toBeNull();
  });
});
