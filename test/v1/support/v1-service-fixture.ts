/** The service with a mail server, and people who register there. */
import { type Booted, type BootOptions, bootApp } from '../../support/clients/boot-app.js';
import { type MailServer, startMailServer, tokenIn } from './mail-server.js';

export const PASSWORD = 'correct horse battery staple';

export interface V1ServiceFixture extends AsyncDisposable {
  booted: Booted;
  mail: MailServer;
  post(path: string, body?: unknown, headers?: Record<string, string>): ReturnType<Booted['ask']>;
  /** Registered and verified. */
  member(email: string): Promise<void>;
}

export async function openV1ServiceFixture({ settings = {}, ...options }: BootOptions = {}): Promise<V1ServiceFixture> {
  const mail = await startMailServer();
  const sending = { SMTP_URL: mail.url, MAIL_FROM: 'Meydan <no-reply@chat.example.org>' };
  const booted = await bootApp({ ...options, settings: { ...sending, ...settings } });
  const post: V1ServiceFixture['post'] = (path, body, headers) =>
    booted.ask(null, 'POST', `/v1/auth/${path}`, body, headers);
  return {
    booted,
    mail,
    post,
    async member(email) {
      await expectStatus(post('register', { email, password: PASSWORD }), 202);
      await expectStatus(post('verify-email', { token: tokenIn(await mail.mailTo(email)) }), 200);
    },
    async [Symbol.asyncDispose]() {
      await booted[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}

async function expectStatus(asking: ReturnType<Booted['ask']>, status: number): Promise<void> {
  const answer = await asking;
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
