import type { GatewayMetrics } from '#src/observability/metrics.js';
import type { RoomSubscription } from '../connection/room-subscription.js';
import { hiddenFrame, type RenderedEvent } from '../rendering/rendered-item.js';

/** The subscriptions of one channel of a room, and the events queued for the next flush. */
export class Channel {
  readonly subscriptions = new Set<RoomSubscription>();
  readonly #slug: string;
  #queued: RenderedEvent[] = [];

  constructor(slug: string) {
    this.#slug = slug;
  }

  add(events: RenderedEvent[]): void {
    for (const one of events) this.#queued.push(one);
  }

  /**
   * Puts the pending events into the outboxes and returns their number. Subscriptions share one Buffer, except those
   * that began in between or may not see all of it.
   */
  fill(metrics: Pick<GatewayMetrics, 'flushed'>): number {
    const events = this.#queued;
    if (events.length === 0) return 0;
    this.#queued = [];
    const first = (events[0] as RenderedEvent).seq;
    const oldestSubject = events.reduce(
      (oldest, { about }) => (about > 0 ? Math.min(oldest, about) : oldest),
      Infinity,
    );
    const shared =
      events.length === 1 ? (events[0] as RenderedEvent).frame : Buffer.concat(events.map(({ frame }) => frame));
    for (const subscription of this.subscriptions) {
      if (subscription.afterSeq >= first || subscription.historyFrom >= oldestSubject)
        deliver(subscription, this.#slug, events);
      else subscription.connection.push(shared);
    }
    metrics.flushed(events.length, this.subscriptions.size, shared.length);
    return events.length;
  }
}

/** To one reader: the events newer than its position, without hidden ones. */
export function deliver(subscription: RoomSubscription, slug: string, events: RenderedEvent[]): void {
  for (const one of events) {
    if (one.seq <= subscription.afterSeq) continue;
    const isHidden = one.about > 0 && one.about <= subscription.historyFrom;
    subscription.connection.push(isHidden ? hiddenFrame(slug, one) : one.frame);
  }
}
