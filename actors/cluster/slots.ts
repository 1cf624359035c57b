/** Which node an actor belongs to: ids fall into slots, slots fall to nodes by rendezvous. Pure. */

export const SLOTS = 1_024;

/** The slot of an actor, by its id alone, so that all actors of one id are on one node. */
export function slotOf(id: string): number {
  return hash(id) % SLOTS;
}

/**
 * Highest random weight: each node has a weight in each slot, the heaviest has it. A node that comes or goes moves
 * only its own share. Names are compared where weights are equal, so that every node agrees.
 */
export function heaviest(slot: number, names: readonly string[]): string | null {
  let best: string | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const name of names) {
    const weight = hash(`${name}#${slot}`);
    if (weight > most || (weight === most && name < (best as string))) {
      best = name;
      most = weight;
    }
  }
  return best;
}

/** FNV-1a over UTF-16 units, then mixed: near inputs must not fall near each other. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
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
