/** Mails over SMTP. Each mail has its own connection: mails are rare, and a new connection is never stale. */
import { createTransport } from 'nodemailer';
import type { Mailer, MailResult } from './mail.js';
import { mailFields } from './mail-fields.js';

export interface SmtpOptions {
  url: string;
  from: string;
  timeoutMs?: number;
}

const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
/** A server that is never silent and never done would keep a mail, and its connection, for ever. */
const MAIL_TIMEOUT_MS = 60_000;

export function createSmtpMailer({ url, from, timeoutMs = MAIL_TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = transportOf(url);
  return {
    async send(mail) {
      const fields = mailFields(mail, from);
      if (!fields) return { kind: 'refused', why: 'the address cannot be written to' };
      try {
        await transport.sendMail({ ...fields, signal: AbortSignal.timeout(timeoutMs) });
        return { kind: 'sent' };
      } catch (error) {
        return failure(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in, and sends nothing. Rejects with the reason of the server. */
export async function verifySmtp({ url }: Pick<SmtpOptions, 'url'>): Promise<void> {
  const transport = transportOf(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const transportOf = (url: string) =>
  createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });

/** A password needs TLS, except on this machine. */
function needsTls(text: string): boolean {
  const { protocol, hostname, username } = new URL(text);
  return protocol === 'smtp:' && username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Only a 5xx about sender, recipient or content is final for the mail. A refused login or an unreachable server needs
 * the operator, and the mail waits meanwhile. The server's text is not logged, because it contains addresses.
 */
function failure(error: unknown): MailResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const why = [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  return { kind: isFinal ? 'refused' : 'retry', why };
}
