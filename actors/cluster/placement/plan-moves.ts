/** Which slots are moved so that the work of the nodes is even. Pure. */
import type { WorkReport } from './slot-work.js';

export interface NodeWork extends WorkReport {
  name: string;
}

export interface SlotMove {
  slot: number;
  from: string;
  to: string;
}

/** Below it, a second, no node is busy enough for a move to be worth the pause of its actors. */
export const BUSY_MIN = 200;
/** The busiest node may have so much more than the mean. */
const EVEN_SHARE = 1.25;
/** A slot that is a smaller part of its node's work is not worth a move. */
const WORTH_SHARE = 0.05;
/** The receiver stays this much below what the giver had: a slot must not come back with the next measurement. */
const GAP_SHARE = 0.9;
/** A hundredth of all slots in one round. */
export const MOVES_MAX = 10;

interface Load {
  name: string;
  total: number;
  slots: [slot: number, work: number][];
}

/** `mayMove`: not a slot that an operator has placed, nor one that was moved a moment ago. */
export function planMoves(
  nodes: readonly NodeWork[],
  mayMove: (slot: number) => boolean,
  busyMin = BUSY_MIN,
): SlotMove[] {
  const loads: Load[] = nodes.map(({ name, total, slots }) => ({ name, total, slots: [...slots] }));
  const mean = loads.reduce((sum, { total }) => sum + total, 0) / loads.length;
  const moves: SlotMove[] = [];
  while (moves.length < MOVES_MAX) {
    loads.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
    const [from, to] = [loads[0], loads.at(-1)];
    if (!from || !to || from === to || from.total < busyMin || from.total <= mean * EVEN_SHARE) break;
    const moved = bestOf(from, to, (slot) => mayMove(slot) && !moves.some((move) => move.slot === slot));
    if (!moved) break;
    const [slot, work] = moved;
    from.total -= work;
    from.slots = from.slots.filter(([one]) => one !== slot);
    to.total += work;
    to.slots.push(moved);
    moves.push({ slot, from: from.name, to: to.name });
  }
  return moves;
}

/** The slot after which the two are nearest to each other. */
function bestOf(from: Load, to: Load, mayMove: (slot: number) => boolean): [slot: number, work: number] | null {
  const gap = from.total - to.total;
  let best: [number, number] | null = null;
  for (const one of from.slots) {
    const [slot, work] = one;
    if (work > gap * GAP_SHARE || work < from.total * WORTH_SHARE || !mayMove(slot)) continue;
    if (!best || Math.abs(gap / 2 - work) < Math.abs(gap / 2 - best[1])) best = one;
  }
  return best;
}
