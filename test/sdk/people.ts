import { type Client, type ClientOptions, createClient, type Message, type Room } from '#sdk/index.js';
import { poll } from '../support/time/poll.js';

/** Everybody of a suite, so that none is left connected after it. */
export class People implements AsyncDisposable {
  readonly #clients: Client[] = [];

  /** Logged in with a username, connected unless told otherwise. */
  async enter(url: string, name: string, options: Partial<ClientOptions> = {}, isConnected = true): Promise<Client> {
    const client = this.make(url, options);
    const account = await client.loginDeveloper(name);
    if (account.username === null) await client.chooseUsername(name);
    if (isConnected) await client.connect();
    return client;
  }

  make(url: string, options: Partial<ClientOptions> = {}): Client {
    const client = createClient({ url, ...options });
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.close();
  }
}

export async function found(client: Client, slug: string): Promise<Room> {
  await client.request('POST /api/rooms', { body: { name: slug, slug } });
  return openedRoom(client, slug);
}

export async function join(client: Client, slug: string): Promise<Room> {
  await client.request('POST /api/rooms/{slug}/join', { path: { slug } });
  return openedRoom(client, slug);
}

async function openedRoom(client: Client, slug: string): Promise<Room> {
  const room = client.room(slug);
  await room.open();
  return room;
}

/** Every text handed on, in the order it came. */
export function heard(room: Room): string[] {
  const bodies: string[] = [];
  room.on('message', (row: Message) => row.kind === 'text' && bodies.push(row.body));
  return bodies;
}

export const until = (ask: () => boolean, what: string, withinMs = 30_000): Promise<boolean> =>
  poll(ask, { until: what, withinMs });

export const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`);

/** Every text of the room as the service holds it. */
export async function storedTexts(client: Client, slug: string): Promise<string[]> {
  const texts: string[] = [];
  for (let after_seq = 0, isMore = true; isMore; ) {
    const query = { after_seq, limit: 200 };
    const page = await client.request('GET /api/rooms/{slug}/messages', { path: { slug }, query });
    texts.push(...page.messages.filter(({ kind }) => kind === 'text').map(({ body }) => body));
    after_seq = page.messages.at(-1)?.seq ?? after_seq;
    isMore = page.has_more;
  }
  return texts;
}
