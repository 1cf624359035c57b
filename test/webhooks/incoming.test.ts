/** Incoming webhooks: an address that posts into one room as a bot, and nothing else. */
import { botOf } from '../bots/bots-fixture.js';
import { refusal } from '../gateway/talker.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';

onEachEngine('an incoming webhook', (engine) => {
  describe('of a room', () => incoming(engine));
});

function incoming(engine: EngineSettings): void {
  let booted: Booted;
  let ada: Person;
  let bot: Person;
  let tokenId: string;
  let secret: string;
  let path: string;
  const ask: Booted['ask'] = (...args) => booted.ask(...args);
  const post = (body: unknown, headers?: Record<string, string>, at = path) => ask(null, 'POST', at, body, headers);

  beforeAll(async () => {
    booted = await bootApp({ settings: engine() });
    ada = await booted.person('ada');
    for (const slug of ['kahve', 'bahce']) await ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
    bot = await botOf(booted, ada, 'haberci');
    for (const slug of ['kahve', 'bahce']) {
      await ask(ada, 'POST', `/api/rooms/${slug}/members`, { account_id: bot.accountId });
    }
    const { status, body } = await ask(ada, 'POST', `/api/bots/${bot.accountId}/tokens`, { name: 'ci', room: 'kahve' });
    expect([status, body.token.room]).toEqual([201, 'kahve']);
    [tokenId, secret] = [body.token.id, body.secret];
    expect(body.url).toBe(`${booted.app.config.http.publicUrl}/api/webhooks/incoming/${secret}/messages`);
    path = `/api/webhooks/incoming/${secret}/messages`;
  }, 60_000);
  afterAll(() => booted[Symbol.asyncDispose]());

  it('posts as its bot, in the words of this service or of Slack', async () => {
    const { status, body } = await post({ body: 'Yayında: 1.4.2' });
    expect(status).toBe(201);
    expect(body.message).toMatchObject({ room: 'kahve', body: 'Yayında: 1.4.2', kind: 'text' });
    expect(body.message.sender).toMatchObject({ account_id: bot.accountId, username: 'haberci', is_bot: true });
    expect((await post({ text: '/ban ada' })).body.message.body).toBe('/ban ada');
    expect(outcomeOf(await post({ body: 'x', text: 'y' }))).toBe('422 validation_failed');
    expect(outcomeOf(await post({ body: '' }))).toBe('422 validation_failed');
    expect(outcomeOf(await post({ body: 'x'.repeat(16_385) }))).toBe('413 message_too_long');
    expect((await post('{"body": "x"}', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('posts once under one key', async () => {
    const send = (body: string) => post({ body }, { 'idempotency-key': 'derleme-17' });
    const [first, second] = [await send('yeşil'), await send('yeşil')];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.message.id).toBe(first.body.message.id);
    expect(outcomeOf(await send('kırmızı'))).toBe('409 idempotency_conflict');
  });

  it('opens nothing else, and the token of an account is no address', async () => {
    const asBot = { ...bot, accessToken: secret };
    expect(outcomeOf(await ask(asBot, 'GET', '/api/me'))).toBe('401 unauthorized');
    expect(outcomeOf(await ask(asBot, 'POST', '/api/rooms/bahce/messages', { body: 'x' }))).toBe('401 unauthorized');
    expect(await refusal(booted.url, { token: secret })).toMatchObject({ code: 'unauthorized' });
    const other = secret.slice(0, -10) + (secret.at(-10) === 'A' ? 'B' : 'A') + secret.slice(-9);
    for (const token of [bot.accessToken, ada.accessToken, other, 'x', '%00']) {
      expect(outcomeOf(await post({ body: 'x' }, {}, `/api/webhooks/incoming/${token}/messages`))).toBe(
        '401 unauthorized',
      );
    }
  });

  it('posts as far as the room lets its bot speak, until it is revoked', async () => {
    await ask(ada, 'PUT', `/api/rooms/kahve/members/${bot.accountId}/mute`, { minutes: 5 });
    expect(outcomeOf(await post({ body: 'x' }))).toBe('403 muted');
    await ask(ada, 'DELETE', `/api/rooms/kahve/members/${bot.accountId}/mute`);
    await ask(ada, 'DELETE', `/api/rooms/kahve/members/${bot.accountId}`);
    expect(outcomeOf(await post({ body: 'x' }))).toBe('403 not_member');
    await ask(ada, 'POST', '/api/rooms/kahve/members', { account_id: bot.accountId });
    expect((await post({ body: 'yine' })).status).toBe(201);
    const { tokens } = (await ask(ada, 'GET', `/api/bots/${bot.accountId}/tokens`)).body;
    expect(tokens.map(({ room }: { room: string | null }) => room)).toEqual([null, 'kahve']);
    await ask(ada, 'DELETE', `/api/bots/${bot.accountId}/tokens/${tokenId}`);
    expect(outcomeOf(await post({ body: 'x' }))).toBe('401 unauthorized');
  });

  it('is made for a room of its bot alone', async () => {
    const make = (room: string) => ask(ada, 'POST', `/api/bots/${bot.accountId}/tokens`, { name: 'x', room });
    await ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'baska' });
    expect(outcomeOf(await make('baska'))).toBe('403 not_member');
    expect(outcomeOf(await make('yok-boyle'))).toBe('404 room_not_found');
  });
}
