/** The audit log: one row for each request of an operator that changes something or reads private content. */

export interface AuditEntry {
  /** `auditId(at, random)`: ids sort by time. */
  _id: string;
  at: number;
  /** The id of the key. */
  operator: string;
  operatorName: string;
  role: string;
  /** The endpoint. */
  action: string;
  /** The object in the path, or the one that the action found or made; null where there is none. */
  target: string | null;
  /** The parameters, without names and addresses of people. */
  given: Record<string, unknown>;
  reason: string | null;
  requestId: string;
  /** The state before the action; null where nothing is changed, or until the outcome is known. */
  before: Record<string, unknown> | null;
  /** `done`, or the code of the refusal. Null: the action was begun, and its outcome was not recorded. */
  outcome: string | null;
  endedAt: number | null;
}

/** Rows of one list, and of one file of the export. */
export const AUDIT_LISTED_MAX = 200;
export const AUDIT_EXPORTED_MAX = 1_000_000;
/** Rows that an export reads at once. */
export const AUDIT_EXPORT_PAGE = 500;
/** Characters of the parameters of a row, as JSON. */
export const AUDIT_GIVEN_MAX = 4_096;
/** The export leaves out rows younger than this: an older row could still be on its way to the store. */
export const AUDIT_SETTLED_MS = 15_000;

const TIME_DIGITS = 9;
const TIME_MAX = 36 ** TIME_DIGITS - 1;

/** With an empty `random` it is the bound of ids of that time: all of them sort behind it. */
export const auditId = (at: number, random: string): string =>
  `${Math.min(Math.max(at, 0), TIME_MAX).toString(36).padStart(TIME_DIGITS, '0')}-${random}`;
