import { SLOTS } from '#src/domain/slots.js';

/** The streams of one slot as one node publishes them here: whatever ends it ends it for all of them. */
export class StreamConnection {
  /** Token of the publishing node. */
  readonly from: string;
  isOver = false;

  constructor(from: string) {
    this.from = from;
  }
}

/**
 * The connections to the publishers of streams. Hundreds of thousands of streams end with a node, without a walk over
 * them.
 */
export class StreamConnections {
  readonly #byPublisher = new Map<string, Map<number, StreamConnection>>();

  of(publisher: string, slot: number): StreamConnection {
    const slots = this.#byPublisher.get(publisher) ?? new Map<number, StreamConnection>();
    const connection = slots.get(slot) ?? new StreamConnection(publisher);
    this.#byPublisher.set(publisher, slots.set(slot, connection));
    return connection;
  }

  /** Of these slots; by default of all. */
  end(publisher: string, slots: Iterable<number> = allSlots): void {
    const connections = this.#byPublisher.get(publisher);
    for (const slot of connections ? slots : []) {
      const connection = connections?.get(slot);
      if (connection) connection.isOver = true;
      connections?.delete(slot);
    }
    if (connections?.size === 0) this.#byPublisher.delete(publisher);
  }

  endAll(): void {
    for (const publisher of [...this.#byPublisher.keys()]) this.end(publisher);
  }

  /** Those to all others are over. */
  keep(publishers: ReadonlySet<string | null>): void {
    for (const publisher of [...this.#byPublisher.keys()]) if (!publishers.has(publisher)) this.end(publisher);
  }
}

export const allSlots: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => slot);
