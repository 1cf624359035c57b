/** The sender against a server that speaks Google's protocol. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { createFcmSender } from '#src/adapters/push/fcm-sender.js';
import type { Push, PushSender, PushTarget } from '#src/adapters/push/push-sender.js';
import { generateRsaPair } from '../support/key-pairs.js';
import { type FcmServer, fcmError, startFcm } from './support/fcm-server.js';

const pair = generateRsaPair();
const privateKey = createPrivateKey(pair.privateKey);
const publicKey = createPublicKey(pair.publicKey);
const push: Push = { type: 'mention', roomSlug: 'oda', messageId: 'm1' };
const target: PushTarget = { platform: 'android', token: 'phone:1', env: null, language: 'en' };

let fcm: FcmServer;
let sender: PushSender;
let now = 0;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  fcm = await startFcm();
  const account = {
    projectId: 'meydan-test',
    clientEmail: 'push@meydan-test.example',
    key: privateKey,
    tokenUri: `${fcm.origin}/token`,
  };
  sender = createFcmSender({ account, origin: fcm.origin, now: () => now, timeoutMs: 10_000 });
});
afterEach(async () => {
  await sender.close();
  await fcm[Symbol.asyncDispose]();
});

describe('a push to Google', () => {
  it('holds a fixed sentence, the room to collapse by, three fields, and nothing else', async () => {
    expect(await sender.send(target, push)).toEqual({ kind: 'sent' });
    expect(fcm.requests).toEqual([
      {
        path: '/v1/projects/meydan-test/messages:send',
        authorization: 'Bearer access-1',
        message: {
          token: 'phone:1',
          data: { type: 'mention', room_slug: 'oda', message_id: 'm1' },
          notification: { body: 'You were mentioned in a message' },
          android: { priority: 'HIGH', collapse_key: 'oda', ttl: '86400s', notification: { tag: 'oda' } },
          webpush: { headers: { TTL: '86400', Urgency: 'high' }, notification: { tag: 'oda' } },
        },
      },
    ]);
  });
});

describe('the access token', () => {
  it('is bought with a signed statement, once for all who wait, and again when its hour is nearly over', async () => {
    await Promise.all([sender.send(target, push), sender.send(target, push), sender.send(target, push)]);
    expect(fcm.statements).toHaveLength(1);
    const { payload, protectedHeader } = await jwtVerify(fcm.statements[0] as string, publicKey, {
      currentDate: new Date(now),
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toEqual({
      iss: 'push@meydan-test.example',
      aud: `${fcm.origin}/token`,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      iat: now / 1_000,
      exp: now / 1_000 + 3_600,
    });
    now += 3_590_000;
    await sender.send(target, push);
    expect(fcm.requests.at(-1)?.authorization).toBe('Bearer access-2');
  });

  it('is bought anew at once when it is not taken any more', async () => {
    fcm.answerNext(fcmError(401, 'UNAUTHENTICATED'));
    expect(await sender.send(target, push)).toEqual({ kind: 'sent' });
    expect(fcm.requests.map(({ authorization }) => authorization)).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  it('that cannot be had lets the push wait, and costs no device its token', async () => {
    fcm.answerToken({ status: 400, body: { error: 'invalid_grant' } });
    expect(await sender.send(target, push)).toMatchObject({ kind: 'retry' });
    fcm.answerToken({ status: 503, headers: { 'retry-after': '5' } });
    expect(await sender.send(target, push)).toMatchObject({ kind: 'retry', afterMs: 5_000 });
    expect(await sender.send(target, push)).toEqual({ kind: 'sent' });
    expect(fcm.requests).toHaveLength(1);
  });
});

describe('what became of it', () => {
  const invalidToken = { errorCode: 'INVALID_ARGUMENT', fieldViolations: [{ field: 'message.token' }] };

  it.each([
    ['a phone that is gone', fcmError(404, 'UNREGISTERED'), 'gone'],
    ['a phone of another project', fcmError(403, 'SENDER_ID_MISMATCH'), 'gone'],
    ['a token that is none', fcmError(400, 'INVALID_ARGUMENT', invalidToken), 'gone'],
    ['another argument that is wrong', fcmError(400, 'INVALID_ARGUMENT'), 'refused'],
    ['a wrong project', { status: 404, body: { error: { code: 404, status: 'NOT_FOUND' } } }, 'refused'],
    ['a wrong address', { status: 404, body: '<html>' }, 'refused'],
    ['an account without the right', fcmError(403, 'PERMISSION_DENIED'), 'refused'],
    ['too many', fcmError(429, 'QUOTA_EXCEEDED'), 'retry'],
    ['a service in trouble', fcmError(503, 'UNAVAILABLE'), 'retry'],
    ['a fault of theirs', { status: 500, body: 'no json' }, 'retry'],
    ['another address', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'retry'],
  ])('is told from %s', async (_, answer, kind) => {
    fcm.answerNext(answer);
    expect(await sender.send(target, push)).toMatchObject({ kind });
    expect(fcm.requests).toHaveLength(1);
  });

  it('says how long to wait, when the service does', async () => {
    fcm.answerNext({ ...fcmError(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '60' } });
    expect(await sender.send(target, push)).toMatchObject({ kind: 'retry', afterMs: 60_000 });
  });

  it('is worth another try when there is no answer in time', async () => {
    const account = { projectId: 'p', clientEmail: 'a@b', key: privateKey, tokenUri: `${fcm.origin}/token` };
    const impatient = createFcmSender({ account, origin: fcm.origin, now: () => now, timeoutMs: 200 });
    fcm.answerNext({ status: 0 });
    expect(await impatient.send(target, push)).toMatchObject({ kind: 'retry', afterMs: null });
    expect(await impatient.send(target, push)).toEqual({ kind: 'sent' });
    await impatient.close();
  });

  it('is worth another try when nobody listens', async () => {
    await sender.send(target, push);
    await fcm[Symbol.asyncDispose]();
    expect(await sender.send(target, push)).toMatchObject({ kind: 'retry', afterMs: null });
  });
});
