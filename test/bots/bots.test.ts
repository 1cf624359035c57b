/** What bots are, what they may do, and when they end. */
import type { Doc } from '#src/store/store.js';
import { refusal, type Talker, talk } from '../gateway/talker.js';
import { lastResort } from '../operators/operator-people.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { type Bot, botOf, withToken } from './bots-fixture.js';

onEachEngine('a bot', (engine) => {
  describe('of a person', () => bots(engine));
});

function bots(engine: EngineSettings): void {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let yanki: Bot;
  const talkers: Talker[] = [];
  const ask: Booted['ask'] = (...args) => booted.ask(...args);
  const say = (who: Person, body: string, room = 'kahve') => ask(who, 'POST', `/api/rooms/${room}/messages`, { body });

  beforeAll(async () => {
    const key = { CONSOLE_KEY: 'a-key-for-operators-of-these-tests' };
    booted = await bootApp({ settings: { ...engine(), ...key } });
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    for (const slug of ['kahve', 'bahce']) await ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
    yanki = await botOf(booted, ada, 'yanki');
    await ask(ada, 'POST', '/api/rooms/kahve/members', { account_id: yanki.accountId });
  }, 60_000);
  afterAll(async () => {
    for (const talker of talkers) talker.close();
    await booted[Symbol.asyncDispose]();
  });

  async function connect(who: Person): Promise<Talker> {
    const talker = await talk(booted, who);
    talkers.push(talker);
    return talker;
  }

  it('is shown as one, and people are shown as before', async () => {
    const { message } = (await say(yanki, 'merhaba')).body;
    expect(message.sender).toEqual({
      account_id: yanki.accountId,
      username: 'yanki',
      role: 'member',
      tag: null,
      is_bot: true,
    });
    const listed = (await ask(bob, 'GET', `/api/people?ids=${yanki.accountId},${ada.accountId}`)).body.people;
    expect(listed.map(({ is_bot }: { is_bot?: boolean }) => is_bot)).toEqual([true, undefined]);
    const { members } = (await ask(ada, 'GET', '/api/rooms/kahve/members')).body;
    expect(members).toMatchObject([{ username: 'ada' }, { username: 'yanki', is_bot: true }]);
    expect(members[0]).not.toHaveProperty('is_bot');
    expect((await say(ada, 'selam')).body.message.sender).not.toHaveProperty('is_bot');
    expect((await ask(yanki, 'GET', '/api/me')).body.account).toMatchObject({ id: yanki.accountId, is_bot: true });
    const own = { id: yanki.accountId, username: 'yanki', avatar: null, is_bot: true, created_at: expect.any(String) };
    expect((await ask(ada, 'GET', '/api/bots')).body).toEqual({ bots: [own] });
    expect((await ask(bob, 'GET', '/api/bots')).body).toEqual({ bots: [] });
  });

  it('comes into a room as a bot for its members, and for one who was away', async () => {
    const cem = await booted.person('cem');
    await ask(cem, 'POST', '/api/rooms', { name: 'Saz', slug: 'saz' });
    await ask(ada, 'POST', '/api/rooms/saz/join');
    const talker = await connect(ada);
    const { seq } = await talker.ask('room:open', { room: 'saz' });
    const saz = await botOf(booted, cem, 'sazci');
    await ask(cem, 'POST', '/api/rooms/saz/members', { username: 'sazci' });
    const joined = await talker.hears('member:joined', ({ room }) => room === 'saz');
    expect(joined.member).toMatchObject({ account_id: saz.accountId, is_bot: true });
    await ask(bob, 'POST', '/api/rooms/saz/join');
    await ask(cem, 'PUT', `/api/rooms/saz/admins/${saz.accountId}`);
    const updated = await talker.hears('member:updated', ({ room }) => room === 'saz');
    expect(updated.member).toMatchObject({ role: 'admin', is_bot: true });
    const { changes } = await talker.ask('room:open', { room: 'saz', after_seq: seq });
    const came = changes.filter(({ type }: { type: string }) => type === 'member:joined');
    expect(came.map(({ member }: { member: { is_bot?: true } }) => member.is_bot)).toEqual([true, undefined]);
  });

  it('shows its token once, and stores a hash of it', async () => {
    const sessions = await booted.app.store.range<Doc>('sessions', { index: '_id', limit: 1_000 });
    expect(JSON.stringify(sessions)).not.toContain(yanki.accessToken.slice(-43));
    const { tokens } = (await ask(ada, 'GET', `/api/bots/${yanki.accountId}/tokens`)).body;
    expect(tokens).toEqual([
      { id: yanki.tokenId, name: 'test', room: null, created_at: expect.any(String), last_used_at: null },
    ]);
    for (const wrong of [`${yanki.accessToken.slice(0, -43)}${'A'.repeat(43)}`, `mbt_${'A'.repeat(86)}`, 'mbt_']) {
      expect(outcomeOf(await ask({ ...yanki, accessToken: wrong }, 'GET', '/api/me'))).toBe('401 unauthorized');
    }
  });

  it('gets the same token for a repeated request, which is stored nowhere', async () => {
    const path = `/api/bots/${yanki.accountId}/tokens`;
    const post = () => ask(ada, 'POST', path, { name: 'iki' }, { 'idempotency-key': 'iki' });
    const [first, second] = [await post(), await post()];
    expect(second.body).toEqual(first.body);
    const answers = await booted.app.store.range<Doc>('answers', { index: '_id', limit: 1_000 });
    expect(JSON.stringify(answers)).not.toContain(first.body.secret.slice(-43));
    await ask(ada, 'DELETE', `${path}/${first.body.token.id}`);
  });

  it('belongs to its owner alone', async () => {
    const { accountId, tokenId } = yanki;
    for (const [method, path] of [
      ['GET', `/api/bots/${accountId}/tokens`],
      ['DELETE', `/api/bots/${accountId}/tokens/${tokenId}`],
      ['DELETE', `/api/bots/${accountId}`],
      ['DELETE', `/api/bots/${ada.accountId}`],
      ['DELETE', '/api/bots/no-uuid'],
    ] as const) {
      expect([path, outcomeOf(await ask(bob, method, path))]).toEqual([path, '404 not_found']);
    }
    expect(outcomeOf(await ask(bob, 'POST', `/api/bots/${accountId}/tokens`, { name: 'x' }))).toBe('404 not_found');
  });

  it('is in the rooms that it was added to, and in no others', async () => {
    expect(outcomeOf(await ask(yanki, 'POST', '/api/rooms/bahce/join'))).toBe('403 not_allowed');
    expect(outcomeOf(await say(yanki, 'ben', 'bahce'))).toBe('403 not_member');
    expect(outcomeOf(await ask(yanki, 'GET', '/api/rooms/bahce/messages'))).toBe('403 not_member');
    expect(outcomeOf(await ask(yanki, 'POST', '/api/rooms', { name: 'Oda' }))).toBe('403 not_allowed');
    expect(outcomeOf(await ask(yanki, 'POST', '/api/dm/bob'))).toBe('403 not_allowed');
    const pati = await botOf(booted, ada, 'pati');
    await ask(ada, 'POST', '/api/rooms/kahve/members', { username: 'pati' });
    expect((await say(pati, 'hav')).status).toBe(201);
    await ask(ada, 'DELETE', `/api/rooms/kahve/members/${pati.accountId}`);
    expect(outcomeOf(await say(pati, 'hav'))).toBe('403 not_member');
  });

  it('answers a person who has begun a direct chat', async () => {
    const { room } = (await ask(bob, 'POST', '/api/dm/yanki')).body;
    await say(bob, 'orada mısın?', room.slug);
    expect((await say(yanki, 'buradayım', room.slug)).status).toBe(201);
  });

  it('speaks over a socket, within its scope', async () => {
    const talker = await connect(yanki);
    expect(await talker.ask('room:open', { room: 'kahve' })).toMatchObject({ ok: true });
    await say(ada, 'duyuyor musun?');
    await talker.hears('message:new', ({ message }) => message.body === 'duyuyor musun?');
    const sent = await talker.ask('message:new', { room: 'kahve', body: 'evet' });
    expect(sent).toMatchObject({ ok: true, message: { sender: { username: 'yanki', is_bot: true } } });
    for (const name of ['session:renew', 'message:open_once']) {
      expect(await talker.ask(name, {})).toMatchObject({ ok: false, error: { code: 'not_allowed' } });
    }
  });

  it('ends with its token: over REST at once, and its socket', async () => {
    const second = await withToken(booted, ada, { id: yanki.accountId, username: 'yanki' });
    const talker = await connect(second);
    expect((await ask(ada, 'DELETE', `/api/bots/${yanki.accountId}/tokens/${second.tokenId}`)).status).toBe(204);
    expect(outcomeOf(await ask(second, 'GET', '/api/me'))).toBe('401 unauthorized');
    await talker.hangsUp();
    expect(talker.all('session:closed')).toEqual([{ reason: 'session_closed' }]);
    expect((await ask(yanki, 'GET', '/api/me')).status).toBe(200);
    expect(await refusal(booted.url, { token: second.accessToken })).toMatchObject({ code: 'unauthorized' });
  });

  it('has at most ten tokens, and its owner at most twenty bots', async () => {
    const { accountId: id } = await botOf(booted, bob, 'cok.jeton');
    const path = `/api/bots/${id}/tokens`;
    for (let n = 2; n <= 10; n += 1) expect((await ask(bob, 'POST', path, { name: `${n}` })).status).toBe(201);
    expect(outcomeOf(await ask(bob, 'POST', path, { name: '11' }))).toBe('409 invalid_state');
    for (let n = 2; n <= 20; n += 1) {
      expect((await ask(bob, 'POST', '/api/bots', { username: `kalabalik${n}` })).status).toBe(201);
    }
    expect(outcomeOf(await ask(bob, 'POST', '/api/bots', { username: 'fazla' }))).toBe('409 invalid_state');
    // An operator erases one: it no longer counts.
    await lastResort(booted)('DELETE', `/accounts/${id}?reason=spam`);
    expect((await ask(bob, 'POST', '/api/bots', { username: 'yerine' })).status).toBe(201);
    expect((await ask(bob, 'GET', '/api/bots')).body.bots).toHaveLength(20);
  });

  it('takes a name as people do', async () => {
    for (const username of ['ada', 'meydan', 'x', 'boş luk']) {
      const { status, body } = await ask(ada, 'POST', '/api/bots', { username });
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['username']]);
    }
  });

  it('stops while its owner is suspended, and goes on afterwards', async () => {
    const cem = await booted.person('cem');
    const bot = await botOf(booted, cem, 'cem.bot');
    const talker = await connect(bot);
    const operator = lastResort(booted);
    const path = `/accounts/${cem.accountId}/suspension`;
    expect(outcomeOf(await operator('PUT', path, { until: null, reason: 'spam' }))).toBe('200');
    expect(outcomeOf(await ask(bot, 'GET', '/api/me'))).toBe('403 account_suspended');
    await talker.hangsUp();
    expect(talker.all('session:closed')).toEqual([{ reason: 'account_suspended' }]);
    await operator('DELETE', `${path}?reason=hata`);
    expect((await ask(bot, 'GET', '/api/me')).status).toBe(200);
    expect((await connect(bot)).socket.connected).toBe(true);
  });

  it('ends with its owner, and with its own deletion', async () => {
    const eda = await booted.person('eda');
    const [first, second] = [await botOf(booted, eda, 'eda.bir'), await botOf(booted, eda, 'eda.iki')];
    const talker = await connect(second);
    expect((await ask(eda, 'DELETE', `/api/bots/${first.accountId}`)).status).toBe(204);
    expect(outcomeOf(await ask(first, 'GET', '/api/me'))).toBe('401 unauthorized');
    expect((await ask(eda, 'GET', '/api/bots')).body.bots).toMatchObject([{ username: 'eda.iki' }]);
    expect((await ask(eda, 'DELETE', '/api/me', {})).status).toBe(204);
    expect(outcomeOf(await ask(second, 'GET', '/api/me'))).toBe('401 unauthorized');
    await talker.hangsUp();
    const account = () => booted.app.store.get<Doc>('accounts', second.accountId);
    await poll(async () => (await account()) === null, { until: 'the second bot is gone' });
    // The name is free again.
    expect((await ask(ada, 'POST', '/api/bots', { username: 'eda.iki' })).status).toBe(201);
  });
}
