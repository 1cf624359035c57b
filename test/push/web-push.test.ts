/** Pushes to browsers, against a browser and a push service of the test's own. */
import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { PushTarget } from '#src/adapters/push/push-sender.js';
import { encryptPush } from '#src/adapters/push/web/encrypt-push.js';
import { isPushEndpoint } from '#src/adapters/push/web/push-endpoints.js';
import { vapidKeysOf } from '#src/adapters/push/web/vapid-keys.js';
import { createWebPushSender } from '#src/adapters/push/web/web-push-sender.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { type PushReceiver, startPushReceiver } from './support/push-receiver.js';

const fromBase64 = (text: string) => Buffer.from(text, 'base64url');

describe('the encryption', () => {
  it('gives what the example of RFC 8291 gives', () => {
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      key: '',
    };
    const salt = fromBase64('DGv6ra1nlYgDCS1FRnbzlw');
    const privateKey = fromBase64('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw');
    expect(
      encryptPush('When I grow up, I want to be a watermelon', keys, { salt, privateKey }).toString('base64url'),
    ).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('signs by a key that every node derives from the same secret', () => {
    const [one, again, other] = ['bir', 'bir', 'iki'].map((secret) => vapidKeysOf(secret).publicKey);
    expect(one).toBe(again);
    expect(one).not.toBe(other);
  });
});

describe('an allowed push service', () => {
  const hosts = ['fcm.googleapis.com', '*.push.services.mozilla.com', 'http://127.0.0.1:4000'];
  it.each([
    ['https://fcm.googleapis.com/fcm/send/1', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/1', true],
    ['http://127.0.0.1:4000/push/1', true],
    ['https://push.services.mozilla.com.example.org/1', false],
    ['https://evilpush.services.mozilla.com/1', false],
    ['https://fcm.googleapis.com.example.org/1', false],
    ['https://fcm.googleapis.com:8443/1', false],
    ['http://fcm.googleapis.com/1', false],
    ['https://biri@fcm.googleapis.com/1', false],
    ['http://127.0.0.1:4001/push/1', false],
    ['https://example.org/?https://fcm.googleapis.com/1', false],
  ])('%s: %s', (endpoint, isAllowed) => expect(isPushEndpoint(endpoint, hosts)).toBe(isAllowed));
});

describe('what becomes of a push to a browser', () => {
  const now = Date.UTC(2026, 0, 1);
  const push = { type: 'message', roomSlug: 'oda', messageId: 'm1' } as const;
  let receiver: PushReceiver;
  beforeAll(async () => {
    receiver = await startPushReceiver();
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  const senderWith = (...secrets: string[]) =>
    createWebPushSender({ hosts: [receiver.origin], secrets, contact: 'https://chat.example.org', now: () => now });
  const targetOf = (secret: string): PushTarget => {
    const { endpoint, keys } = receiver.subscribe();
    const web = { ...keys, key: vapidKeysOf(secret).publicKey };
    return { platform: 'web_app', token: endpoint, env: null, language: 'en', web };
  };

  it.each([
    [{ status: 201 }, { kind: 'sent' }],
    [{ status: 410 }, { kind: 'gone' }],
    [{ status: 404 }, { kind: 'gone' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'retry', afterMs: 7_000 },
    ],
    [{ status: 503 }, { kind: 'retry', afterMs: null }],
    [{ status: 403 }, { kind: 'refused' }],
  ])('after %j it is %j', async (answer, result) => {
    receiver.answerNext(answer);
    expect(await senderWith('sır').send(targetOf('sır'), push)).toMatchObject(result);
  });

  it('a redirect is not followed, because it would lead to any address', async () => {
    const other = await startPushReceiver();
    receiver.answerNext({ status: 307, headers: { location: other.subscribe().endpoint } });
    expect(await senderWith('sır').send(targetOf('sır'), push)).toEqual({ kind: 'refused', why: '307' });
    expect(other.received).toEqual([]);
    await other[Symbol.asyncDispose]();
  });

  it('a subscription outlives a new secret, and ends with its own', async () => {
    const target = targetOf('eski');
    expect(await senderWith('yeni', 'eski').send(target, push)).toEqual({ kind: 'sent' });
    expect(await senderWith('yeni').send(target, push)).toMatchObject({ kind: 'gone' });
  });

  it('a host that is no longer allowed is not called', async () => {
    const sender = createWebPushSender({
      hosts: ['fcm.googleapis.com'],
      secrets: ['sır'],
      contact: null,
      now: () => now,
    });
    const before = receiver.received.length;
    expect(await sender.send(targetOf('sır'), push)).toMatchObject({ kind: 'gone' });
    expect(receiver.received).toHaveLength(before);
  });
});

describe('a service with browsers', () => {
  let receiver: PushReceiver;
  let booted: Booted;
  beforeAll(async () => {
    receiver = await startPushReceiver();
    booted = await bootApp({ settings: { WEB_PUSH_HOSTS: receiver.origin } });
  });
  afterAll(async () => {
    await booted[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  const put = (person: Person, body: unknown) => booted.ask(person, 'PUT', '/api/me/web-push', body);
  const pushesTo = (endpoint: string) => receiver.received.filter(({ path }) => endpoint.endsWith(path));

  it('sends the room and a fixed sentence, signed by the key that pages were told, and nothing else', async () => {
    const [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    await booted.ask(bob, 'PUT', '/api/me/device', { platform: 'web_app', language: 'en' });
    const subscription = receiver.subscribe();
    expect((await put(bob, subscription)).status).toBe(204);
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
    await booted.ask(bob, 'POST', '/api/rooms/oda/join');
    const { message } = (await booted.ask(ada, 'POST', '/api/rooms/oda/messages', { body: 'merhaba @bob' })).body;
    await poll(() => pushesTo(subscription.endpoint).length > 0, { until: 'the browser gets it' });
    const [{ headers, content }] = pushesTo(subscription.endpoint) as [PushReceiver['received'][number]];
    expect(content).toEqual({
      type: 'mention',
      room_slug: 'oda',
      message_id: message.id,
      text: 'You were mentioned in a message',
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const { web_push_key } = (await booted.ask(null, 'GET', '/api/client-config')).body;
    expect(key).toBe(web_push_key);
    const point = fromBase64(key);
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const { payload } = await jwtVerify(token, publicKey, { audience: receiver.origin });
    expect((payload.exp ?? 0) * 1_000 - Date.now()).toBeLessThan(24 * 3_600_000);
  });

  it('drops a subscription that is gone, and ends it with DELETE of the device', async () => {
    const [cem, eda] = [await booted.person('cem'), await booted.person('eda')];
    await booted.ask(cem, 'POST', '/api/rooms', { name: 'Oda', slug: 'ikinci' });
    await booted.ask(eda, 'POST', '/api/rooms/ikinci/join');
    const [gone, left, last] = [receiver.subscribe(), receiver.subscribe(), receiver.subscribe()];
    const say = (body: string) => booted.ask(cem, 'POST', '/api/rooms/ikinci/messages', { body });
    const devices = async () =>
      (await booted.app.store.get<{ _id: string; devices?: string[] }>('accounts', eda.accountId))?.devices ?? [];
    await put(eda, gone);
    receiver.answerNext({ status: 410 });
    await say('bir');
    await poll(async () => (await devices()).length === 0, { until: 'the dead subscription is dropped' });
    await put(eda, left);
    expect((await booted.ask(eda, 'DELETE', '/api/me/device')).status).toBe(204);
    expect(await devices()).toEqual([]);
    await put(eda, last);
    await say('iki');
    await poll(() => pushesTo(last.endpoint).length > 0, { until: 'the last subscription gets it' });
    expect(pushesTo(left.endpoint)).toEqual([]);
  });

  it('takes no endpoint but those of allowed push services, and no keys that are none', async () => {
    const fuat = await booted.person('fuat');
    const { endpoint, keys } = receiver.subscribe();
    const refused = [
      { endpoint: 'http://169.254.169.254/latest/meta-data', keys },
      { endpoint: endpoint.replace('127.0.0.1', 'localhost'), keys },
      { endpoint: `https://fcm.googleapis.com/fcm/send/1`, keys },
      { endpoint: endpoint.replace('//', '//biri@'), keys },
      { endpoint: 'geçersiz', keys },
      { endpoint, keys: { ...keys, p256dh: keys.auth } },
      { endpoint, keys: { ...keys, auth: 'kısa' } },
      { endpoint },
    ];
    for (const body of refused) expect(await put(fuat, body)).toMatchObject({ status: 400 });
  });
});
