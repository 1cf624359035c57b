/** The newest format that each life in the lease table knows, as its token announces it; 1 before there is a table. */
import type { Table } from '#src/cluster/lease-table.js';
import { formatOfToken } from './node-token.js';

/** Each change of the table brings another one. */
const formats = new WeakMap<Table, number>();

export function livingFormat(table: Table): number {
  const known = formats.get(table);
  if (known !== undefined) return known;
  // A dead life that still has slots may go on by extensions (ADR 0090).
  const tokens = new Set([...table.nodes.map(({ token }) => token), ...table.owners.values()]);
  const format = tokens.size === 0 ? 1 : Math.min(...[...tokens].map(formatOfToken));
  formats.set(table, format);
  return format;
}
