/**
 * The outbox: messages that are not acknowledged yet. It sends one message at a time per room, in order, and repeats it
 * with the same `client_id` until there is an answer. The service stores a repeated message once.
 */
import { pause, waitMs } from './back-off.js';
import { Emitter } from './emitter.js';
import { type ErrorData, errorData, isPassing, isRefusal, MeydanError } from './errors.js';
import { freed, nextOf, type Pending, type PendingFile } from './pending-queue.js';
import { randomId } from './random-id.js';
import { SentWaiters } from './sent-waiters.js';
import type { OutboxStore } from './storage.js';
import type { Draft, SendResult } from './wire.js';

export interface OutboxEvents {
  /** An item was added or removed. */
  change: readonly Pending[];
  sent: { pending: Pending; sent: SendResult };
  /** A temporary refusal; the message is sent again later. */
  delayed: { pending: Pending; error: MeydanError };
  /** The message is not sent again automatically; `draft` may be sent as a new message. */
  refused: { pending: Pending; error: MeydanError };
}

export type Send = (pending: Pending) => Promise<SendResult>;

export interface OutboxOptions {
  max: number;
  /** Refused items stay in the list, with their `error`, until they are discarded or retried. */
  keepsRefused: boolean;
  store: OutboxStore | undefined;
  isOnline: () => boolean;
  send: Send;
}

