/** Everything around one account: its login, its connection, its rooms and what waits to be sent. */
import { Connection } from './connection.js';
import { Emitter } from './emitter.js';
import { MeydanError } from './errors.js';
import type { IdentityProof } from './identity.js';
import { Outbox } from './outbox.js';
import { type Answer, type OperationPath, type RequestArguments, Rest } from './rest.js';
import { Room, type RoomOptions } from './room.js';
import { RoomList } from './room-list.js';
import { Sessions } from './sessions.js';
import { memorySession, type OutboxStore, type SessionStore } from './storage.js';
import type { Account, Ack, Login, OperationName, Payload, RoomChange, ServerEvents } from './wire.js';

export interface ClientOptions {
  /** Where the service answers: `https://meydan.example`. */
  url: string;
  /** Where the login is kept; in memory unless told otherwise. */
  sessions?: SessionStore;
  /** Where unsent messages are kept, so that they outlive the program. */
  unsent?: OutboxStore;
  /** How many messages may wait; one more is refused with `queue_full`. */
  unsentMax?: number;
  transports?: ('websocket' | 'polling')[];
  fetch?: typeof fetch;
  ackWithinMs?: number;
}

export interface ClientEvents extends ServerEvents {
  online: { accountId: string };
  offline: null;
  /** The connection will not come back by itself. */
  stopped: MeydanError;
  /** The session is over: log in again. */
  logout: null;
}

export class Client extends Emitter<ClientEvents> {
  readonly outbox: Outbox;
  readonly rooms: RoomList;
  readonly #rest: Rest;
  readonly #sessions: Sessions;
  readonly #connection: Connection;
  readonly #open = new Map<string, Room>();
  /** Known after a login or the first connection. */
  account: Account | null = null;

