/**
 * The deliveries of one pass: a bounded number in progress, so that a push service that answers slowly is waited for by
 * many at once. What a node has in progress for all its rooms is bounded as well; rooms get their share in turn. Each
 * push service has bounds of its own: one that is slow holds up no other.
 */
import { Semaphore } from '#src/concurrency/semaphore.js';

/** One room takes at most this much of a node's deliveries to one service. */
const ROOM_DELIVERIES_MAX = 96;
/** Fewer than the streams that Apple allows on one connection. */
const NODE_DELIVERIES_MAX = 192;

/** The names of hosts come from clients. Beyond so many, the others have one bound. */
const SERVICES_MAX = 256;
const OTHERS = 'others';

export interface Delivery {
  /** The name of the push service. */
  service: string;
  run(): Promise<void>;
}

/** Bounds by the name of a service. */
export class Deliveries {
  readonly #max: number;
  readonly #services = new Map<string, Semaphore>();

  constructor(max = NODE_DELIVERIES_MAX) {
    this.#max = max;
  }

  to(service: string): Semaphore {
    const name = this.#services.size < SERVICES_MAX || this.#services.has(service) ? service : OTHERS;
    const bound = this.#services.get(name) ?? new Semaphore(this.#max);
    this.#services.set(name, bound);
    return bound;
  }
}

export class DeliveryLane {
  readonly #node: Deliveries;
  readonly #room = new Deliveries(ROOM_DELIVERIES_MAX);
  readonly #running = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(node: Deliveries) {
    this.#node = node;
  }

  /** Resolves when all have begun, those to each service in their order. */
  async beginAll(deliveries: readonly Delivery[]): Promise<void> {
    const services = new Map<string, Delivery[]>();
    for (const delivery of deliveries) {
      const known = services.get(delivery.service);
      if (known) known.push(delivery);
      else services.set(delivery.service, [delivery]);
    }
    const begun = [...services.values()].map(async (all) => {
      for (const delivery of all) await this.begin(delivery);
    });
    await Promise.all(begun);
  }

  /** Resolves when the delivery has begun. */
  async begin({ service, run }: Delivery): Promise<void> {
    const release = await this.#room.to(service).acquire();
    const releaseNode = await this.#node.to(service).acquire();
    const running = run()
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
