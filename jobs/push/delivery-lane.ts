/**
 * The deliveries of one pass: a bounded number in progress, so that a push service that answers slowly is waited for by
 * many at once. What a node has in progress for all its rooms is bounded as well; rooms get their share in turn.
 */
import { Semaphore } from '#src/concurrency/semaphore.js';

/** One room takes at most this much of a node's deliveries. */
const ROOM_DELIVERIES_MAX = 96;
/** Fewer than the streams that Apple allows on one connection. */
const NODE_DELIVERIES_MAX = 192;

export const nodeDeliveries = (): Semaphore => new Semaphore(NODE_DELIVERIES_MAX);

export class DeliveryLane {
  readonly #node: Semaphore;
  readonly #room = new Semaphore(ROOM_DELIVERIES_MAX);
  readonly #running = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(node: Semaphore) {
    this.#node = node;
  }

  /** Resolves when the delivery has begun. */
  async begin(deliver: () => Promise<void>): Promise<void> {
    const release = await this.#room.acquire();
    const releaseNode = await this.#node.acquire();
    const running = deliver()
      .catch((error: unknown) => void this.#failures.push(error))
      .finally(() => {
        releaseNode();
        release();
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  /** Resolves when all deliveries have ended. Rejects if one of them failed. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
