/** A push to a phone is a part of the trace of its message. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FcmServer, startFcm } from '../push/support/fcm-server.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { generateRsaPair } from '../support/key-pairs.js';
import { poll } from '../support/time/poll.js';
import { type Collector, openCollector } from './collector.js';

describe('a push', () => {
  let collector: Collector;
  let fcm: FcmServer;
  let folder: string;
  let booted: Booted;
  beforeAll(async () => {
    [collector, fcm] = await Promise.all([openCollector(), startFcm()]);
    folder = await mkdtemp(join(tmpdir(), 'meydan-push-'));
    const file = join(folder, 'firebase.json');
    const { privateKey: private_key } = generateRsaPair();
    const account = { project_id: 'p', client_email: 'a@b', token_uri: `${fcm.origin}/token`, private_key };
    await writeFile(file, JSON.stringify(account));
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    const settings = { FCM_SERVICE_ACCOUNT_FILE: file, FCM_HOST: fcm.origin, OTEL_EXPORTER_OTLP_ENDPOINT };
    booted = await bootApp({ settings });
  });
  afterAll(async () => {
    await booted?.[Symbol.asyncDispose]();
    await fcm?.[Symbol.asyncDispose]();
    await collector?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is a span under the command of its message, without the room, the person or the token', async () => {
    const [ada, bora] = await Promise.all([booted.person('ada'), booted.person('bora')]);
    await booted.ask(bora, 'PUT', '/api/me/device', { platform: 'android', push_token: 'jeton-1', language: 'tr' });
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
    await booted.ask(bora, 'POST', '/api/rooms/oda/join');
    // The pass that the joining may have begun is over: the next message begins one of its own.
    await booted.ask(ada, 'POST', '/api/rooms/oda/messages', { body: 'ilk' });
    await poll(() => fcm.requests.length === 1, { until: 'the first message is pushed' });
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
    const push = await poll(
      async () => {
        await booted.ask(ada, 'POST', '/api/rooms/oda/messages', { body: 'merhaba' }, headers);
        return poll(() => collector.spans.find((span) => span.name === 'push' && span.traceId === traceId), {
          until: 'the push is exported',
          withinMs: 5_000,
        }).catch(() => null);
      },
      { until: 'a message of this trace has begun a pass', withinMs: 60_000 },
    );
    const command = collector.spans.find(({ spanId }) => spanId === push.parentSpanId);
    expect(command?.name).toBe('room send_message');
    expect(push.attributes).toEqual({ 'meydan.push.service': 'fcm', 'meydan.push.attempt': expect.anything() });
    expect(Number(push.attributes['meydan.push.attempt'])).toBe(1);
    expect(JSON.stringify(push)).not.toMatch(/oda|bora|jeton|merhaba/);
  });
});
