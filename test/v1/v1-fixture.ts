/** `/v1` with a clock that can be moved, people at addresses of their own, and the mails they get. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loggers } from '#src/observability/logger.js';
import { type Answer, type Booted, bootApp } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';

export const PASSWORD = 'kirmizi-balik-7';

export interface Asking {
  token?: string;
  headers?: Record<string, string>;
  /** The address of the network it comes from; each new one has limits of its own. */
  from?: string;
}

export interface Pair {
  access: string;
  refresh: string;
  accountId: string;
}

export interface V1Fixture extends AsyncDisposable {
  booted: Booted;
  pass(ms: number): void;
  ask(method: string, path: string, body?: unknown, asking?: Asking): Promise<Answer>;
  /** Tokens of links mailed to that address so far, the oldest first; waits until there are so many mails. */
  mailsTo(email: string, count: number): Promise<WrittenMail[]>;
  register(email: string, password?: string): Promise<void>;
  /** Registered, and the link opened. */
  account(email: string, password?: string): Promise<void>;
  logIn(email: string, password?: string, asking?: Asking): Promise<Pair>;
}

export interface WrittenMail {
  subject: string;
  text: string;
  /** Of the link, when there is one. */
  token: string | undefined;
}

let networks = 0;
/** A place nobody else comes from. */
export const randomAddress = (): string => {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
};

export interface V1FixtureOptions {
  settings?: Record<string, string>;
  clock?: TestClock;
  /** For what is to be read of the log. */
  loggers?: Loggers;
  /** Shared with another fixture: mails lie where the node that sent them put them. */
  dataDir?: string;
}

export async function openV1Fixture({
  settings = {},
  clock = new TestClock(),
  dataDir,
  loggers,
}: V1FixtureOptions = {}): Promise<V1Fixture> {
  const booted = await bootApp({
    settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1', ...settings },
    parts: { env: clock.env, ...(loggers && { loggers }) },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  const ask: V1Fixture['ask'] = (method, path, body, { token, headers = {}, from = randomAddress() } = {}) =>
    booted.ask(null, method, path, body, {
      'x-forwarded-for': from,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    });
  const must = async (wanted: number, ...asked: Parameters<V1Fixture['ask']>) => {
    const answer = await ask(...asked);
    if (answer.status === wanted) return answer;
    throw new Error(`${asked[0]} ${asked[1]} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const fixture: V1Fixture = {
    booted,
    pass: (ms) => clock.move(ms),
    ask,
    mailsTo: (email, count) =>
      poll(
        async () => {
          const mails = await mailsIn(join(booted.dataDir, 'outbox'), email);
          return mails.length >= count && mails;
        },
        { until: `${count} mails have come to ${email}` },
      ),
    async register(email, password = PASSWORD) {
      await must(202, 'POST', '/v1/auth/register', { email, password });
    },
    async account(email, password) {
      const before = (await mailsIn(join(booted.dataDir, 'outbox'), email)).length;
      await fixture.register(email, password);
      const [mail] = (await fixture.mailsTo(email, before + 1)).slice(before);
      await must(200, 'POST', '/v1/auth/verify-email', { token: mail?.token });
    },
    async logIn(email, password = PASSWORD, asking = {}) {
      const { body } = await must(200, 'POST', '/v1/auth/login', { email, password }, asking);
      return { access: body.access_token, refresh: body.refresh_token, accountId: body.account.id };
    },
    [Symbol.asyncDispose]: () => booted[Symbol.asyncDispose](),
  };
  return fixture;
}

async function mailsIn(folder: string, email: string): Promise<WrittenMail[]> {
  // The folder is made with the first mail.
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort();
  const mails = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))));
  return mails
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => ({ subject, text, token: /token=([\w-]+)/.exec(text)?.[1] }));
}

export const outcomeOf = ({ status, body }: Answer): string =>
  body?.error ? `${status} ${body.error.code}` : `${status}`;

/** The same tests on each engine, with a service of their own. */
export function withV1Fixture(
  name: string,
  tests: (fixture: () => V1Fixture) => void,
  options: V1FixtureOptions = {},
): void {
  onEachEngine(name, (engine) => {
    let fixture: V1Fixture | undefined;
    // Inside, so that the fixture is closed before its database ends.
    describe('with its own service', () => {
      beforeAll(async () => {
        fixture = await openV1Fixture({ ...options, settings: { ...options.settings, ...engine() } });
      });
      afterAll(() => fixture?.[Symbol.asyncDispose]());
      tests(() => {
        if (!fixture) throw new Error('the fixture is opened before each suite');
        return fixture;
      });
    });
  });
}
