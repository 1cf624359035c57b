import type { Env } from '#actors/runtime/env.js';
import type { NodeMessage, Sent, SentAs } from '../messages.js';

export interface SubscriberNodeOptions {
  session: number;
  send(message: NodeMessage): void;
  env: Pick<Env, 'monotonic'>;
  kind: string;
}

/** Messages without a confirmation; beyond them everything is taken for lost. */
const UNCONFIRMED_MAX = 20_000;
/** A message that was sent this long ago and has not arrived is lost. */
const DELIVERY_TIMEOUT_MS = 1_000;

/**
 * One node that subscribes to streams of this one. All that is sent to it is numbered, so that one number confirms
 * everything, and a number that does not arrive tells of which streams something is missing.
 */
export class SubscriberNode {
  readonly #options: SubscriberNodeOptions;
  #number = 0;
  /** What the numbers after the last confirmed one were about, and when the oldest of them was sent. */
  #unconfirmed: { what: Sent; sentAt: number }[] = [];
  #isOverflown = false;
  /** The latest request for each stream, while it is being answered. */
  readonly asked = new Map<string, symbol>();
  lastSeenAt: number;
  /** False for a node of the previous version. */
  readsPacked = false;
  /** Nothing more is sent to it. */
  isOver = false;

  constructor(options: SubscriberNodeOptions) {
    this.#options = options;
    this.lastSeenAt = options.env.monotonic();
  }

  get session(): number {
    return this.#options.session;
  }

  publish(id: string, item: unknown): void {
    const { kind } = this.#options;
    this.#send(id, (as) => ({ type: 'item', kind, id, item, as }));
  }

  end(slot: number): void {
    const { kind } = this.#options;
    this.#send(slot, (as) => ({ type: 'ended', kind, slot, as }));
  }

  /** It says what has arrived; returns what is missing, null when nothing is. */
  received([session, number]: SentAs, hasGap: boolean): Extract<NodeMessage, { type: 'missed' }> | null {
    this.lastSeenAt = this.#options.env.monotonic();
    if (session !== this.session) return this.#missed(null);
    this.#confirm(number);
    const [oldest] = this.#unconfirmed;
    if (this.#isOverflown) {
      this.#unconfirmed = [];
      this.#isOverflown = false;
      return this.#missed(null);
    }
    const isLate = oldest !== undefined && this.lastSeenAt - oldest.sentAt > DELIVERY_TIMEOUT_MS;
    if (!oldest || (!hasGap && !isLate)) return null;
    return this.#missed([...new Set(this.#unconfirmed.map(({ what }) => what))]);
  }

  #missed(what: Sent[] | null): Extract<NodeMessage, { type: 'missed' }> {
    return { type: 'missed', kind: this.#options.kind, as: [this.session, this.#number], what };
  }

  #confirm(number: number): void {
    const first = this.#number - this.#unconfirmed.length + 1;
    if (number >= first) this.#unconfirmed.splice(0, number - first + 1);
  }

  #send(what: Sent, message: (as: SentAs) => NodeMessage): void {
    this.#number += 1;
    if (this.#unconfirmed.length >= UNCONFIRMED_MAX) this.#isOverflown = true;
    else this.#unconfirmed.push({ what, sentAt: this.#options.env.monotonic() });
    this.#options.send(message([this.session, this.#number]));
  }
}
