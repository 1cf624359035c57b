/** Keys and audit rows for operators. */
import type { AuditEntry } from '#src/domain/operators/audit.js';
import type { OperatorKey } from '#src/domain/operators/operator.js';

const dateOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export const presentOperatorKey = (key: OperatorKey) => ({
  id: key._id,
  name: key.name,
  role: key.role,
  created_at: new Date(key.createdAt).toISOString(),
  created_by: key.createdBy,
  rotated_at: dateOrNull(key.rotatedAt),
  expires_at: dateOrNull(key.expiresAt),
  revoked_at: dateOrNull(key.revokedAt),
});

/** The columns of a row in a table; parameters and the state before are JSON. */
const auditColumns: Record<string, (entry: AuditEntry) => string | null> = {
  id: ({ _id }) => _id,
  at: ({ at }) => new Date(at).toISOString(),
  operator_id: ({ operator }) => operator,
  operator_name: ({ operatorName }) => operatorName,
  operator_role: ({ role }) => role,
  action: ({ action }) => action,
  target: ({ target }) => target,
  reason: ({ reason }) => reason,
  outcome: ({ outcome }) => outcome,
  ended_at: ({ endedAt }) => dateOrNull(endedAt),
  request_id: ({ requestId }) => requestId,
  given: ({ given }) => JSON.stringify(given),
  before: ({ before }) => (before === null ? null : JSON.stringify(before)),
};

export const auditCsvHead = `${Object.keys(auditColumns).join(',')}\r\n`;

export const auditCsvLine = (entry: AuditEntry): string =>
  `${Object.values(auditColumns)
    .map((column) => csvCell(column(entry) ?? ''))
    .join(',')}\r\n`;

/** A row is one line. A cell that a spreadsheet would calculate begins with an apostrophe: people type these texts. */
function csvCell(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ');
  const harmless = /^[=+@\t-]/.test(line) ? `'${line}` : line;
  return /[",']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const presentAuditEntry = (entry: AuditEntry) => ({
  id: entry._id,
  at: new Date(entry.at).toISOString(),
  operator: { id: entry.operator, name: entry.operatorName, role: entry.role },
  action: entry.action,
  target: entry.target,
  given: entry.given,
  reason: entry.reason,
  request_id: entry.requestId,
  before: entry.before,
  outcome: entry.outcome,
  ended_at: dateOrNull(entry.endedAt),
});
