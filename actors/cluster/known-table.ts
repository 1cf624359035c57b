import type { NodeEntry, Table } from '#src/cluster/lease-table.js';

const emptyTable: Table = { version: -1, nodes: [], owners: new Map(), placements: new Map() };

/** The lease table as this node knows it, and when it asked for it. */
export class KnownTable {
  /** Differs after every loss of the table. */
  generation = '';
  #table = emptyTable;
  /** The epoch of the slots in which the table was asked for. */
  #epoch = 0;

  get table(): Table {
    return this.#table;
  }

  /** The version that need not be told again; slots that were given away since make the known table useless. */
  versionIn(epoch: number): number {
    return this.#epoch === epoch ? this.#table.version : emptyTable.version;
  }

  /** The live owner; null when the slot has none. */
  ownerOf(slot: number): NodeEntry | null {
    const token = this.#table.owners.get(slot);
    return this.#table.nodes.find((node) => node.token === token) ?? null;
  }

  slotsOf(token: string): number[] {
    return [...this.#table.owners].filter(([, owner]) => owner === token).map(([slot]) => slot);
  }

  learn(table: Table, epoch: number): void {
    this.#table = table;
    this.#epoch = epoch;
  }

  forget(): void {
    this.#table = emptyTable;
  }
}
