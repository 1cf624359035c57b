/** A person with an HTTP client. */
/** Anything that listens. */
interface Listening {
  url: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: Tests look into answers of any shape and say what they expect there.
  body: any;
  /** `[status, error.code]`, or `[status, undefined]` when it is no error. */
  outcome: [number, string | undefined];
}

export interface Call {
  token?: string | undefined;
  json?: unknown;
  /** Sent as it is, instead of `json`. */
  raw?: { body: string | Uint8Array; type?: string };
  headers?: Record<string, string>;
}

export interface Visitor {
  name: string;
  id: string;
  token: string;
  call(method: string, path: string, json?: unknown): Promise<Answer>;
}

export async function call(fixture: Listening, method: string, path: string, options: Call = {}): Promise<Answer> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  const init: RequestInit = { method, headers };
  if (options.raw) {
    init.body = options.raw.body;
    if (options.raw.type) headers['content-type'] = options.raw.type;
  } else if (options.json !== undefined) {
    init.body = JSON.stringify(options.json);
    headers['content-type'] = 'application/json';
  }
  const response = await fetch(fixture.url + path, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text ? JSON.parse(text) : text;
  const outcome: Answer['outcome'] = [response.status, body?.error?.code];
  return { status: response.status, headers: response.headers, body, outcome };
}

/** Logs in without choosing a username. */
export async function newcomer(fixture: Listening, name: string): Promise<Visitor> {
  const { body } = await call(fixture, 'POST', '/api/auth/developer', { json: { name } });
  const token: string = body.access_token;
  return {
    name,
    id: body.account.id,
    token,
    call: (method, path, json) => call(fixture, method, path, { token, json }),
  };
}

/** Logs in under a username. */
export async function person(fixture: Listening, name: string): Promise<Visitor> {
  const visitor = await newcomer(fixture, name);
  await visitor.call('PUT', '/api/me/username', { username: name });
  return visitor;
}

export const people = (fixture: Listening, ...names: string[]): Promise<Visitor[]> =>
  Promise.all(names.map((name) => person(fixture, name)));
