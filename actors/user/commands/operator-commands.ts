/** Commands of operators about an account. */
import type { Account } from '#src/domain/accounts/account.js';
import type { Report, ReportDecision } from '#src/domain/accounts/report.js';
import type { SuspensionTerms } from '#src/domain/accounts/suspension.js';

export type OperatorCommand =
  | { type: 'set_premium'; premium: boolean }
  /** To the account that reported it, also when that account is deleted. Once. */
  | { type: 'settle_report'; reportId: string; decision: ReportDecision; note: string | null }
  /** `settles`: the report that is settled in the same commit. */
  | ({
      type: 'suspend_account';
      settles: { reportId: string; decision: ReportDecision; note: string | null } | null;
    } & SuspensionTerms)
  | { type: 'lift_suspension' }
  /** All of them, on every device. */
  | { type: 'end_sessions' };

export interface OperatorReplies {
  set_premium: Account;
  settle_report: Report;
  suspend_account: { account: Account; report: Report | null };
  lift_suspension: Account;
  end_sessions: null;
}
