import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { composeMail } from '#src/adapters/mail/compose.js';
import { createSmtpMailer } from '#src/adapters/mail/smtp-mailer.js';

const around = { publicUrl: 'https://chat.example.org', brand: 'meydan' };
const mail = composeMail('1', 0, { kind: 'verify', to: 'ada@example.org', language: 'en', token: 't' }, around);

/** A server on that address; what it was told of a password, and how many mails it took. */
async function trying(host: string, user: string, options: SMTPServerOptions) {
  const passwords: (string | null | undefined)[] = [];
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    onAuth({ password }, _, done) {
      passwords.push(password);
      done(password === 'hunter2' ? null : new Error('no'), { user: 'meydan' });
    },
    onData(stream, _, done) {
      mails += 1;
      stream.resume();
      stream.on('end', () => done());
    },
    ...options,
  });
  // A client that does not trust the certificate hangs up.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = createSmtpMailer({ url: `smtp://${user}${host}:${port}`, from: 'no-reply@example.org' });
  const result = await mailer.send(mail);
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return { result, passwords, mails };
}

/** 127.0.0.2 is another machine as far as the mailer can tell. */
const elsewhere = '127.0.0.2';
const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };

describe('the password of the mail server', () => {
  it('does not travel in the open to another machine: the mail waits', async () => {
    const { result, passwords, mails } = await trying(elsewhere, 'meydan:hunter2@', plain);
    expect(result).toEqual({ kind: 'retry', why: expect.stringContaining('ETLS') });
    expect([passwords, mails]).toEqual([[], 0]);
  });

  it('is not told to a server whose certificate nobody vouches for', async () => {
    const { result, passwords, mails } = await trying(elsewhere, 'meydan:hunter2@', {});
    expect(result.kind).toBe('retry');
    expect([passwords, mails]).toEqual([[], 0]);
  });

  it('is told on this very machine', async () => {
    const { result, passwords, mails } = await trying('127.0.0.1', 'meydan:hunter2@', plain);
    expect([result, passwords, mails]).toEqual([{ kind: 'sent' }, ['hunter2'], 1]);
  });

  it('that is wrong is for the operator to mend: the mail waits', async () => {
    const { result, mails } = await trying('127.0.0.1', 'meydan:wrong@', plain);
    expect([result, mails]).toEqual([{ kind: 'retry', why: 'EAUTH 535' }, 0]);
  });
});

describe('a server without a password', () => {
  it('is spoken to as it speaks', async () => {
    const { result, mails } = await trying(elsewhere, '', plain);
    expect([result, mails]).toEqual([{ kind: 'sent' }, 1]);
  });
});
