/**
 * The way of one webhook through the log of its room: one event after the other, each until it is accepted. The log holds
 * the waiting events, so that a crash loses nothing; an event whose outcome was not stored is sent again under its id.
 */
import type { RoomItem, Rooms } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { WebhookWriter } from '#actors/writers/commands.js';
import type { WebhookSecrets } from '#src/adapters/webhooks/webhook-secrets.js';
import type { WebhookSender } from '#src/adapters/webhooks/webhook-sender.js';
import { retryDelay } from '#src/concurrency/retry-delay.js';
import type { Account } from '#src/domain/accounts/account.js';
import { botCaller } from '#src/domain/accounts/bot-caller.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import {
  afterAttempt,
  type Delivery,
  type DisabledReason,
  disabledFor,
  type Webhook,
} from '#src/domain/webhooks/webhook.js';
import type { Reader } from '#src/store/store.js';
import type { HostPermits } from './host-permits.js';
import { endIn, eventsIn, type RenderEvent } from './room-events.js';
import { callFor, type EventToSend } from './webhook-call.js';

export interface LaneDeps {
  rooms: Pick<Rooms, 'tryAsk'>;
  users: Pick<Users, 'tryAsk'>;
  reader: Pick<Reader, 'get'>;
  webhooks: Pick<WebhookWriter, 'change'>;
  sender: Pick<WebhookSender, 'send'>;
  secrets: WebhookSecrets;
  permits: HostPermits;
  render: RenderEvent;
  clock: { now(): number; random(): number; after(ms: number, run: () => void): () => void };
  log: { warn(fields: object, text: string): void };
  /** Reports each attempt to the metrics. */
  delivered(result: 'sent' | 'retry' | 'disabled'): void;
  isMine(room: string): boolean;
}

const RETRY_DELAYS = { firstMs: 5_000, maxMs: 4 * 3_600_000 };
/** A store, a room or an account that does not answer may do so soon. */
const SOON_MS = 2_000;
/** A suspension is lifted, or lasts. */
const SUSPENDED_MS = 60_000;
/** Entries without an event for the webhook until its cursor is stored. */
const CURSOR_LAG_MAX = 1_000;

