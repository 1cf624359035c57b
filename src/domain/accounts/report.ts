import type { AccountId } from './account.js';

export const reportKinds = ['message', 'account', 'room', 'entry', 'sponsored'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Of one answer to operators. */
export const REPORTS_LISTED_MAX = 200;
/** Characters of what an operator writes to a decision. */
export const REPORT_NOTE_MAX = 2_000;

export const reportDecisions = ['uphold', 'dismiss'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** Something an operator is to look at, with the content as it was when it was reported. */
export interface Report {
  _id: string;
  kind: ReportKind;
  /** Id of what is reported. */
  target: string;
  /** Null once that account is gone. */
  by: AccountId | null;
  reason: string;
  text: string | null;
  /** Null for what lies outside this service. */
  content: Record<string, unknown> | null;
  status: 'open' | 'settled';
  at: number;
  /** What an operator decided, once it is settled. */
  decision?: ReportDecision;
  note?: string | null;
  settledAt?: number;
}
