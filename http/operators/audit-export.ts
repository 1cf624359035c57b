/** The audit log as a file: rows are read page by page, as fast as the client takes them and no faster. */
import { Readable } from 'node:stream';
import { AUDIT_EXPORT_PAGE, type AuditEntry } from '#src/domain/operators/audit.js';
import { auditCsvHead, auditCsvLine, presentAuditEntry } from '#src/protocol/present/operators.js';
import type { Reader } from '#src/store/store.js';

export interface AuditSpan {
  /** Ids between these two, without them. */
  gt: string;
  lt: string;
  target: string | undefined;
  operator: string | undefined;
  limit: number;
}

const formats = {
  jsonl: {
    type: 'application/x-ndjson',
    head: '',
    line: (entry: AuditEntry) => `${JSON.stringify(presentAuditEntry(entry))}\n`,
  },
  csv: { type: 'text/csv; charset=utf-8; header=present', head: auditCsvHead, line: auditCsvLine },
} as const;

/** The first page is read before the answer begins, so that a store that is away is answered with its code. */
export async function auditFile(reader: Reader, span: AuditSpan, format: keyof typeof formats) {
  const { type, head, line } = formats[format];
  const pages = pagesOf(reader, span);
  const first = await pages.next();
  async function* text() {
    yield head;
    for (let page = first; !page.done; page = await pages.next()) yield page.value.map(line).join('');
  }
  const headers = { 'content-type': type, 'content-disposition': `attachment; filename="meydan-audit.${format}"` };
  return { body: Readable.from(text(), { objectMode: false }), headers };
}

async function* pagesOf(reader: Reader, { gt, lt, target, operator, limit }: AuditSpan): AsyncGenerator<AuditEntry[]> {
  const isWanted = (entry: AuditEntry) =>
    (target === undefined || entry.target === target) && (operator === undefined || entry.operator === operator);
  let after = gt;
  for (let left = limit; left > 0; ) {
    const range = { index: '_id', gt: after, lt, limit: AUDIT_EXPORT_PAGE };
    const read = await reader.range<AuditEntry>('audit', range);
    const wanted = read.filter(isWanted).slice(0, left);
    yield wanted;
    left -= wanted.length;
    const last = read.at(-1);
    if (!last || read.length < AUDIT_EXPORT_PAGE) return;
    after = last._id;
  }
}
