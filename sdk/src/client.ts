/** The client of one account: its session, connection, rooms and outbox. */
import { Connection } from './connection.js';
import { Emitter } from './emitter.js';
import { MeydanError } from './errors.js';
import type { IdentityProof } from './identity.js';
import { OpenRooms } from './open-rooms.js';
import { Outbox } from './outbox.js';
import { randomId } from './random-id.js';
import { type Answer, type OperationPath, type RequestArguments, Rest } from './rest.js';
import type { Room, RoomOptions } from './room.js';
import { RoomList } from './room-list.js';
import { Sessions } from './sessions.js';
import { memorySession, type OutboxStore, type Session, type SessionStore } from './storage.js';
import { type NewAttachment, type Upload, type UploadOptions, uploadTo } from './uploads.js';
import type { Account, Ack, Login, OperationName, Operations, Payload, ServerEvents } from './wire.js';

export type NewRoom = Operations['POST /api/rooms']['body'];
export type JoinStatus = Answer<'POST /api/rooms/{slug}/join'>['status'];

export interface ClientOptions {
  /** The base URL of the service: `https://meydan.example`. */
  url: string;
  /** The storage of the session; in memory by default. */
  sessions?: SessionStore;
  /** The storage of unsent messages, so that they survive a restart of the program. */
  unsent?: OutboxStore;
  /** The maximum number of queued messages; a further message is refused with `queue_full`. */
  unsentMax?: number;
  /** Refused messages stay in the outbox, with the error, until they are discarded or retried. */
  keepRefused?: boolean;
  transports?: ('websocket' | 'polling')[];
  fetch?: typeof fetch;
  ackWithinMs?: number;
  /** An instance that the program has already created, for requests before it needs the whole client. */
  rest?: Rest;
}

export interface ClientEvents extends ServerEvents {
  online: { accountId: string };
  offline: null;
  /** The time of the next reconnect attempt; null during an attempt. `connectNow` does not wait for it. */
  retry: { at: number | null };
  /**
   * The client will not reconnect by itself. With `account_suspended` the error has the end (`until`) and the operator's
   * text (`reason`); the session and the outbox stay, and `connect` may be called again.
   */
  stopped: MeydanError;
  /** The session has ended, and the client has dropped the account's data: a new login is needed. */
  logout: null;
  /** Another program that shares the session storage has logged in, logged out (null) or refreshed the tokens. */
  session: Session | null;
}

export class Client extends Emitter<ClientEvents> {
  readonly outbox: Outbox;
  readonly rooms: RoomList;
  readonly #rest: Rest;
  readonly #sessions: Sessions;
  /** Of the server's store, as the last connection told it. */
  #epoch: string | null = null;
  readonly #connection: Connection;
  readonly #open: OpenRooms;
  /** Ends the calls of `connect` that still wait. */
  readonly #connecting = new Set<() => void>();
  /** Known after a login or the first connection. */
  account: Account | null = null;

