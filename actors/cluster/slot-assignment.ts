/** Slot assignment from one lease table. Pure. */
import type { NodeEntry, Table } from '#src/cluster/lease-table.js';
import { heaviest, SLOTS } from './slots.js';

/** At most this many slots are handed off in one round, so that callers hardly notice. */
export const HANDOFF_SLOTS_MAX = Math.ceil(SLOTS / 10);

/** Names of the nodes that slots may be assigned to. */
export const activeNodes = ({ nodes }: Table): string[] =>
  nodes.filter(({ isLeaving }) => !isLeaving).map(({ name }) => name);

/** Slots without a live owner that are assigned to this node. */
export function unownedSlotsFor(me: string, table: Table): number[] {
  const names = activeNodes(table);
  const living = new Set<string | undefined>(table.nodes.map(({ token }) => token));
  const free: number[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (living.has(table.owners.get(slot))) continue;
    if (heaviest(slot, names) === me) free.push(slot);
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
    const taker = heaviest(slot, names);
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
