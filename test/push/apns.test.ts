/** The sender against a server that speaks Apple's protocol. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { createApnsSender } from '#src/adapters/push/apns-sender.js';
import type { Push, PushSender, PushTarget } from '#src/adapters/push/push-sender.js';
import { generateEcPair } from '../support/key-pairs.js';
import { poll } from '../support/time/poll.js';
import { type ApnsServer, startApns } from './support/apns-server.js';

const pair = generateEcPair();
const privateKey = createPrivateKey(pair.privateKey);
const publicKey = createPublicKey(pair.publicKey);
const push: Push = { type: 'message', roomSlug: 'oda', messageId: 'm1' };
const target = (more: Partial<PushTarget> = {}): PushTarget => ({
  platform: 'ios',
  token: 'ab12',
  env: 'production',
  language: null,
  ...more,
});

let apns: ApnsServer;
let sandbox: ApnsServer;
let sender: PushSender;
let now = 0;
const senderWith = (timeoutMs: number): PushSender =>
  createApnsSender({
    key: privateKey,
    keyId: 'ABCDE12345',
    teamId: 'FGHIJ67890',
    topic: 'org.example.chat',
    productionOrigin: apns.origin,
    sandboxOrigin: sandbox.origin,
    now: () => now,
    timeoutMs,
  });

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  apns = await startApns();
  sandbox = await startApns();
  sender = senderWith(10_000);
});
afterEach(async () => {
  await sender.close();
  await apns[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

describe('a push to Apple', () => {
  it('holds a fixed sentence, the room as thread, three fields, and nothing else', async () => {
    expect(await sender.send(target(), push)).toEqual({ kind: 'sent' });
    expect(apns.requests[0]?.body).toEqual({
      aps: { alert: { body: 'Yeni bir mesajınız var' }, 'mutable-content': 1, 'thread-id': 'oda' },
      type: 'message',
      room_slug: 'oda',
      message_id: 'm1',
    });
    expect(apns.requests[0]).toMatchObject({
      token: 'ab12',
      headers: {
        'apns-topic': 'org.example.chat',
        'apns-push-type': 'alert',
        'apns-collapse-id': 'oda',
        'apns-expiration': String(now / 1_000 + 86_400),
      },
    });
  });

  it('speaks the language of the device', async () => {
    await sender.send(target({ language: 'en' }), { ...push, type: 'mention' });
    await sender.send(target({ language: 'tr' }), { ...push, type: 'mention' });
    const said = apns.requests.map(({ body }) => body.aps.alert.body);
    expect(said).toEqual(['You were mentioned in a message', 'Bir mesajda sizden söz edildi']);
  });

  it('goes to the world its token belongs to', async () => {
    await sender.send(target({ env: 'sandbox' }), push);
    expect([apns.requests.length, sandbox.requests.length]).toEqual([0, 1]);
  });

  it('cannot be led to another path by its token', async () => {
    await sender.send(target({ token: '../../4/x?y#z' }), push);
    expect(apns.requests[0]).toMatchObject({ token: '../../4/x?y#z' });
    expect(apns.requests[0]?.headers[':path']).toBe('/3/device/..%2F..%2F4%2Fx%3Fy%23z');
  });
});

describe('the provider token', () => {
  const bearer = (at: number) => apns.requests[at]?.headers.authorization?.replace('bearer ', '') ?? '';

  it('is signed by the team’s key, kept for 40 minutes and then made anew', async () => {
    for (const minutes of [0, 39, 41]) {
      now = Date.UTC(2026, 0, 1) + minutes * 60_000;
      await sender.send(target(), push);
    }
    const { payload, protectedHeader } = await jwtVerify(bearer(0), publicKey);
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'ABCDE12345' });
    expect(payload).toEqual({ iss: 'FGHIJ67890', iat: Date.UTC(2026, 0, 1) / 1_000 });
    expect(bearer(1)).toBe(bearer(0));
    expect(bearer(2)).not.toBe(bearer(0));
  });

  it('is made anew at once when the service calls it expired', async () => {
    apns.answerNext({ status: 403, reason: 'ExpiredProviderToken' });
    expect(await sender.send(target(), push)).toEqual({ kind: 'sent' });
    expect(bearer(1)).not.toBe(bearer(0));
  });
});

describe('what became of it', () => {
  it.each([
    [410, 'Unregistered', 'gone'],
    [410, '', 'gone'],
    [400, 'BadDeviceToken', 'gone'],
    [400, 'DeviceTokenNotForTopic', 'gone'],
    [400, 'PayloadEmpty', 'refused'],
    [403, 'InvalidProviderToken', 'refused'],
    [413, 'PayloadTooLarge', 'refused'],
    [429, 'TooManyRequests', 'retry'],
    [500, 'InternalServerError', 'retry'],
    [503, 'Shutdown', 'retry'],
  ])('is told from %d %s: %s', async (status, reason, kind) => {
    apns.answerNext({ status, reason });
    expect(await sender.send(target(), push)).toMatchObject({ kind });
    expect(apns.requests).toHaveLength(1);
  });

  it('says how long to wait, when the service does', async () => {
    apns.answerNext({ status: 429, headers: { 'retry-after': '7' } });
    expect(await sender.send(target(), push)).toMatchObject({ kind: 'retry', afterMs: 7_000 });
    apns.answerNext({ status: 503, headers: { 'retry-after': new Date(now + 9_000).toUTCString() } });
    expect(await sender.send(target(), push)).toMatchObject({ kind: 'retry', afterMs: 9_000 });
  });

  it('is worth another try when nobody answers, and the next one gets a connection of its own', async () => {
    const impatient = senderWith(1_000);
    apns.answerNext({ status: 200, never: true });
    expect(await impatient.send(target(), push)).toEqual({ kind: 'retry', why: 'no answer in time', afterMs: null });
    const isSent = async () => (await impatient.send(target(), push)).kind === 'sent';
    await poll(isSent, { until: 'the next one is sent' });
    await impatient.close();
    expect(apns.requests.at(-1)?.connection).toBeGreaterThan(1);
  });

  it('is worth another try when the connection is cut, or nobody listens', async () => {
    apns.answerNext({ status: 200, cut: true });
    expect(await sender.send(target(), push)).toMatchObject({ kind: 'retry' });
    await sandbox[Symbol.asyncDispose]();
    expect(await sender.send(target({ env: 'sandbox' }), push)).toMatchObject({ kind: 'retry' });
  });
});

describe('the connection', () => {
  it('is one for all, however many are sent at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 300 }, (_, at) => sender.send(target({ token: `${at}` }), push)),
    );
    expect(new Set(sent.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"kind":"sent"}']));
    expect(apns.requests).toHaveLength(300);
    expect(apns.connections()).toBe(1);
  });

  it('is replaced when the service takes its leave, and what was under way is answered', async () => {
    apns.answerNext({ status: 200, goaway: true });
    expect(await sender.send(target(), push)).toEqual({ kind: 'sent' });
    expect(await sender.send(target(), push)).toEqual({ kind: 'sent' });
    expect(apns.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('loses nothing when the farewell comes between two pushes, or in the midst of many', async () => {
    await sender.send(target(), push);
    apns.farewell();
    const sending = Array.from({ length: 50 }, () => sender.send(target(), push));
    apns.farewell();
    for (const result of await Promise.all(sending)) expect(result).toEqual({ kind: 'sent' });
    expect(apns.connections()).toBeGreaterThan(1);
  });
});
