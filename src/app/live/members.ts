/** Who is part of the service, and what each has: as the lease table tells, and as it has changed since. */
import type { Table } from '#src/cluster/lease-table.js';
import type { Gone } from '#src/domain/live/now.js';
import { KEPT, STEP_MS } from '#src/domain/live/sample.js';

export interface MembersOf {
  table: Table;
  token: string;
}

const REMEMBERED_MS = KEPT * STEP_MS;

export class Members {
  #before: Table | null = null;
  #gone: Gone[] = [];

  get gone(): readonly Gone[] {
    return this.#gone;
  }

  /** Answers how many slots have come to this node since the last look. */
  look({ table, token }: MembersOf, now: number): number {
    const before = this.#before;
    this.#before = table;
    const living = new Set(table.nodes.map((node) => node.token));
    // A table that is not known at the moment says nothing of who lives.
    if (before && table.nodes.length > 0) {
      for (const node of before.nodes) {
        if (living.has(node.token)) continue;
        this.#gone.push({ token: node.token, name: node.name, at: now, inOrder: node.isLeaving });
      }
    }
    this.#gone = this.#gone.filter(({ at }) => at > now - REMEMBERED_MS);
    if (!before) return 0;
    let gained = 0;
    for (const [slot, owner] of table.owners) if (owner === token && before.owners.get(slot) !== token) gained += 1;
    return gained;
  }
}

/** Of all that were told, the ones that have not come back under their name since. */
export function goneOf(told: readonly Gone[], living: ReadonlySet<string>): Gone[] {
  const latest = new Map<string, Gone>();
  for (const gone of told) {
    const known = latest.get(gone.name);
    if (!living.has(gone.name) && (!known || known.at < gone.at)) latest.set(gone.name, gone);
  }
  return [...latest.values()].sort((one, other) => other.at - one.at);
}

/** Slots by the token of who has them, the living only. */
export function slotsOf({ nodes, owners }: Table): Map<string, number> {
  const held = new Map(nodes.map(({ token }) => [token, 0]));
  for (const token of owners.values()) {
    const count = held.get(token);
    if (count !== undefined) held.set(token, count + 1);
  }
  return held;
}
