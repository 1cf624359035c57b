import type { AccountId } from './account.js';

export const reportKinds = ['message', 'account', 'room', 'entry', 'sponsored'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Bound of one list of reports. */
export const REPORTS_LISTED_MAX = 200;
/** Characters of an operator's note on a decision. */
export const REPORT_NOTE_MAX = 2_000;

export const reportDecisions = ['uphold', 'dismiss'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

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
  settledAt?: number;
}
