import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { composeMail } from '#src/adapters/mail/compose.js';
import { createMailer } from '#src/adapters/mail/mailer.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { tokenIn } from './support/mail-server.js';

const password = 'correct horse battery staple';
const around = { publicUrl: 'https://chat.example.org', brand: 'istanbul' };

describe('without a mail server, outside production', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp();
  });
  afterAll(() => booted[Symbol.asyncDispose]());
  const outbox = (accept: string) => booted.ask(null, 'GET', '/dev/outbox', undefined, { accept });

  it('there is nothing at first', async () => {
    expect((await outbox('text/html')).body).toContain('There are none yet.');
    expect((await outbox('application/json')).body).toEqual({ mails: [] });
  });

  it('mails land on a page, with links that work', async () => {
    const email = "ada+o'hara@example.org";
    expect((await booted.ask(null, 'POST', '/v1/auth/register', { email, password })).status).toBe(202);
    await poll(async () => (await outbox('application/json')).body.mails.length === 1, { until: 'it is there' });
    const page = await outbox('text/html');
    expect(page.body).toContain('ada+o&#39;hara@example.org');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [mail] = (await outbox('application/json')).body.mails;
    expect(page.body).toContain(`token=${tokenIn(mail)}`);
    const verified = await booted.ask(null, 'POST', '/v1/auth/verify-email', { token: tokenIn(mail) });
    expect(verified.status).toBe(200);
  });

  it('and in files, which nobody else may read and any mail program opens', async () => {
    const dir = join(booted.dataDir, 'outbox');
    const [eml = ''] = (await readdir(dir)).filter((name) => name.endsWith('.eml'));
    const mail = await PostalMime.parse(await readFile(join(dir, eml)));
    expect(mail.to?.[0]?.address).toBe("ada+o'hara@example.org");
    expect((await stat(join(dir, eml))).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  it('and nothing of it is read by other methods or paths', async () => {
    expect((await booted.ask(null, 'POST', '/dev/outbox')).status).toBe(404);
    expect((await booted.ask(null, 'GET', '/dev/outbox/..%2fsecret')).status).toBe(404);
  });
});

describe('what a mail is made of', () => {
  const request = { to: 'ada@example.org', language: 'tr', token: 'a"<b>&c' } as const;

  it('is escaped in HTML and in the link, whatever it is', () => {
    const mail = composeMail('1', 0, { ...request, kind: 'verify' }, { ...around, brand: '<i>x' });
    expect(mail.html).toContain('href="https://chat.example.org/v1/auth/verify-email?token=a%22%3Cb%3E%26c"');
    expect(mail.html).not.toContain('<i>');
    expect(mail.text).toContain('token=a%22%3Cb%3E%26c\n');
  });

  it('is named as the language of the mail writes names', () => {
    expect(composeMail('1', 0, { ...request, kind: 'verify' }, around).subject).toContain('İstanbul');
    expect(composeMail('1', 0, { ...request, kind: 'verify', language: 'en' }, around).subject).toContain('Istanbul');
  });

  it.each(['tr', 'en'] as const)('has a link where there is something to do, and none elsewhere (%s)', (language) => {
    const linked = (
      kind: 'verify' | 'account_exists' | 'reset' | 'password_changed' | 'account_deleted',
      token?: string,
    ) => {
      const mail = composeMail('1', 0, { kind, language, to: request.to, ...(token ? { token } : {}) }, around);
      return [mail.text, mail.html].map((text) => /\/v1\/auth\/([a-z-]+)\?token=/.exec(text)?.[1]);
    };
    expect(linked('verify', 't')).toEqual(['verify-email', 'verify-email']);
    expect(linked('account_exists', 't')).toEqual(['verify-email', 'verify-email']);
    expect(linked('reset', 't')).toEqual(['reset-password', 'reset-password']);
    for (const kind of ['account_exists', 'password_changed', 'account_deleted'] as const) {
      expect(linked(kind)).toEqual([undefined, undefined]);
    }
  });

  it.each([
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'A <a@example.org>',
    'a b@example.org',
    '@example.org',
    'a@',
  ])('goes nowhere when its address could be more than one address: %j', async (to) => {
    const mailer = createMailer({ kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'a@b.example' });
    const mail = composeMail('1', 0, { ...request, kind: 'verify', to }, around);
    expect(await mailer?.send(mail)).toEqual({ kind: 'refused', why: expect.not.stringContaining('example') });
    mailer?.close();
  });
});
