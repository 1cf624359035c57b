/** What falls to whom, judged by one table. Pure. */
import type { NodeEntry, Table } from '#src/cluster/lease-table.js';
import { heaviest, SLOTS } from './slots.js';

/** At most this part of all slots is handed over in one round, so that callers hardly notice. */
export const ROUND = Math.ceil(SLOTS / 10);

/** Names of those to whom slots may fall. */
export const staying = ({ nodes }: Table): string[] =>
  nodes.filter(({ isLeaving }) => !isLeaving).map(({ name }) => name);

/** What nobody alive has and falls to this node. */
export function freeFor(me: string, table: Table): number[] {
  const names = staying(table);
  const living = new Set(table.nodes.map(({ token }) => token));
  const free: number[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const owner = table.owners.get(slot);
    if (owner !== undefined && living.has(owner)) continue;
    if (heaviest(slot, names) === me) free.push(slot);
  }
  return free;
}

export interface HandOver {
  to: NodeEntry;
  slots: number[];
}

/** What of `held` falls to others, at most `most` slots of it. */
export function handOversOf(held: Iterable<number>, me: string, table: Table, most: number): HandOver[] {
  const names = staying(table);
  const byTaker = new Map<string, number[]>();
  let count = 0;
  for (const slot of held) {
    const taker = heaviest(slot, names);
    if (taker === null || taker === me) continue;
    byTaker.set(taker, [...(byTaker.get(taker) ?? []), slot]);
    count += 1;
    if (count === most) break;
  }
  return [...byTaker].flatMap(([name, slots]) => {
    const to = table.nodes.find((node) => node.name === name);
    return to ? [{ to, slots }] : [];
  });
}