export class WebhookLane {
  readonly #id: string;
  readonly #deps: LaneDeps;
  readonly #onEnd: () => void;
  /** Entries up to here are settled, although the stored cursor may be behind. */
  #passed = 0;
  /** Events of the entry in progress that were accepted: a retry of a later one does not repeat them. */
  readonly #accepted = new Set<string>();
  #running: Promise<void> | null = null;
  #isCalled = false;
  /** ms before which no event is attempted again. */
  #notBefore = 0;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  constructor(id: string, deps: LaneDeps, onEnd: () => void) {
    this.#id = id;
    this.#deps = deps;
    this.#onEnd = onEnd;
  }

  /** The room has news, or its owner has changed the webhook. */
  wake(): void {
    if (this.#isStopped || this.#deps.clock.now() < this.#notBefore) return;
    if (this.#running) {
      this.#isCalled = true;
      return;
    }
    this.#cancel();
    this.#isCalled = false;
    this.#running = this.#pass()
      .catch((err: unknown) => {
        this.#deps.log.warn({ err, webhook: this.#id }, 'webhook pass failed, will be retried');
        return SOON_MS;
      })
      .then((waitMs) => {
        this.#running = null;
        if (this.#isStopped || waitMs === null) return this.#isStopped ? undefined : this.#end();
        if (this.#isCalled || waitMs === 0) return this.wake();
        if (Number.isFinite(waitMs)) this.#wakeIn(waitMs);
      });
  }

  #wakeIn(waitMs: number): void {
    this.#notBefore = this.#deps.clock.now() + waitMs;
    this.#cancel = this.#deps.clock.after(waitMs, () => {
      this.#notBefore = 0;
      this.wake();
    });
  }

  /** Its owner has changed it: an entry that was passed may be wanted again. */
  restart(): void {
    this.#passed = 0;
    this.#accepted.clear();
    this.#notBefore = 0;
    this.wake();
  }

  /** Resolves when the attempt in progress has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  #end(): void {
    this.#isStopped = true;
    this.#onEnd();
  }

  /** The time until the next pass; infinite: until something happens; null: the lane ends. */
  async #pass(): Promise<number | null> {
    const { reader, clock, isMine, rooms } = this.#deps;
    const webhook = await reader.get<Webhook>('webhooks', this.#id);
    if (!webhook || webhook.active === null || !isMine(webhook.room)) return null;
    const waitMs = (webhook.dueAt ?? 0) - clock.now();
    if (waitMs > 0) return waitMs;
    const standing = await this.#standingOf(await this.#resealed(webhook));
    if ('waitMs' in standing) return standing.waitMs;
    if ('ends' in standing) return this.#disable(standing.ends);
    const after = Math.max(webhook.cursor, this.#passed);
    const page = await rooms.tryAsk(webhook.room, { type: 'replay', after });
    if (!page.ok) return SOON_MS;
    const { items, hasMore } = page.value;
    for (const item of items) {
      const next = await this.#settle(webhook, item, standing.historyFrom);
      if (next !== 'settled') return next;
    }
    await this.#storeCursor(webhook.cursor);
    return hasMore ? 0 : Number.POSITIVE_INFINITY;
  }

  async #settle(webhook: Webhook, item: RoomItem, historyFrom: number): Promise<'settled' | number | null> {
    const end = endIn(item, webhook.bot);
    if (end) return this.#disable(end);
    const events = eventsIn(item, webhook, historyFrom, this.#deps.render).filter(({ id }) => !this.#accepted.has(id));
    for (const [at, event] of events.entries()) {
      const after = await this.#deliver(event, at === events.length - 1 ? item.seq : null);
      if (this.#isStopped || after.active === null || after.changedAt !== webhook.changedAt) return 0;
      if (after.dueAt !== null) return Math.max(after.dueAt - this.#deps.clock.now(), 0);
      this.#accepted.add(event.id);
    }
    this.#accepted.clear();
    this.#passed = item.seq;
    return 'settled';
  }

  /** One attempt with the webhook as it is stored now. */
  async #deliver(event: EventToSend, settled: number | null): Promise<Webhook> {
    const { reader, webhooks, clock, permits, sender, secrets, delivered } = this.#deps;
    const webhook = await reader.get<Webhook>('webhooks', this.#id);
    if (!webhook || webhook.active === null) return { ...(webhook as Webhook), active: null };
    const call = callFor(webhook, event, secrets, clock.now());
    const { status, error, durationMs } = call
      ? await permits.run(call.url, () => sender.send(call))
      : { status: null, error: 'the secret cannot be decrypted', durationMs: 0 };
    const attempt = webhook.failures + 1;
    const { id, event: name, seq } = event;
    const delivery: Delivery = { id, event: name, seq, attempt, at: clock.now(), status, error, durationMs };
    const isAccepted = status !== null && status >= 200 && status < 300;
    const retryAt = clock.now() + retryDelay(attempt, clock.random(), RETRY_DELAYS);
    const outcome = isAccepted
      ? ({ isAccepted, settled } as const)
      : ({ isAccepted: false, url: webhook.url, isGone: status === 410, retryAt } as const);
    const stored = await webhooks.change(this.#id, (now) => afterAttempt(now, delivery, outcome));
    delivered(isAccepted ? 'sent' : stored.active === null ? 'disabled' : 'retry');
    return stored;
  }

  async #disable(reason: DisabledReason): Promise<null> {
    await this.#deps.webhooks.change(this.#id, (webhook) => disabledFor(webhook, reason));
    this.#deps.delivered('disabled');
    return null;
  }

  /** Far behind, a restart would read the entries again. */
  async #storeCursor(stored: number): Promise<void> {
    const passed = this.#passed;
    if (passed - stored < CURSOR_LAG_MAX) return;
    await this.#deps.webhooks.change(this.#id, (webhook) =>
      webhook.cursor < passed ? { ...webhook, cursor: passed } : webhook,
    );
  }

  /** After a rotation of SECRET. Once no webhook needs the old one, it may leave the list. */
  async #resealed(webhook: Webhook): Promise<Webhook> {
    const { secrets, webhooks } = this.#deps;
    if (!secrets.isOld(webhook.secret, this.#id)) return webhook;
    return webhooks.change(this.#id, (now) => {
      const secret = secrets.open(now.secret, this.#id);
      return secret && secrets.isOld(now.secret, this.#id) ? { ...now, secret: secrets.seal(secret, this.#id) } : now;
    });
  }

  /** Whether the bot is a member now, and what it may see. The room decides, with the rules of every member. */
  async #standingOf({ bot, room }: Webhook): Promise<Standing> {
    const { users, rooms, clock } = this.#deps;
    const found = await users.tryAsk(bot, { type: 'view_account' });
    if (!found.ok) return { waitMs: found.code === 'unauthorized' ? SUSPENDED_MS : SOON_MS };
    const account = found.value;
    if (await this.#isHalted(account, clock.now())) return { waitMs: SUSPENDED_MS };
    const opened = await rooms.tryAsk(room, { type: 'open_room', by: botCaller(account, 'webhook'), limit: 1 });
    if (opened.ok) return { historyFrom: opened.value.historyFrom };
    if (opened.code === 'room_not_found') return { ends: 'room_deleted' };
    if (opened.code === 'not_member' || opened.code === 'banned') return { ends: 'not_member' };
    return { waitMs: opened.code === 'account_suspended' ? SUSPENDED_MS : SOON_MS };
  }

  /** The bot or its owner is suspended, or the owner is gone and the erasure of the bot is under way. */
  async #isHalted(account: Account, now: number): Promise<boolean> {
    if (isSuspended(account, now)) return true;
    const owner = account.bot?.owner;
    if (!owner) return false;
    const found = await this.#deps.users.tryAsk(owner, { type: 'view_account' });
    return !found.ok || isSuspended(found.value, now);
  }
}

type Standing = { historyFrom: number } | { waitMs: number } | { ends: DisabledReason };
