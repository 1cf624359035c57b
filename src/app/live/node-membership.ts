/** The nodes of the service and their slots: the lease table, and its recent changes. */
import type { Table } from '#src/cluster/lease-table.js';
import type { DepartedNode } from '#src/domain/live/node-status.js';
import { SAMPLES_MAX, STEP_MS } from '#src/domain/live/sample.js';

export interface MembersOf {
  table: Table;
  token: string;
}

const REMEMBERED_MS = SAMPLES_MAX * STEP_MS;

export class NodeMembership {
  #before: Table | null = null;
  #gone: DepartedNode[] = [];
  #gained = 0;

  /** Nodes that left in the last quarter of an hour. */
  gone(now: number): readonly DepartedNode[] {
    this.#gone = this.#gone.filter(({ at }) => at > now - REMEMBERED_MS);
    return this.#gone;
  }

  /** The number of slots gained since the last call. */
  takeGained(): number {
    const gained = this.#gained;
    this.#gained = 0;
    return gained;
  }

  /** Called with every change of the table. */
  look({ table, token }: MembersOf, now: number): void {
    // An unknown table says nothing about the live nodes.
    if (table.nodes.length === 0) return;
    const before = this.#before;
    this.#before = table;
    if (!before || before.version === table.version) return;
    const living = new Set(table.nodes.map((node) => node.token));
    const held = slotsOf(before);
    for (const { token: gone, name, isLeaving } of before.nodes) {
      // A node without slots has handed them off, even if its leaving state was too short to be seen.
      const inOrder = isLeaving || held.get(gone) === 0;
      if (!living.has(gone)) this.#gone.push({ token: gone, name, at: now, inOrder });
    }
    for (const [slot, owner] of table.owners)
      if (owner === token && before.owners.get(slot) !== token) this.#gained += 1;
  }
}

/** The reported nodes without those whose name is alive again. */
export function goneOf(reported: readonly DepartedNode[], living: ReadonlySet<string>): DepartedNode[] {
  const latest = new Map<string, DepartedNode>();
  for (const gone of reported) {
    const known = latest.get(gone.name);
    if (!living.has(gone.name) && (!known || known.at < gone.at)) latest.set(gone.name, gone);
  }
  return [...latest.values()].sort((one, other) => other.at - one.at);
}

/** The number of slots by the token of their live owner. */
export function slotsOf({ nodes, owners }: Table): Map<string, number> {
  const held = new Map(nodes.map(({ token }) => [token, 0]));
  for (const token of owners.values()) {
    const count = held.get(token);
    if (count !== undefined) held.set(token, count + 1);
  }
  return held;
}
