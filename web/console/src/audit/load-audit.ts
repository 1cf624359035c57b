/** Rows of the audit log: pages of the list, and the file. */
import type { AuditEntry } from '../api-types.js';
import { service, serviceFile } from '../net.js';

export interface AuditFilter {
  operator: string;
  target: string;
  /** Days as the operator types them, both included; '' is without a bound. */
  fromDay: string;
  toDay: string;
}

export const everything: AuditFilter = { operator: '', target: '', fromDay: '', toDay: '' };

export const isEverything = (filter: AuditFilter): boolean => Object.values(filter).every((value) => value === '');

export type AuditFormat = 'jsonl' | 'csv';

const PAGE = 50;

/** The page behind the rows that are known. */
export async function loadAudit(filter: AuditFilter, known: readonly AuditEntry[]) {
  const query = given({ limit: PAGE, before: known.at(-1)?.id ?? '', ...wireFilter(filter) });
  const { entries } = await service('GET /api/console/audit', { query });
  return { rows: entries, total: null, hasMore: entries.length === PAGE };
}

/** The rows of the filter, oldest first, in the form of a file. */
export async function exportAudit(filter: AuditFilter, format: AuditFormat, onRows: (count: number) => void) {
  const query = given({ ...wireFilter(filter), format });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let rows = format === 'csv' ? -1 : 0;
  await serviceFile(`/api/console/audit/export?${new URLSearchParams(query)}`, (part) => {
    parts.push(part);
    for (const byte of part) if (byte === LINE_END) rows += 1;
    onRows(Math.max(0, rows));
  });
  return { parts, rows };
}

const LINE_END = 10;

function wireFilter({ fromDay, toDay, ...filter }: AuditFilter) {
  return { ...filter, from: midnight(fromDay, 0), to: midnight(toDay, 1) };
}

/** The beginning of the day here, or of a later one. */
function midnight(day: string, later: number): string {
  if (day === '') return '';
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

const given = <T extends Record<string, string | number>>(query: T) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) as Record<string, string>;
