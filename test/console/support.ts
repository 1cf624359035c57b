/** The console alone on a free port, with whoever asks it: the service, operators, and somebody without a key. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createConsole } from '#console/app.js';
import { uuidOf } from '#src/domain/text/hash.js';
import type { Store } from '#src/store/store.js';

export const SERVICE_KEY = 'the-key-of-the-service';
export const OPERATOR_KEY = 'the-key-of-the-operators';

export interface Told {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  body: any;
}

export interface RunningConsole extends AsyncDisposable {
  url: string;
  clock: { now: number };
  /** As the service. */
  dictionary(method: string, path: string, body?: unknown): Promise<Told>;
  /** As an operator. */
  operator(method: string, path: string, body?: unknown): Promise<Told>;
  ask(method: string, path: string, options?: { key?: string; body?: unknown; type?: string }): Promise<Told>;
  /** An article by this name, submitted; its id. */
  submit(draft: Draft): Promise<number>;
  publish(id: number): Promise<Told>;
}

export async function runConsole(store: Store, { consoleKey = OPERATOR_KEY as string | null } = {}) {
  const clock = { now: Date.UTC(2026, 5, 1) };
  const errors: unknown[] = [];
  const log = { error: (details: object) => void errors.push(details) };
  const app = createConsole({ store, key: SERVICE_KEY, consoleKey, now: () => clock.now, log, isHttps: false });
  const server = createServer(app.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked = {
    dictionary: by(url, '/console/dictionary', SERVICE_KEY),
    operator: by(url, '/console/admin', OPERATOR_KEY),
  };
  const running: RunningConsole = {
    url,
    clock,
    ...asked,
    ask: (method, path, options) => ask(url + path, method, options),
    async submit(draft) {
      const told = await asked.dictionary('POST', '/entries', draftOf(draft));
      if (told.status !== 201) throw new Error(`submitting answered ${JSON.stringify(told.body)}`);
      return told.body.entry.id;
    },
    publish: (id) => asked.operator('POST', `/entries/${id}/decision`, { decision: 'publish' }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      if (errors.length > 0) throw new Error(`the console logged ${JSON.stringify(errors)}`);
    },
  };
  return running;
}

const by = (url: string, base: string, key: string) => (method: string, path: string, body?: unknown) =>
  ask(`${url}${base}${path}`, method, { key, ...(body === undefined ? {} : { body }) });

async function ask(
  url: string,
  method: string,
  { key, body, type = 'application/json' }: { key?: string; body?: unknown; type?: string } = {},
): Promise<Told> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** An article as the service submits it; the name of its message says which one it is. */
export const draftOf = ({ message, author = 'ada', tag = 'kahve', ...rest }: Draft) => ({
  author_id: uuidOf(author),
  room_id: uuidOf('room'),
  room_slug: 'kahveciler',
  message_id: uuidOf(message),
  tag,
  title: `About ${message}`,
  excerpt: 'It begins like this …',
  ...rest,
});

interface Draft {
  message: string;
  author?: string;
  tag?: string;
  title?: string;
  excerpt?: string;
}