export class Outbox extends Emitter<OutboxEvents> {
  readonly #options: OutboxOptions;
  readonly #waiters = new SentWaiters();
  readonly #sending = new Set<string>();
  readonly #ended = new AbortController();
  #items: readonly Pending[] = [];
  #accountId: string | null = null;
  #isRestored = false;
  /** The storage could not be read: it stays as it is, and the items are in memory alone. */
  #isUnread = false;
  /** The account is suspended: nothing is sent before the next connection. */
  #isHeld = false;
  #restoring: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    super();
    this.#options = options;
  }

  get items(): readonly Pending[] {
    return this.#items;
  }

  /** Items that an earlier run of the program stored are sent before new ones. */
  restore(accountId: string): Promise<void> {
    if (this.#accountId !== accountId) {
      if (this.#accountId !== null) this.forget();
      this.#accountId = accountId;
      this.#restoring = this.#restore(accountId);
    }
    return this.#restoring;
  }

  /** The account has changed; the stored items of the previous account stay in the storage. */
  forget(): void {
    this.#waiters.rejectAll(new MeydanError('closed', 'The account is logged out.'));
    this.#accountId = null;
    this.#isRestored = false;
    this.#items = [];
    this.emit('change', this.#items);
  }

  async #restore(accountId: string): Promise<void> {
    const kept = await this.#kept(accountId);
    // The account has changed during the load.
    if (this.#accountId !== accountId) return;
    this.#isUnread = kept === null;
    const known = new Set(this.#items.map(({ clientId }) => clientId));
    this.#isRestored = true;
    // A failure of the storage does not prevent the send.
    const earlier = (kept ?? []).filter(({ clientId }) => !known.has(clientId));
    await this.#set([...earlier, ...this.#items]).catch(forgotten);
  }

  /** Null where the storage fails: a browser may forbid it. */
  async #kept(accountId: string): Promise<readonly Pending[] | null> {
    try {
      return (await this.#options.store?.load(accountId)) ?? [];
    } catch {
      return null;
    }
  }

  /** Waits until the stored items of an earlier run are loaded, because they are sent first. */
  #maySend = (): boolean => this.#isRestored && !this.#isHeld && this.#options.isOnline();

  /** Resolves once the message is durable at the service. */
  enqueue(room: string, draft: Draft, clientId: string = randomId()): Promise<SendResult> {
    const reason = this.#reasonAgainst();
    if (reason) return Promise.reject(reason);
    const pending = { clientId, room, draft, at: Date.now() };
    const answered = this.#waiters.wait(clientId);
    void this.#set([...this.#items, pending]).then(
      () => this.#flushRoom(room),
      // A failure of the storage does not prevent the send.
      () => this.#flushRoom(room),
    );
    return answered;
  }

  /** Reserves the place in the order; the message is sent once `complete` reports that its file was uploaded. */
  prepare(room: string, draft: Draft, file: PendingFile): Pending {
    const reason = this.#reasonAgainst();
    if (reason) throw reason;
    const pending = { clientId: randomId(), room, draft, at: Date.now(), file };
    void this.#set([...this.#items, pending]).catch(forgotten);
    return pending;
  }

  /** The file was uploaded, and the draft refers to it. */
  complete(clientId: string, draft: Draft): void {
    this.#free(clientId, (pending) => ({ ...freed(pending), draft }));
  }

  /** The upload failed; `retry`, or a later `complete`, clears the error. */
  fail(clientId: string, error: ErrorData): void {
    // Later files may have waited for this one.
    this.#free(clientId, (pending) => ({ ...pending, error }));
  }

  /** Sends a refused message again. */
  retry(clientId: string): void {
    this.#free(clientId, (pending) => ({ ...freed(pending), ...(pending.file && { file: pending.file }) }));
  }

  #free(clientId: string, change: (pending: Pending) => Pending): void {
    const pending = this.#items.find((item) => item.clientId === clientId);
    if (!pending) return;
    void this.#set(this.#items.map((item) => (item === pending ? change(item) : item))).catch(forgotten);
    void this.#flushRoom(pending.room);
  }

  #reasonAgainst(): MeydanError | null {
    if (this.#ended.signal.aborted) return new MeydanError('closed', 'The client is closed.');
    if (this.#items.length < this.#options.max) return null;
    return new MeydanError('queue_full', `${this.#options.max} messages wait to be sent already.`);
  }

  /** Called after each new connection. */
  flush(): void {
    this.#isHeld = false;
    for (const room of new Set(this.#items.map((item) => item.room))) void this.#flushRoom(room);
  }

  /** The row of the message was received: it replaces the acknowledgement, which may have been lost. */
  settle(clientId: string, sent: SendResult): void {
    const pending = this.#take(clientId);
    if (!pending) return;
    this.#waiters.resolve(clientId, sent);
    this.emit('sent', { pending, sent });
  }

  /** Discards an item. The message may already have been stored. */
  discard(clientId: string): void {
    const pending = this.#take(clientId);
    if (!pending) return;
    this.#refuse(pending, new MeydanError('closed', 'The message was discarded.'));
    // Later files may have waited for this item.
    void this.#flushRoom(pending.room);
  }

  /** Pending items stay in the storage; their promises are rejected. */
  close(): void {
    this.#ended.abort();
    this.#waiters.rejectAll(new MeydanError('closed', 'The client is closed.'));
  }

  async #flushRoom(room: string): Promise<void> {
    if (this.#sending.has(room)) return;
    this.#sending.add(room);
    try {
      await this.#sendAll(room);
    } finally {
      this.#sending.delete(room);
    }
    // A message that was added while the run ended saw it still running, and did not start another one.
    const isMore = nextOf(this.#items, room) !== null;
    if (isMore && this.#maySend() && !this.#ended.signal.aborted) void this.#flushRoom(room);
  }

  async #sendAll(room: string): Promise<void> {
    const { signal } = this.#ended;
    for (let attempt = 0; !signal.aborted && this.#maySend(); ) {
      const next = nextOf(this.#items, room);
      if (!next) return;
      const delay = await this.#sendOne(next, attempt);
      attempt = delay === null ? 0 : attempt + 1;
      if (delay) await pause(delay, signal);
    }
  }

  /** Returns the delay before the next attempt; null if there is none. */
  async #sendOne(pending: Pending, attempt: number): Promise<number | null> {
    try {
      this.settle(pending.clientId, await this.#options.send(pending));
      return null;
    } catch (error) {
      if (!(error instanceof MeydanError)) throw error;
      if (isRefusal(error, 'account_suspended')) return this.#hold(pending, error);
      if (!isPassing(error)) return this.#drop(pending, error);
      this.emit('delayed', { pending, error });
      return isRefusal(error, 'network') && !this.#options.isOnline() ? 0 : waitMs(attempt, error);
    }
  }

  #hold(pending: Pending, error: MeydanError): null {
    this.#isHeld = true;
    this.emit('delayed', { pending, error });
    return null;
  }

  #drop(pending: Pending, error: MeydanError): null {
    const { clientId } = pending;
    if (!this.#items.some((item) => item.clientId === clientId)) return null;
    if (this.#options.keepsRefused) this.fail(clientId, errorData(error));
    else this.#take(clientId);
    this.#refuse(pending, error);
    return null;
  }

  #refuse(pending: Pending, error: MeydanError): void {
    this.#waiters.reject(pending.clientId, error);
    this.emit('refused', { pending, error });
  }

  #take(clientId: string): Pending | null {
    const pending = this.#items.find((item) => item.clientId === clientId);
    if (pending) void this.#set(this.#items.filter((item) => item !== pending)).catch(forgotten);
    return pending ?? null;
  }

  async #set(items: readonly Pending[]): Promise<void> {
    this.#items = items;
    this.emit('change', items);
    if (this.#accountId !== null && !this.#isUnread) await this.#options.store?.save(this.#accountId, items);
  }
}

/** After a restart the stored items are sent again; the service recognizes duplicates. */
const forgotten = (): void => undefined;
