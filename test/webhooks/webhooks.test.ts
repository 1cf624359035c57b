/** Outgoing webhooks: what arrives, in which order, signed how; and when they end. */
import type { Doc } from '#src/store/store.js';
import { type Bot, botOf } from '../bots/bots-fixture.js';
import { lastResort } from '../operators/operator-people.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { SkippedTime } from '../support/time/skipped-time.js';
import { isSignedWith, openReceiver, type Receiver } from './receiver.js';

const DAY_MS = 86_400_000;

onEachEngine('a webhook', (engine) => {
  describe('of a bot', () => webhooks(engine));
});

interface Made {
  id: string;
  secret: string;
}

function webhooks(engine: EngineSettings): void {
  const time = new SkippedTime();
  let booted: Booted;
  let receiver: Receiver;
  let ada: Person;
  let bob: Person;
  let bot: Bot;
  let rooms = 0;
  let slug: string;
  const ask: Booted['ask'] = (...args) => booted.ask(...args);

  beforeAll(async () => {
    const key = { CONSOLE_KEY: 'a-key-for-operators-of-these-tests', ACCESS_TOKEN_TTL_S: '31536000' };
    booted = await bootApp({ settings: { ...engine(), ...key }, parts: { env: time.env } });
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    bot = await botOf(booted, ada, 'haberci');
  }, 60_000);
  afterAll(() => booted[Symbol.asyncDispose]());

  beforeEach(async () => {
    receiver = await openReceiver();
    rooms += 1;
    slug = `oda-${rooms}`;
    await ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
    await ask(ada, 'POST', `/api/rooms/${slug}/members`, { account_id: bot.accountId });
    await ask(bob, 'POST', `/api/rooms/${slug}/join`);
  });
  afterEach(async () => {
    const { webhooks: held } = (await ask(ada, 'GET', '/api/webhooks')).body;
    for (const { id } of held) await ask(ada, 'DELETE', `/api/webhooks/${id}`);
    await receiver[Symbol.asyncDispose]();
  });

  async function hook(events = ['message:new'], more: object = {}): Promise<Made> {
    const sent = { bot_id: bot.accountId, room: slug, url: receiver.url, events, ...more };
    const { status, body } = await ask(ada, 'POST', '/api/webhooks', sent);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { id: body.webhook.id, secret: body.secret };
  }

  const say = (body: string, who = bob) => ask(who, 'POST', `/api/rooms/${slug}/messages`, { body });
  const bodies = () => receiver.calls.map(({ body }) => body.data.message?.body);
  const arrived = (count: number) => poll(() => receiver.calls.length >= count, { until: `${count} calls arrived` });
  const view = async ({ id }: Made) => (await ask(ada, 'GET', `/api/webhooks/${id}`)).body;
  const ended = (made: Made, reason: string) =>
    poll(async () => (await view(made)).webhook.disabled_reason === reason, { until: `it has ended: ${reason}` });

  it('sends the chosen events in the order of the room, in the shapes of the socket, signed over the raw body', async () => {
    const made = await hook(['message:new', 'message:edited', 'message:deleted', 'member:left']);
    const first = (await say('bir: çay ☕')).body.message;
    await ask(bob, 'PATCH', `/api/rooms/${slug}/messages/${first.id}`, { body: 'bir, daha iyi' });
    await ask(bob, 'DELETE', `/api/rooms/${slug}/messages/${first.id}`);
    await ask(bob, 'POST', `/api/rooms/${slug}/leave`);
    await arrived(5);
    // The row of the leaving and the leaving itself are events of one entry.
    const types = receiver.calls.map(({ body }) => body.type);
    expect(types.slice(0, 3)).toEqual(['message:new', 'message:edited', 'message:deleted']);
    expect(types.slice(3).sort()).toEqual(['member:left', 'message:new']);
    const seqs = receiver.calls.map(({ body }) => body.data.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(receiver.calls[1]?.body.data).toMatchObject({ room: slug, seq: first.seq + 1, prev_seq: first.seq });
    for (const call of receiver.calls) expect(isSignedWith(made.secret, call)).toBe(true);
    const [call] = receiver.calls as [Receiver['calls'][number]];
    expect(isSignedWith(made.secret, { ...call, raw: JSON.stringify({ ...call.body, type: 'x' }) })).toBe(false);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    const stored = await booted.app.store.get<Doc>('webhooks', made.id);
    expect(JSON.stringify(stored)).not.toContain(made.secret.slice(6));
  });

  it('sends what members see: not the events that were not chosen, not those for admins, not what was said before', async () => {
    await say('önce');
    await hook(['message:new', 'room:updated']);
    await ask(ada, 'PATCH', `/api/rooms/${slug}`, { events_visibility: 'admins' });
    await ask(ada, 'PUT', `/api/rooms/${slug}/members/${bob.accountId}/tag`, { tag: 'x' });
    await say('sonra');
    await arrived(2);
    expect(receiver.calls.map(({ body }) => [body.type, body.data.message?.body])).toEqual([
      ['room:updated', undefined],
      ['message:new', 'sonra'],
    ]);
  });

  it('repeats a refused event under its id until it is accepted, and keeps the order', async () => {
    const made = await hook();
    receiver.answers.push(500, 302);
    await say('bir');
    await arrived(1);
    await say('iki');
    const waiting = async () => (await view(made)).webhook.failures;
    for (const failures of [1, 2]) {
      await poll(async () => (await waiting()) === failures, { until: `${failures} attempts have failed` });
      expect(Number.isInteger((await view(made)).webhook.next_attempt_at)).toBe(true);
      time.skip(20_000);
      await arrived(failures + 1);
    }
    await arrived(4);
    expect(bodies()).toEqual(['bir', 'bir', 'bir', 'iki']);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect([new Set(ids.slice(0, 3)).size, new Set(ids).size]).toEqual([1, 2]);
    await poll(async () => (await view(made)).deliveries.length === 4, { until: 'the last one is noted' });
    const { webhook, deliveries } = await view(made);
    expect(webhook).toMatchObject({ enabled: true, failures: 0, next_attempt_at: null });
    expect(deliveries.map(({ status, attempt }: never) => [status, attempt])).toEqual([
      [204, 1],
      [204, 3],
      [302, 2],
      [500, 1],
    ]);
  });

  it('repeats no accepted event while a later one of its entry is refused, and pauses longer each time', async () => {
    const made = await hook(['message:new', 'member:left']);
    receiver.answers.push(204);
    receiver.usual = 500;
    await ask(bob, 'POST', `/api/rooms/${slug}/leave`);
    for (const failures of [1, 2, 3]) {
      await poll(async () => (await view(made)).webhook.failures === failures, { until: `${failures} have failed` });
      time.skip(60_000);
    }
    receiver.usual = 204;
    await ask(bob, 'POST', `/api/rooms/${slug}/join`);
    await poll(async () => bodies().length === 6, { until: 'the refused event and the joining have arrived' });
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect([new Set(ids.slice(1, 5)).size, new Set(ids).size]).toEqual([1, 3]);
  });

  it('costs nobody else anything when its server does not answer', async () => {
    const slow = await openReceiver();
    slow.answers.push('hold', 'hold');
    await hook(['message:new'], { url: slow.url });
    await hook();
    await say('bir');
    await arrived(1);
    await poll(() => slow.calls.length === 1, { until: 'the slow one has its call' });
    await say('iki');
    await arrived(2);
    expect(slow.calls).toHaveLength(1);
    await slow[Symbol.asyncDispose]();
  });

  it('gives up after three days of failures, tells its owner why, and goes on where it stopped', async () => {
    const made = await hook();
    receiver.usual = 503;
    await say('bir');
    await arrived(1);
    await poll(async () => (await view(made)).webhook.failures === 1, { until: 'the failure is noted' });
    time.skip(3 * DAY_MS);
    await ended(made, 'failing');
    receiver.usual = 204;
    await say('iki');
    const on = await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { enabled: true });
    expect(on.body.webhook).toMatchObject({ enabled: true, disabled_reason: null });
    time.skip(2_000);
    await arrived(4);
    expect(bodies()).toEqual(['bir', 'bir', 'bir', 'iki']);
  });

  it('ends at once when its server is gone, and is switched off and on by its owner', async () => {
    const made = await hook();
    receiver.answers.push(410);
    await say('bir');
    await ended(made, 'gone');
    const change = (body: object) => ask(ada, 'PATCH', `/api/webhooks/${made.id}`, body);
    expect((await change({ enabled: true, skip: true })).status).toBe(200);
    expect((await change({ enabled: false })).body.webhook).toMatchObject({ enabled: false, disabled_reason: 'owner' });
    await say('iki');
    await change({ enabled: true });
    time.skip(2_000);
    await arrived(2);
    expect(bodies()).toEqual(['bir', 'iki']);
  });

  it('does not wait at a new address for what the old one has refused', async () => {
    const next = await openReceiver();
    const made = await hook();
    receiver.answers.push(500);
    await say('bir');
    await poll(async () => (await view(made)).webhook.failures === 1, { until: 'the failure is noted' });
    const { webhook } = (await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { url: next.url })).body;
    expect(webhook).toMatchObject({ url: next.url, failures: 0, next_attempt_at: null });
    await poll(() => next.calls.length === 1, { until: 'the new address has its call', withinMs: 4_000 });
    await next[Symbol.asyncDispose]();
  });

  it('is not ended at a new address by an answer of the old one', async () => {
    const next = await openReceiver();
    const made = await hook();
    let answer: (status: number) => void = () => undefined;
    receiver.answers.push(new Promise<number>((resolve) => (answer = resolve)));
    await say('bir');
    await arrived(1);
    await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { url: next.url });
    answer(410);
    await poll(() => next.calls.length === 1, { until: 'the new address has its call' });
    await poll(async () => (await view(made)).deliveries.length === 2, { until: 'both attempts are noted' });
    const { webhook, deliveries } = await view(made);
    expect(webhook).toMatchObject({ enabled: true, disabled_reason: null, failures: 0 });
    expect(deliveries.map(({ status }: never) => status)).toEqual([204, 410]);
    await next[Symbol.asyncDispose]();
  });

  it.each([204, 500])(
    'sends nothing that its owner has skipped, whatever the call in progress ends with (%i)',
    async (status) => {
      const made = await hook();
      let answer: (status: number) => void = () => {};
      receiver.answers.push(new Promise((resolve) => (answer = resolve)));
      await say('bir');
      await arrived(1);
      await say('iki');
      expect((await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { skip: true })).status).toBe(200);
      answer(status);
      await poll(async () => (await view(made)).deliveries.length === 1, { until: 'the call has ended' });
      await say('üç');
      await arrived(2);
      expect(bodies()).toEqual(['bir', 'üç']);
      expect((await view(made)).webhook.failures).toBe(0);
    },
  );

  it('hears nothing once its bot was put out, and begins anew after its return', async () => {
    const made = await hook();
    await say('bir');
    await arrived(1);
    await ask(ada, 'DELETE', `/api/rooms/${slug}/members/${bot.accountId}`);
    await say('iki');
    await ended(made, 'not_member');
    expect(outcomeOf(await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { enabled: true }))).toBe('403 not_member');
    await ask(ada, 'POST', `/api/rooms/${slug}/members`, { account_id: bot.accountId });
    expect((await ask(ada, 'PATCH', `/api/webhooks/${made.id}`, { enabled: true })).status).toBe(200);
    await say('üç');
    time.skip(2_000);
    await arrived(2);
    expect(bodies()).toEqual(['bir', 'üç']);
  });

  it('sends nothing any more that waited when its bot was put out', async () => {
    const made = await hook();
    receiver.answers.push(500);
    await say('bir');
    await poll(async () => (await view(made)).webhook.failures === 1, { until: 'the failure is noted' });
    await ask(ada, 'DELETE', `/api/rooms/${slug}/members/${bot.accountId}`);
    time.skip(20_000);
    await ended(made, 'not_member');
    expect(bodies()).toEqual(['bir']);
  });

  it('ends with its room', async () => {
    const made = await hook();
    await ask(ada, 'DELETE', `/api/rooms/${slug}`, { scope: 'everyone' });
    await ended(made, 'room_deleted');
    expect(receiver.calls).toEqual([]);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const made = await hook();
    const { secret } = (await ask(ada, 'POST', `/api/webhooks/${made.id}/secret`)).body;
    expect(secret).toMatch(/^whsec_/);
    await say('bir');
    await arrived(1);
    time.skip(DAY_MS);
    await say('iki');
    await arrived(2);
    const signed = receiver.calls.map((call) => [isSignedWith(made.secret, call), isSignedWith(secret, call)]);
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  it('signs with the first secret for its day, also after a second rotation', async () => {
    const made = await hook();
    const rotate = async () => (await ask(ada, 'POST', `/api/webhooks/${made.id}/secret`)).body.secret;
    const second = await rotate();
    time.skip(DAY_MS / 2);
    const third = await rotate();
    const signed = async (count: number) => {
      await say(`söz ${count}`);
      await arrived(count);
      const call = receiver.calls.at(-1) as Receiver['calls'][number];
      return [made.secret, second, third].map((secret) => isSignedWith(secret, call));
    };
    expect(await signed(1)).toEqual([true, true, true]);
    time.skip(DAY_MS / 2);
    expect(await signed(2)).toEqual([false, true, true]);
  });

  it('is tried with a call at once', async () => {
    const made = await hook();
    receiver.answers.push(418);
    const { body } = await ask(ada, 'POST', `/api/webhooks/${made.id}/test`);
    expect(body.delivery).toMatchObject({ event: 'webhook:test', status: 418, error: null });
    const [call] = receiver.calls as [Receiver['calls'][number]];
    expect(call.body).toEqual({ type: 'webhook:test', data: { webhook_id: made.id, room: slug } });
    expect(isSignedWith(made.secret, call)).toBe(true);
  });

  it('waits while the owner of its bot is suspended', async () => {
    const cem = await booted.person(`cem${rooms}`);
    const own = await botOf(booted, cem, `cem.bot${rooms}`);
    await ask(ada, 'POST', `/api/rooms/${slug}/members`, { account_id: own.accountId });
    const sent = { bot_id: own.accountId, room: slug, url: receiver.url, events: ['message:new'] };
    expect((await ask(cem, 'POST', '/api/webhooks', sent)).status).toBe(201);
    const path = `/accounts/${cem.accountId}/suspension`;
    await lastResort(booted)('PUT', path, { until: null, reason: 'spam' });
    await say('bir');
    time.skip(61_000);
    await say('iki');
    await lastResort(booted)('DELETE', `${path}?reason=hata`);
    expect(receiver.calls).toEqual([]);
    time.skip(61_000);
    await arrived(2);
    expect(bodies()).toEqual(['bir', 'iki']);
    // The bot goes with its owner, and the webhook with the bot.
    await ask(cem, 'DELETE', '/api/me', {});
    await booted.app.erasing.eraseAll();
    const left = booted.app.store.count('webhooks', { index: 'byBot', prefix: [own.accountId], limit: 1 });
    expect(await left).toBe(0);
  });

  it('belongs to the owner of its bot, who names a room of the bot and an address that may be called', async () => {
    const made = await hook();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
    ] as const) {
      const answer = await ask(bob, method, `/api/webhooks/${made.id}${path}`, method === 'GET' ? undefined : {});
      expect([method, path, outcomeOf(answer)]).toEqual([method, path, '404 not_found']);
    }
    const wrong = async (more: object) => {
      const sent = { bot_id: bot.accountId, room: slug, url: receiver.url, events: ['message:new'], ...more };
      return outcomeOf(await ask(ada, 'POST', '/api/webhooks', sent));
    };
    await ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: `${slug}-baska` });
    const { room } = (await ask(bob, 'POST', '/api/dm/haberci')).body;
    await ask(bob, 'POST', `/api/rooms/${room.slug}/messages`, { body: 'selam' });
    expect(await wrong({ bot_id: bob.accountId })).toBe('404 not_found');
    expect(await wrong({ room: 'yok-boyle' })).toBe('404 room_not_found');
    expect(await wrong({ room: `${slug}-baska` })).toBe('403 not_member');
    expect(await wrong({ room: room.slug })).toBe('403 not_allowed');
    expect(await wrong({ url: 'ftp://example.org' })).toBe('422 validation_failed');
    expect(await wrong({ url: 'https://ada@example.org' })).toBe('422 validation_failed');
    expect(await wrong({ events: ['room:request'] })).toBe('422 validation_failed');
    for (let n = 2; n <= 10; n += 1) await hook();
    expect(await wrong({})).toBe('409 invalid_state');
  });
}
