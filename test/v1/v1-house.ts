/** `/v1` with a clock that can be moved, people at addresses of their own, and the mails they get. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loggers } from '#src/logger.js';
import { type Answer, type Booted, bootApp } from '../support/app.js';
import { onEachEngine } from '../support/engine-settings.js';
import { Clock } from '../support/moved-clock.js';
import { poll } from '../support/poll.js';

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

export interface V1House extends AsyncDisposable {
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
export const somewhere = (): string => {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
};

export interface HouseOptions {
  settings?: Record<string, string>;
  clock?: Clock;
  /** For what is to be read of the log. */
  loggers?: Loggers;
  /** Shared with another house: mails lie where the node that sent them put them. */
  dataDir?: string;
}

export async function openV1House({
  settings = {},
  clock = new Clock(),
  dataDir,
  loggers,
}: HouseOptions = {}): Promise<V1House> {
  const booted = await bootApp({
    settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1', ...settings },
    parts: { env: clock.env, ...(loggers && { loggers }) },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  const ask: V1House['ask'] = (method, path, body, { token, headers = {}, from = somewhere() } = {}) =>
    booted.ask(null, method, path, body, {
      'x-forwarded-for': from,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    });
  const must = async (wanted: number, ...asked: Parameters<V1House['ask']>) => {
    const answer = await ask(...asked);
    if (answer.status === wanted) return answer;
    throw new Error(`${asked[0]} ${asked[1]} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const house: V1House = {
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
      await house.register(email, password);
      const [mail] = (await house.mailsTo(email, before + 1)).slice(before);
      await must(200, 'POST', '/v1/auth/verify-email', { token: mail?.token });
    },
    async logIn(email, password = PASSWORD, asking = {}) {
      const { body } = await must(200, 'POST', '/v1/auth/login', { email, password }, asking);
      return { access: body.access_token, refresh: body.refresh_token, accountId: body.account.id };
    },
    [Symbol.asyncDispose]: () => booted[Symbol.asyncDispose](),
  };
  return house;
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

/** The same tests on each engine, in a house of their own. */
export function inV1House(name: string, tests: (house: () => V1House) => void, options: HouseOptions = {}): void {
  onEachEngine(name, (engine) => {
    let house: V1House | undefined;
    // Inside, so that the house is closed before its database ends.
    describe('in a house', () => {
      beforeAll(async () => {
        house = await openV1House({ ...options, settings: { ...options.settings, ...engine() } });
      });
      afterAll(() => house?.[Symbol.asyncDispose]());
      tests(() => {
        if (!house) throw new Error('the house is opened before each suite');
        return house;
      });
    });
  });
}
