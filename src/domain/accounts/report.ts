import type { AccountId } from './account.js';

export const reportKinds = ['message', 'account', 'room', 'entry', 'sponsored'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Bound of one list of reports. */
export const REPORTS_LISTED_MAX = 200;
/** Characters of an operator's note on a decision. */
export const REPORT_NOTE_MAX = 2_000;

export const reportDecisions = ['uphold', 'dismiss'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** What was done in the commit of the decision. `until` and `publicReason` are those of a suspension. */
export interface ReportAction {
  type: 'suspend_account' | 'delete_message' | 'delete_room';
  until: number | null;
  publicReason: string | null;
}

/** How a report is settled. `action`: null if nothing is done in the same commit. */
export interface Settlement {
  decision: ReportDecision;
  note: string | null;
  action: ReportAction | null;
}

/** A report to the operators, with the content at the time of the report. */
export interface Report {
  _id: string;
  kind: ReportKind;
  /** Id of the reported object. */
  target: string;
  /** Null once the reporter's account is deleted. */
  by: AccountId | null;
  reason: string;
  text: string | null;
  /** Null for content outside this service. */
  content: Record<string, unknown> | null;
  status: 'open' | 'settled';
  at: number;
  /** The operators' decision, once the report is settled. */
  decision?: ReportDecision;
  note?: string | null;
  action?: ReportAction | null;
  settledAt?: number;
}

/** Whether the report was settled just so. The action was done then, and is not done again: it may have been taken back. */
export const isSettledAs = (report: Report, { decision, note, action }: Settlement): boolean =>
  report.decision === decision && report.note === note && isSameAction(report.action ?? null, action);

const isSameAction = (a: ReportAction | null, b: ReportAction | null): boolean =>
  a?.type === b?.type && a?.until === b?.until && a?.publicReason === b?.publicReason;
