/** What this node has received from each node that publishes streams to it, by numbers (`subscriber-node.ts`). */
import type { Env } from '#actors/runtime/env.js';
import type { NodeMessage, SentAs } from '../messages.js';

interface KnownPublisher {
  session: number;
  /** Everything up to this number has arrived. */
  received: number;
  /** What had arrived when it was confirmed last. */
  confirmed: number;
  isGapTold: boolean;
}

export interface KnownPublishersOptions {
  kind: string;
  send(to: string, message: NodeMessage): void;
  /** The publisher has forgotten all subscriptions of its earlier session. */
  onForgotten(from: string): void;
  /** The publishers of subscriptions. */
  inUse(): ReadonlySet<string | null>;
  env: Pick<Env, 'after'>;
}

/** The interval of the confirmations to publishers, which renew the subscriptions. */
const CONFIRM_INTERVAL_MS = 5_000;

/** A publisher keeps unconfirmed messages, so that a busy one is confirmed before the time. */
const UNCONFIRMED_MAX = 4_096;

export class KnownPublishers {
  readonly #options: KnownPublishersOptions;
  readonly #known = new Map<string, KnownPublisher>();

  #stopTimer: () => void;

  constructor(options: KnownPublishersOptions) {
    this.#options = options;
    this.#stopTimer = options.env.after(CONFIRM_INTERVAL_MS, () => this.#confirmAll());
  }

  /** It has answered in this session. */
  answered(from: string, session: number): void {
    const known = this.#known.get(from);
    if (known && known.session >= session) return;
    this.#known.set(from, { session, received: 0, confirmed: 0, isGapTold: false });
    if (known) this.#options.onForgotten(from);
  }

  /** A numbered message; false for one that came before. A number that is missing is asked for at once. */
  received(from: string, [session, number]: SentAs): boolean {
    const known = this.#inSession(from, session);
    if (!known || number <= known.received) return false;
    if (number === known.received + 1) {
      known.received = number;
      known.isGapTold = false;
      if (number - known.confirmed >= UNCONFIRMED_MAX) this.#confirm(from, known);
    } else if (!known.isGapTold) {
      known.isGapTold = true;
      this.#confirm(from, known, true);
    }
    return true;
  }

  /** The first messages of a session come before the answer to the request; null for an earlier session. */
  #inSession(from: string, session: number): KnownPublisher | null {
    if (session > (this.#known.get(from)?.session ?? 0)) this.answered(from, session);
    const known = this.#known.get(from);
    return known?.session === session ? known : null;
  }

  /** The publisher has named what was missing up to this number; false when that was in another session. */
  caughtUp(from: string, [session, number]: SentAs): boolean {
    const known = this.#known.get(from);
    if (known?.session !== session) return false;
    known.received = Math.max(known.received, number);
    known.isGapTold = false;
    return true;
  }

  clear(): void {
    this.#known.clear();
  }

  stop(): void {
    this.#stopTimer();
    this.clear();
  }

  /** One message to each of them renews all subscriptions. One that publishes nothing here is forgotten. */
  #confirmAll(): void {
    const inUse = this.#options.inUse();
    for (const [from, known] of this.#known) {
      if (inUse.has(from)) this.#confirm(from, known);
      else this.#known.delete(from);
    }
    this.#stopTimer = this.#options.env.after(CONFIRM_INTERVAL_MS, () => this.#confirmAll());
  }

  #confirm(from: string, known: KnownPublisher, hasGap = false): void {
    const { kind, send } = this.#options;
    known.confirmed = known.received;
    send(from, { type: 'received', kind, as: [known.session, known.received], ...(hasGap && { hasGap }) });
  }
}
