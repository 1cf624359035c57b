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
