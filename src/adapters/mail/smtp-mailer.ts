/** Mails over SMTP. A connection for each: mails are rare, and none that was left open can have gone bad. */
import { createTransport } from 'nodemailer';
import type { Mailer, MailResult } from './mail.js';
import { mailFields } from './mail-fields.js';

export interface SmtpOptions {
  url: string;
  from: string;
}

const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;

export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return {
    async send(mail) {
      const fields = mailFields(mail, from);
      if (!fields) return { kind: 'refused', why: 'the address cannot be written to' };
      try {
        await transport.sendMail(fields);
        return { kind: 'sent' };
      } catch (error) {
        return failure(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A password does not travel in the open, but on this very machine. */
function needsTls(text: string): boolean {
  const { protocol, hostname, username } = new URL(text);
  return protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Only a 5xx about sender, recipient or content says that the same mail will never do; a login that is refused, like a
 * server that is away, is for the operator to mend while the mail waits. The words of a server hold addresses.
 */
function failure(error: unknown): MailResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const why = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  return { kind: isFinal ? 'refused' : 'retry', why };
}