  constructor({ url, sessions = memorySession(), unsent, unsentMax = 200, ...options }: ClientOptions) {
    super();
    this.#rest = new Rest({ url, ...(options.fetch && { fetch: options.fetch }) });
    this.#sessions = new Sessions(this.#rest, sessions);
    this.#sessions.onEnd = () => this.emit('logout', null);
    const { transports = ['websocket'], ackWithinMs } = options;
    this.#connection = new Connection({ url, transports, ...(ackWithinMs && { ackWithinMs }) }, this.#sessions, {
      ready: ({ account_id }) => void this.#ready(account_id),
      offline: () => this.emit('offline', null),
      stopped: (error) => this.emit('stopped', error),
      told: (name, payload) => this.#told(name as keyof ServerEvents, payload as never),
    });
    this.outbox = new Outbox({
      max: unsentMax,
      store: unsent,
      isOnline: () => this.isOnline,
      send: ({ room, clientId, draft }) => this.operate('message:new', { room, client_id: clientId, ...draft }),
    });
    this.rooms = new RoomList(
      () => this.request('GET /api/rooms'),
      () => this.account?.id ?? null,
    );
  }

  get isOnline(): boolean {
    return this.#connection.isOnline;
  }

  /** A request over REST, typed by its method and path: `request('GET /api/rooms/{slug}', { path: { slug } })`. */
  request<K extends OperationPath>(operation: K, ...request: RequestArguments<K>): Promise<Answer<K>> {
    return this.#rest.request(operation, ...request);
  }

  /** An operation over the socket. */
  operate<K extends OperationName>(name: K, payload: Payload<K>): Promise<Ack<K>> {
    return this.#connection.operate(name, payload);
  }

  /** Where developer accounts are on: the same name is the same account. */
  async loginDeveloper(name: string): Promise<Account> {
    return this.#entered(await this.request('POST /api/auth/developer', { body: { name }, token: null }));
  }

  /** With the code of the identity provider; see `beginIdentity` and `identityProof`. */
  async loginIdentity(proof: IdentityProof): Promise<Account> {
    return this.#entered(await this.request('POST /api/auth/identity', { body: proof, token: null }));
  }

  /** The login that the store kept; null when there is none. */
  async resume(): Promise<Account | null> {
    if (!(await this.#sessions.current())) return null;
    this.account = (await this.request('GET /api/me')).account;
    return this.account;
  }

  async chooseUsername(username: string): Promise<Account> {
    this.account = (await this.request('PUT /api/me/username', { body: { username } })).account;
    return this.account;
  }

  async logout(): Promise<void> {
    this.#connection.close();
    const session = await this.#sessions.current();
    if (!session) return;
    const body = { refresh_token: session.refresh };
    await this.request('POST /api/auth/logout', { body }).finally(() => this.#sessions.end());
  }

  /** Resolves at the first connection; it is kept up from then on. */
  async connect(): Promise<void> {
    if (this.isOnline) return;
    if (!(await this.#sessions.current())) throw new MeydanError('not_logged_in', 'There is no session: log in first.');
    await new Promise<void>((resolve, reject) => {
      const stops = [
        this.once('online', () => done(resolve)),
        this.once('stopped', (error) => done(() => reject(error))),
      ];
      const done = (settle: () => void) => {
        for (const stop of stops) stop();
        settle();
      };
      this.#connection.open();
    });
  }

  /** The same room for the same slug, until it is closed. Follows it from the next connection on, or from now. */
  room(slug: string, options: RoomOptions = {}): Room {
    const held = this.#open.get(slug);
    if (held) return held;
    const room = new Room(
      slug,
      {
        operate: (name, payload) => this.operate(name, payload),
        hint: (name, payload) => this.#connection.hint(name, payload),
        isOnline: () => this.isOnline,
        outbox: this.outbox,
        me: () => ({ accountId: this.account?.id ?? '', username: this.account?.username ?? null }),
        closed: () => void this.#open.delete(slug),
      },
      options,
    );
    this.#open.set(slug, room);
    room.on('unread', ({ unread, unreadMentions }) =>
      this.rooms.patch(slug, { unread, unread_mentions: unreadMentions }),
    );
    room.on(
      'message',
      (row) => row.kind !== 'event' && !row.discussion_of && this.rooms.patch(slug, { last_message: row }),
    );
    return room;
  }

  /** What was not sent stays where it is kept. */
  close(): void {
    for (const room of [...this.#open.values()]) room.close();
    this.rooms.close();
    this.outbox.close();
    this.#connection.close();
  }

  async #entered(login: Login): Promise<Account> {
    await this.#sessions.begin(login.account.id, login);
    this.account = login.account;
    return login.account;
  }

  async #ready(accountId: string): Promise<void> {
    if (this.account?.id !== accountId) await this.#recall();
    await this.outbox.restore(accountId);
    for (const room of this.#open.values()) void room.sync();
    this.outbox.flush();
    this.emit('online', { accountId });
  }

  /** Who this is, for telling one's own messages; without an answer the next connection asks again. */
  async #recall(): Promise<void> {
    await this.resume().catch((error: unknown) => {
      if (!(error instanceof MeydanError)) throw error;
    });
  }

  #told<K extends keyof ServerEvents>(name: K, payload: ServerEvents[K]): void {
    const event = payload as { room?: unknown; prev_seq?: unknown };
    const room = typeof event?.room === 'string' ? this.#open.get(event.room) : undefined;
    if (room && typeof event.prev_seq === 'number') room.take({ ...(payload as object), type: name } as RoomChange);
    else if (room && name === 'typing') room.takeTyping(payload as ServerEvents['typing']);
    else if (room && name === 'permissions:changed')
      room.takePermissions(payload as ServerEvents['permissions:changed']);
    else if (room && name === 'room:gone') room.leave((payload as ServerEvents['room:gone']).reason);
    this.rooms.take(name, payload);
    this.emit(name, payload as ClientEvents[K]);
  }
}

export const createClient = (options: ClientOptions): Client => new Client(options);
