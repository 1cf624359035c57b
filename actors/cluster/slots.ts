/** Which node a slot falls to: by rendezvous. Pure. */
import { hashOf } from '#src/domain/slots.js';

/**
 * Highest random weight: each node has a weight in each slot, the heaviest has it. A node that comes or goes moves
 * only its own share. Names are compared where weights are equal, so that every node agrees.
 */
export function heaviest(slot: number, names: readonly string[]): string | null {
  let best: string | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const name of names) {
    const weight = hashOf(`${name}#${slot}`);
    if (weight > most || (weight === most && name < (best as string))) {
      best = name;
      most = weight;
    }
  }
  return best;
}

/** Called by the coordinator when slots are drained, lost or reassigned. */
export interface SlotListener {
  /** Accepts no more commands for these slots, finishes the accepted ones and passivates the actors. */
  drain(slots: readonly number[]): Promise<void>;
  /** Another node owns these slots, possibly for some time: their actors are evicted without a checkpoint. */
  evict(slots: readonly number[]): void;
  /** The lease table has changed. */
  onTableChange(): void;
}
