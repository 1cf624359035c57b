/** Slot assignment from one lease table. Pure. */
import type { NodeEntry, Table } from '#src/cluster/lease-table.js';
import { SLOTS } from '#src/domain/slots.js';
import { heaviest } from './slots.js';

/** At most this many slots are handed off in one round, so that callers hardly notice. */
export const HANDOFF_SLOTS_MAX = Math.ceil(SLOTS / 10);

/** Names of the nodes that slots may be assigned to. */
export const activeNodes = ({ nodes }: Table): string[] =>
  nodes.filter(({ isLeaving }) => !isLeaving).map(({ name }) => name);

/** The node that a slot belongs to: the one it is placed on while that one is active, else the one it falls to. */
function assigneeOf(slot: number, names: readonly string[], { placements }: Table): string | null {
  const placed = placements.get(slot)?.on;
  return placed !== undefined && names.includes(placed) ? placed : heaviest(slot, names);
}

/** Slots without a live owner that are assigned to this node. */
export function unownedSlotsFor(me: string, table: Table): number[] {
  const names = activeNodes(table);
  const living = new Set<string | undefined>(table.nodes.map(({ token }) => token));
  const free: number[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (living.has(table.owners.get(slot))) continue;
    if (assigneeOf(slot, names, table) === me) free.push(slot);
  }
  return free;
}

export interface Handoff {
  to: NodeEntry;
  slots: number[];
}

/** Handoffs of held slots that are assigned to other nodes, at most `most` slots. */
export function handoffsOf(held: Iterable<number>, me: string, table: Table, most: number): Handoff[] {
  const names = activeNodes(table);
  const byTaker = new Map<string | null, number[]>();
  let count = 0;
  for (const slot of held) {
    const taker = assigneeOf(slot, names, table);
    if (taker === me) continue;
    byTaker.set(taker, [...(byTaker.get(taker) ?? []), slot]);
    count += 1;
    if (count === most) break;
  }
  return table.nodes.flatMap((to) => {
    const slots = byTaker.get(to.name);
    return slots ? [{ to, slots }] : [];
  });
}
