import type { LogRow } from '../rooms/history.js';

/** A person as the service's REST interface knows them. */
export interface Person {
  name: string;
  accountId: string;
  token: string;
}

export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, path: string) {
    super(`${path} answered ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

export interface Call {
  method?: string;
  token?: string;
  body?: object;
  /** The client's address as a proxy in front would name it. */
  from?: string;
}

export async function rest<T>(url: string, path: string, { method = 'GET', token, body, from }: Call = {}): Promise<T> {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(from && { 'X-Forwarded-For': from }),
  };
  const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = (response.status === 204 ? null : await response.json()) as (T & { error?: { code: string } }) | null;
  if (!response.ok) throw new RestError(response.status, answer?.error?.code ?? 'nothing', path);
  return answer as T;
}

/** A developer login with the name as username. */
export async function developer(url: string, name: string, from?: string): Promise<Person> {
  const login = { method: 'POST', body: { name }, ...(from && { from }) };
  const answer = await rest<{ access_token: string; account: { id: string } }>(url, '/auth/developer', login);
  const token = answer.access_token;
  await rest(url, '/me/username', { method: 'PUT', token, body: { username: name } });
  return { name, token, accountId: answer.account.id };
}

export const createRoom = (url: string, { token }: Person, slug: string): Promise<unknown> =>
  rest(url, '/rooms', { method: 'POST', token, body: { name: slug, slug } });

export const joinRoom = (url: string, { token }: Person, slug: string): Promise<unknown> =>
  rest(url, `/rooms/${slug}/join`, { method: 'POST', token, body: {} });

interface WireRow {
  id: string;
  seq: number;
  kind: string;
  client_id: string | null;
  body: string;
}

/** Every text row of a room from its beginning, as REST tells it. */
export async function logOf(url: string, { token }: Person, slug: string): Promise<LogRow[]> {
  const rows: LogRow[] = [];
  for (let after = 0, hasMore = true; hasMore; ) {
    const path = `/rooms/${slug}/messages?after_seq=${after}&limit=200`;
    const page = await rest<{ messages: WireRow[]; has_more: boolean }>(url, path, { token });
    const texts = page.messages.filter(({ kind }) => kind === 'text');
    rows.push(...texts.map(({ id, seq, client_id, body }) => ({ id, seq, clientId: client_id, body })));
    after = page.messages.at(-1)?.seq ?? after;
    hasMore = page.has_more;
  }
  return rows;
}
