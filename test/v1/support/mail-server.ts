/** A mail server that takes what it is given, as a mail program would read it. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../support/servers/free-port.mjs';
import { poll } from '../../support/time/poll.js';

export interface ReceivedMail extends Email {
  /** Who it was handed over for, whatever its headers say. */
  recipients: string[];
  handedOverBy: string;
  raw: string;
  at: number;
}

export interface MailServer extends AsyncDisposable {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** The newest mail to that address, once there are so many. */
  mailTo(address: string, count?: number, withinMs?: number): Promise<ReceivedMail>;
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  let server: SMTPServer | null = null;
  const to = (address: string) => mails.filter(({ recipients }) => recipients.includes(address));

  async function up(): Promise<void> {
    const next = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          const { mailFrom, rcptTo } = session.envelope;
          const envelope = {
            recipients: rcptTo.map(({ address }) => address),
            handedOverBy: mailFrom ? mailFrom.address : '',
          };
          void PostalMime.parse(raw).then((mail) => {
            mails.push({ ...mail, ...envelope, raw, at: Date.now() });
            done();
          });
        });
      },
      ...options,
    });
    // Clients that are killed in the middle are what some tests are about.
    next.on('error', () => undefined);
    await new Promise<void>((resolve) => next.listen(port, '127.0.0.1', resolve));
    server = next;
  }

  async function down(): Promise<void> {
    const stopped = server;
    server = null;
    if (stopped) await new Promise<void>((resolve) => stopped.close(() => resolve()));
  }

  await up();
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async mailTo(address, count = 1, withinMs = 15_000) {
      await poll(() => to(address).length >= count, { until: `${count} mail(s) to ${address} came`, withinMs });
      return to(address).at(-1) as ReceivedMail;
    },
    down,
    up,
    [Symbol.asyncDispose]: down,
  };
}

/** Where the button of a mail leads. */
export function linkIn({ text = '' }: { text?: string | undefined }): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return new URL(link);
}

export const tokenIn = (mail: { text?: string | undefined }): string => linkIn(mail).searchParams.get('token') ?? '';
