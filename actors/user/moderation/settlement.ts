/** The decision of a report, as a write that any actor can put into its own commit: the report is settled once. */
import type { Report, Settlement } from '#src/domain/accounts/report.js';
import type { Write } from '#src/store/store.js';

export function settlement(
  report: Report,
  { decision, note, action }: Settlement,
  now: number,
): { write: Write; report: Report } {
  const set = { status: 'settled', decision, note, action, settledAt: now } as const;
  const guard = { equals: { status: 'open' } };
  return { write: { op: 'set', in: 'reports', id: report._id, set, guard }, report: { ...report, ...set } };
}
