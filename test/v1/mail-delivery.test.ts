import { Writable } from 'node:stream';
import { createLoggers } from '#src/observability/logger.js';
import { bootApp } from '../support/clients/boot-app.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';
import { type MailServer, startMailServer, tokenIn } from './support/mail-server.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from './support/v1-service-fixture.js';

function recorder() {
  let text = '';
  const to = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { loggers: createLoggers('debug', to), text: () => text };
}

const waiting = (fixture: V1ServiceFixture) => fixture.booted.app.store.range('mailOutbox', { index: 'due' });

describe('while the mail server is away', () => {
  it('mails wait, nobody notices, and they come once it is back, each once', async () => {
    const log = recorder();
    await using fixture = await openV1ServiceFixture({ parts: { loggers: log.loggers } });
    await fixture.mail.down();
    const people = ['ada', 'bora', 'cem'].map((name) => `${name}@waiting.example.org`);
    for (const email of people)
      expect((await fixture.post('register', { email, password: PASSWORD })).status).toBe(202);
    await poll(() => log.text().includes('mail retry'), { until: 'a mail could not be sent' });
    expect(await waiting(fixture)).toHaveLength(3);
    await fixture.mail.up();
    for (const email of people) await fixture.mail.mailTo(email, 1, 30_000);
    await poll(async () => (await waiting(fixture)).length === 0, { until: 'the outbox is empty' });
    expect(fixture.mail.mails.flatMap(({ recipients }) => recipients).sort()).toEqual(people);
    expect(log.text()).toContain('ESOCKET');
    expect(log.text()).not.toContain('waiting.example.org');
  });
});

describe('what a mail server refuses', () => {
  async function refusing(code: number): Promise<{ mail: MailServer; tries: () => number }> {
    let tries = 0;
    const mail = await startMailServer({
      onRcptTo(address, _, done) {
        tries += 1;
        done(tries > 2 ? null : Object.assign(new Error(`no ${address.address} here`), { responseCode: code }));
      },
    });
    return { mail, tries: () => tries };
  }

  it('for ever is given up at once, and the address is in no log', async () => {
    const log = recorder();
    const { mail, tries } = await refusing(550);
    const settings = { SMTP_URL: mail.url };
    await using fixture = await openV1ServiceFixture({ settings, parts: { loggers: log.loggers } });
    const { headers } = await fixture.post('register', { email: 'gone@refused.example.org', password: PASSWORD });
    await poll(() => log.text().includes('mail refused'), { until: 'the mail was refused' });
    await poll(async () => (await waiting(fixture)).length === 0, { until: 'the outbox is empty' });
    expect(tries()).toBe(1);
    expect(log.text()).toContain('EENVELOPE 550');
    const line = log
      .text()
      .split('\n')
      .find((one) => one.includes('mail refused'));
    expect(JSON.parse(line ?? '{}').requestId).toBe(headers.get('x-request-id'));
    expect(log.text()).not.toContain('refused.example.org');
    await mail[Symbol.asyncDispose]();
  });

  it('for now is tried again, with the same Message-ID', async () => {
    const { mail, tries } = await refusing(451);
    await using fixture = await openV1ServiceFixture({ settings: { SMTP_URL: mail.url } });
    await fixture.post('register', { email: 'later@example.org', password: PASSWORD });
    await mail.mailTo('later@example.org', 1, 30_000);
    expect(tries()).toBe(3);
    await mail[Symbol.asyncDispose]();
  });
});

describe('S21: no mail, no token and no password', () => {
  it('is in any log, not even at debug level', async () => {
    const log = recorder();
    await using fixture = await openV1ServiceFixture({ parts: { loggers: log.loggers } });
    await fixture.member('planted@example.org');
    await fixture.post('login', { email: 'planted@example.org', password: 'a wrong password here' });
    await fixture.post('forgot-password', { email: 'planted@example.org' });
    const token = tokenIn(await fixture.mail.mailTo('planted@example.org', 2));
    await fixture.booted.ask(null, 'GET', `/v1/auth/reset-password?token=${token}`);
    expect(log.text()).toContain('/v1/auth/login');
    for (const secret of ['planted@', PASSWORD, 'a wrong password here', token])
      expect(log.text()).not.toContain(secret);
  });
});

describe('without a mail server in production', () => {
  it('whatever needs a mail is refused, and says so', async () => {
    const settings = {
      NODE_ENV: 'production',
      SECRET: '0123456789abcdef0123456789ABCDEF',
      HOST: '127.0.0.1',
      ALLOW_UNLIMITED: 'yes',
    };
    await using booted = await bootApp({ settings });
    const body = { email: 'ada@example.org' };
    for (const [path, more] of [
      ['register', { password: PASSWORD }],
      ['resend-verification'],
      ['forgot-password'],
    ] as const) {
      const answer = await booted.ask(null, 'POST', `/v1/auth/${path}`, { ...body, ...more });
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 503, 'mail_not_configured']);
    }
    expect((await booted.ask(null, 'GET', '/dev/outbox')).status).toBe(404);
    const redirect = await booted.ask(null, 'GET', '/v1/auth/login_with_idp');
    expect([redirect.status, redirect.body.error.code]).toEqual([503, 'idp_not_configured']);
  });
});

describe('a service that is killed between writing a mail and sending it', () => {
  let mail: MailServer;
  let server: ServerProcess;
  beforeAll(async () => {
    buildFresh();
    mail = await startMailServer();
    server = await startServer({ SMTP_URL: mail.url, MAIL_FROM: 'no-reply@example.org', NODE_ENV: 'test' });
  });
  afterAll(async () => {
    await server.remove();
    await mail[Symbol.asyncDispose]();
  });

  it('sends it when it is back', async () => {
    await mail.down();
    const answer = await fetch(`${server.url}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'survivor@example.org', password: PASSWORD }),
    });
    expect(answer.status).toBe(202);
    await server.kill();
    await mail.up();
    await server.start();
    const came = await mail.mailTo('survivor@example.org', 1, 30_000);
    const verified = await fetch(`${server.url}/v1/auth/verify-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn(came) }),
    });
    expect(verified.status).toBe(200);
  });
});