  constructor({
    url,
    sessions = memorySession(),
    unsent,
    unsentMax = 200,
    keepRefused = false,
    ...options
  }: ClientOptions) {
    super();
    this.#rest = options.rest ?? new Rest({ url, ...(options.fetch && { fetch: options.fetch }) });
    this.#sessions = new Sessions(this.#rest, sessions);
    this.#sessions.onEnd = () => this.#over();
    this.#sessions.onShared = (session) => this.#shared(session);
    const { transports = ['websocket'], ackWithinMs } = options;
    this.#connection = new Connection({ url, transports, ...(ackWithinMs && { ackWithinMs }) }, this.#sessions, {
      ready: ({ account_id, epoch = null }) => {
        this.#epoch = epoch;
        void this.#ready(account_id);
      },
      offline: () => this.emit('offline', null),
      planned: (at) => this.emit('retry', { at }),
      stopped: (error) => this.emit('stopped', error),
      told: (name, payload) => this.#told(name as keyof ServerEvents, payload as never),
    });
    this.outbox = new Outbox({
      max: unsentMax,
      keepsRefused: keepRefused,
      store: unsent,
      isOnline: () => this.isOnline,
      send: ({ room, clientId, draft }) => this.operate('message:new', { room, client_id: clientId, ...draft }),
    });
    this.rooms = new RoomList(
      async () => this.#open.known(await this.request('GET /api/rooms')),
      () => this.account?.id ?? null,
      () => this.isOnline,
    );
    this.#open = new OpenRooms(
      {
        operate: (name, payload) => this.operate(name, payload),
        hint: (name, payload) => this.#connection.hint(name, payload),
        isOnline: () => this.isOnline,
        epoch: () => this.#epoch,
        outbox: this.outbox,
        me: () => ({ accountId: this.account?.id ?? '', username: this.account?.username ?? null }),
      },
      this.rooms,
    );
  }

  get isOnline(): boolean {
    return this.#connection.isOnline;
  }

  /** A request over REST, typed by its method and path: `request('GET /api/rooms/{slug}', { path: { slug } })`. */
  request<K extends OperationPath>(operation: K, ...request: RequestArguments<K>): Promise<Answer<K>> {
    return this.#rest.request(operation, ...request);
  }

  /** Sends an operation over the socket. */
  operate<K extends OperationName>(name: K, payload: Payload<K>): Promise<Ack<K>> {
    return this.#connection.operate(name, payload);
  }

  /** Only if developer accounts are enabled: the same name is the same account. */
  async loginDeveloper(name: string): Promise<Account> {
    return this.#entered(await this.request('POST /api/auth/developer', { body: { name }, token: null }));
  }

  /** With the code of the identity provider; see `beginIdentity` and `identityProof`. */
  async loginIdentity(proof: IdentityProof): Promise<Account> {
    return this.#entered(await this.request('POST /api/auth/identity', { body: proof, token: null }));
  }

  /** With the token of a bot, which does not expire. */
  async loginBot(token: string): Promise<Account> {
    const { account } = await this.request('GET /api/me', { token });
    await this.#sessions.beginForever(account.id, token);
    return this.#remembered(account);
  }

  /** Resumes the session from the storage; null if the storage has none. */
  async resume(): Promise<Account | null> {
    const session = await this.#sessions.current();
    if (!session) return null;
    await this.outbox.restore(session.accountId);
    const { account } = await this.request('GET /api/me');
    // The session has ended, or another account has logged in, during the request.
    if ((await this.#sessions.current())?.accountId !== session.accountId) return null;
    this.account = account;
    return account;
  }

  async chooseUsername(username: string): Promise<Account> {
    this.account = (await this.request('PUT /api/me/username', { body: { username } })).account;
    return this.account;
  }

  /**
   * Ends the session locally at once. Rejects if the service did not answer; its tokens then stay valid until they
   * expire.
   */
  async logout(): Promise<void> {
    const session = await this.#sessions.current();
    await this.endSession();
    if (session) await this.request('POST /api/auth/logout', { body: { refresh_token: session.refresh }, token: null });
  }

  /** Ends the session locally without a request, because the service has ended the session or does not know it. */
  async endSession(): Promise<void> {
    this.disconnect();
    await this.#sessions.end();
  }

  /** Disconnects until the next `connect`; queued messages stay queued. */
  disconnect(): void {
    this.#connection.close();
    for (const cancel of this.#connecting) cancel();
  }

  /** Resolves at the first connection; the client reconnects from then on. A `disconnect` before it rejects. */
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
        this.#connecting.delete(cancel);
        settle();
      };
      const cancel = () => done(() => reject(new MeydanError('closed', 'The client was disconnected.')));
      this.#connecting.add(cancel);
      this.#connection.open();
    });
  }

  /** Reconnects without waiting for the next attempt; does nothing if no attempt is scheduled. */
  connectNow(): void {
    this.#connection.tryNow();
  }

  /** Makes a room, and returns it: `open()` follows it. Sent again after a lost answer, it makes one room. */
  async create(body: NewRoom, key: string = randomId()): Promise<Room> {
    const { room } = await this.request('POST /api/rooms', { body, key });
    this.rooms.entered();
    return this.room(room.slug);
  }

  /** `requested`: an admin decides, and there is no room to follow yet. */
  async join(slug: string): Promise<{ status: JoinStatus; room: Room | null }> {
    const { status } = await this.request('POST /api/rooms/{slug}/join', { path: { slug }, key: randomId() });
    if (status === 'requested') return { status, room: null };
    this.rooms.entered();
    return { status, room: this.room(slug) };
  }

  async leave(slug: string): Promise<void> {
    await this.request('POST /api/rooms/{slug}/leave', { path: { slug }, key: randomId() });
    this.held(slug)?.leave('left');
  }

  /** The direct chat with this person; it is opened if there is none yet. */
  async direct(username: string): Promise<Room> {
    const { room } = await this.request('POST /api/dm/{username}', { path: { username }, key: randomId() });
    this.rooms.entered();
    return this.room(room.slug);
  }

  /** Sends a file to the file store. The answer is the `attachment` of a message of this room. */
  upload(slug: string, upload: Upload, options: UploadOptions = {}): Promise<NewAttachment> {
    return uploadTo(this, slug, upload, options);
  }

  /** Returns the same room for the same slug until it is closed. Follows it from now, or from the next connection. */
  room(slug: string, options: RoomOptions = {}): Room {
    return this.#open.room(slug, options);
  }

  /** The room, if it is open in this client. */
  held(slug: string): Room | null {
    return this.#open.held(slug);
  }

  /** Unsent messages stay in their storage. */
  close(): void {
    this.#open.close();
    this.rooms.close();
    this.#sessions.close();
    this.outbox.close();
    this.disconnect();
  }

  async #entered(login: Login): Promise<Account> {
    await this.#sessions.begin(login.account.id, login);
    return this.#remembered(login.account);
  }

  async #remembered(account: Account): Promise<Account> {
    this.account = account;
    await this.outbox.restore(account.id);
    return account;
  }

  /** Drops the account's data, so that the next account to log in does not see it. */
  #over(): void {
    this.#open.close();
    this.rooms.clear();
    this.account = null;
    // The listeners may still read the unsent messages.
    this.emit('logout', null);
    this.outbox.forget();
  }

  #shared(session: Session | null): void {
    if (!session) {
      this.disconnect();
      this.#over();
    }
    this.emit('session', session);
  }

  async #ready(accountId: string): Promise<void> {
    if (this.account?.id !== accountId) await this.#recall();
    if (this.isOnline) await this.outbox.restore(accountId);
    // The connection was lost, or closed, meanwhile: the next one does the same.
    if (!this.isOnline) return;
    this.#open.sync();
    this.outbox.flush();
    this.emit('online', { accountId });
  }

  /** The own account id, to recognize own messages. If the request fails, the next connection sends it again. */
  async #recall(): Promise<void> {
    await this.resume().catch((error: unknown) => {
      if (!(error instanceof MeydanError)) throw error;
    });
  }

  #told<K extends keyof ServerEvents>(name: K, payload: ServerEvents[K]): void {
    this.#open.hear(name, payload);
    this.rooms.take(name, payload);
    this.emit(name, payload as ClientEvents[K]);
  }
}

export const createClient = (options: ClientOptions): Client => new Client(options);
