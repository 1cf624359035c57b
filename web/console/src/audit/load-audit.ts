/** Pages of the audit log. */
import type { AuditEntry } from '../api-types.js';
import { service, serviceText } from '../net.js';

export interface AuditFilter {
  operator: string;
  target: string;
}

const PAGE = 50;

/** The page behind the rows that are known. */
export async function loadAudit({ operator, target }: AuditFilter, known: readonly AuditEntry[]) {
  const query = { limit: PAGE, operator, target, before: known.at(-1)?.id ?? '' };
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  const { entries } = await service('GET /api/console/audit', { query: given });
  return { rows: entries, total: null, hasMore: entries.length === PAGE };
}

/** All rows as JSON lines, oldest first, page by page to the end. */
export async function exportAudit(onRows: (count: number) => void): Promise<{ lines: string[]; rows: number }> {
  const lines: string[] = [];
  let rows = 0;
  for (let after = ''; ; ) {
    const page = await serviceText(`/api/console/audit/export?after=${encodeURIComponent(after)}`);
    if (page === '') return { lines, rows };
    const written = page.trimEnd().split('\n');
    lines.push(page);
    rows += written.length;
    onRows(rows);
    after = (JSON.parse(written.at(-1) ?? '{}') as AuditEntry).id;
  }
}
