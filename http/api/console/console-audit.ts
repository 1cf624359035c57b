/** The audit log: a list for the page, and a file. */
import { auditFile } from '#http/operators/audit-export.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { AUDIT_LISTED_MAX, AUDIT_SETTLED_MS, type AuditEntry, auditId } from '#src/domain/operators/audit.js';
import { RefusalError } from '#src/errors.js';
import {
  type AuditFilter,
  type AuditQuery,
  consoleAuditEndpoints as endpoints,
} from '#src/protocol/console/console-audit.js';
import { presentAuditEntry } from '#src/protocol/present/operators.js';
import type { Range, Reader } from '#src/store/store.js';

/** Rows of one read: two operators on one target make more than one read of a page. */
const READ = AUDIT_LISTED_MAX;
const LAST = Number.MAX_SAFE_INTEGER;

interface ConsoleAuditDeps {
  reader: Reader;
  env: Pick<EdgeEnv, 'now'>;
}

export const consoleAuditRoutes = ({ reader, env }: ConsoleAuditDeps): Route[] => [
  route(endpoints.listAudit, async ({ query }) => {
    const entries = await entriesOf(reader, query);
    return ok({ entries: entries.map(presentAuditEntry) });
  }),
  route(endpoints.exportAudit, async ({ query }) => {
    const { from, to } = timesOf(query);
    const { after = '', format, limit, target, operator } = query;
    const [gt = ''] = [after, auditId(from, '')].sort().reverse();
    const lt = auditId(Math.min(to, env.now() - AUDIT_SETTLED_MS), '');
    const { body, headers } = await auditFile(reader, { gt, lt, limit, target, operator }, format);
    return { ...ok(body), headers };
  }),
];

async function entriesOf(reader: Reader, query: AuditQuery): Promise<AuditEntry[]> {
  const { before, target, operator, limit } = query;
  const { from, to } = timesOf(query);
  if (target !== undefined || operator !== undefined) return entriesOfOne(reader, query, { from, to });
  const end = auditId(to, '');
  const lt = before !== undefined && before < end ? before : end;
  return reader.range<AuditEntry>('audit', { index: '_id', desc: true, gt: auditId(from, ''), lt, limit });
}

interface Times {
  from: number;
  to: number;
}

/** By target or operator the index is ordered by time; the id of the row before gives its time. */
async function entriesOfOne(reader: Reader, query: AuditQuery, { from, to }: Times): Promise<AuditEntry[]> {
  const { before, target, operator, limit } = query;
  const index = target === undefined ? 'byOperator' : 'byTarget';
  const range: Range = { index, prefix: [target ?? (operator as string)], gte: from, desc: true, limit: READ };
  const wanted: AuditEntry[] = [];
  let edge = before === undefined ? null : await reader.get<AuditEntry>('audit', before);
  for (;;) {
    const behind = edge;
    const read = await reader.range<AuditEntry>('audit', {
      ...range,
      ...(behind && behind.at < to ? { lte: behind.at } : { lt: to }),
    });
    const isNext = ({ _id }: AuditEntry) => behind === null || _id < behind._id;
    const found = read.filter(isNext);
    wanted.push(...found.filter((entry) => operator === undefined || entry.operator === operator));
    if (wanted.length >= limit || read.length < READ || found.length === 0) return wanted.slice(0, limit);
    edge = found.at(-1) ?? null;
  }
}

function timesOf({ from, to }: AuditFilter): Times {
  const times = { from: from === undefined ? 0 : Date.parse(from), to: to === undefined ? LAST : Date.parse(to) };
  if (times.from < times.to) return times;
  throw new RefusalError('invalid_request', { message: '`to` must be later than `from`.' });
}
