/** Decisions of operators about an account and its reports. */
import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { Report } from '#src/domain/accounts/report.js';
import type { OperatorCommand } from '../commands/operator-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';

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
  const { reportId, decision, note } = command;
  const report = reportRead.of(state, command);
  if (!report) return refuse('not_found');
  if (report.status !== 'open') {
    const isSame = report.decision === decision && report.note === note;
    return isSame ? reply(report) : refuse('invalid_state');
  }
  const settled = { status: 'settled', decision, note, settledAt: now } as const;
  const guard = { equals: { status: 'open' } };
  const unit = { transaction: [{ op: 'set' as const, in: 'reports' as const, id: reportId, set: settled, guard }] };
  trackWrite(state, reportId, unit);
  return { kind: 'commit', unit, reply: { ...report, ...settled }, outputs: [] };
}

export const operatorHandlers: Handlers<OperatorCommand['type']> = {
  set_premium: { handle: setPremium },
  settle_report: { needs: reportRead.load, handle: settleReport },
};
