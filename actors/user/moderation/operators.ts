/** Decisions of operators about an account and its reports. */
import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { settlement } from '#actors/writers/commands.js';
import { isSettledAs, type Report } from '#src/domain/accounts/report.js';
import type { OperatorCommand } from '../commands/operator-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { suspensionHandlers } from './suspensions.js';

type SettleReport = CommandOf<'settle_report'>;

function setPremium(state: UserState, { premium }: CommandOf<'set_premium'>): Turned {
  const { account } = state;
  if (!account || account.leavingAt !== undefined) return refuse('not_found');
  if (account.premium === premium) return reply(account);
  const unit = change(state, account, { premium }, []);
  return { kind: 'commit', unit, reply: state.account, outputs: [] };
}

const reportRead = commandRead(
  (reader, { reportId }: SettleReport, _: UserState) => reader.get<Report>('reports', reportId),
  ({ reportId }) => reportId,
);

function settleReport(state: UserState, command: SettleReport, { now }: Turn): Turned {
  const report = reportRead.of(state, command);
  if (!report) return refuse('not_found');
  const decided = { ...command, action: null };
  if (report.status !== 'open') return isSettledAs(report, decided) ? reply(report) : refuse('invalid_state');
  const settled = settlement(report, decided, now);
  const unit = { transaction: [settled.write] };
  trackWrite(state, report._id, unit);
  return { kind: 'commit', unit, reply: settled.report, outputs: [] };
}

export const operatorHandlers: Handlers<OperatorCommand['type']> = {
  set_premium: { handle: setPremium },
  settle_report: { needs: reportRead.load, handle: settleReport },
  ...suspensionHandlers,
};
