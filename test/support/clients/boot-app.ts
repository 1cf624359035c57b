/** The whole service on a free port, on either engine, with people to speak through. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppParts, createApp } from '#src/app.js';
import { loadConfig } from '#src/config/config.js';
import { createLoggers } from '#src/observability/logger.js';

export interface BootOptions {
  /** Settings beside the tests' own, as in the environment. */
  settings?: Record<string, string>;
  /** Unset = the embedded engine in a folder of its own. */
  mongodbUri?: string;
  /** An earlier boot's folder, to come back to what it held. */
  dataDir?: string;
  parts?: AppParts;
}

export interface Person {
  name: string;
  accountId: string;
  accessToken: string;
  refreshToken: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  body: any;
}

export interface Booted extends AsyncDisposable {
  app: App;
  url: string;
  dataDir: string;
  /** A request as this person; null asks without a token. */
  ask(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** A developer account, with a username unless told otherwise. */
  person(name: string, options?: { username?: string | null }): Promise<Person>;
}

export async function bootApp({ settings = {}, mongodbUri, dataDir, parts = {} }: BootOptions = {}): Promise<Booted> {
  const dir = dataDir ?? (await mkdtemp(join(tmpdir(), 'meydan-test-')));
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    METRICS_PORT: 'off',
    DATA_DIR: dir,
    RATE_LIMITS: 'off',
    // What happens by itself happens when a test says so.
    SWEEP_INTERVAL_S: '3600',
    ...(mongodbUri ? { MONGODB_URI: mongodbUri } : {}),
    ...settings,
  });
  const app = await createApp(config, { loggers: createLoggers('error'), ...parts });
  const url = `http://127.0.0.1:${app.config.http.port}`;
  const ask = asker(url);
  return {
    app,
    url,
    dataDir: dir,
    ask,
    person: (name, options) => enter(ask, name, options?.username === undefined ? name : options.username),
    async [Symbol.asyncDispose]() {
      await app.close();
      if (!dataDir) await rm(dir, { recursive: true, force: true });
    },
  };
}

function asker(url: string): Booted['ask'] {
  return async (person, method, path, body, headers = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(person ? { authorization: `Bearer ${person.accessToken}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function enter(ask: Booted['ask'], name: string, username: string | null): Promise<Person> {
  const { status, body } = await ask(null, 'POST', '/api/auth/developer', { name });
  if (status >= 300) throw new Error(`Logging in as ${name} answered ${status}: ${JSON.stringify(body)}`);
  const person = {
    name,
    accountId: body.account.id,
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
  };
  if (username !== null && body.account.username !== username) {
    const chosen = await ask(person, 'PUT', '/api/me/username', { username });
    if (chosen.status !== 200) throw new Error(`Choosing ${username} answered ${JSON.stringify(chosen.body)}`);
  }
  return person;
}
