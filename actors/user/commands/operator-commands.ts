/** Commands of operators about an account. */
import type { Account } from '#src/domain/accounts/account.js';
import type { Report, ReportDecision } from '#src/domain/accounts/report.js';

export type OperatorCommand =
  | { type: 'set_premium'; premium: boolean }
  /** To the account that reported it, also when that account is deleted. Once. */
  | { type: 'settle_report'; reportId: string; decision: ReportDecision; note: string | null };

export interface OperatorReplies {
  set_premium: Account;
  settle_report: Report;
}
