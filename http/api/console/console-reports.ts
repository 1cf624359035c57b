/** Reports, for operators: the decision carries the action in the commit of the actor that acts. */
import type { Rooms } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { suspensionBefore } from '#http/operators/console-accounts.js';
import { roomOfSlug } from '#http/operators/room-lookup.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { REPORTS_LISTED_MAX, type Report } from '#src/domain/accounts/report.js';
import { isSuspended } from '#src/domain/accounts/suspension.js';
import { OPERATOR_REASON_MAX, type Operator } from '#src/domain/operators/operator.js';
import type { Head, RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import {
  type DecisionBody,
  consoleReportEndpoints as endpoints,
  type ReportsQuery,
} from '#src/protocol/console/console-reports.js';
import { operatorMay } from '#src/protocol/console/operator-permissions.js';
import { presentReport } from '#src/protocol/present/console.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { personWith } from '../people/people-finder.js';
import { enforceWithBots, type SuspensionEnforcer, suspensionEnd } from './console-accounts.js';
import { conversationOf } from './console-content.js';

export interface ConsoleReportsDeps {
  rooms: Rooms;
  users: Users;
  reader: Reader;
  links: FileLinks;
  env: EdgeEnv;
  suspensions: SuspensionEnforcer;
}

/** Reports of accounts that are gone are settled under this name; no account has it. */
const NOBODY = 'nobody';

/** Whoever decides with an action may do what the action does. */
const operationOf = {
  suspend_account: 'suspendAccount',
  delete_message: 'deleteMessageAsOperator',
  delete_room: 'deleteRoomAsOperator',
} as const;

type Context = Parameters<typeof noteBefore>[0];

export function consoleReportRoutes(deps: ConsoleReportsDeps): Route[] {
  const { reader } = deps;
  return [
    route(endpoints.listReports, async ({ query }) => {
      return ok({ reports: (await reportsOf(reader, query)).map(presentReport) });
    }),
    route(endpoints.countReports, async () => {
      const open = { index: 'byStatus', prefix: ['open'], limit: REPORTS_LISTED_MAX };
      return ok({ open: await reader.count('reports', open) });
    }),
    route(endpoints.viewReportedConversation, async ({ params, query: { limit } }) => {
      const report = await reportWith(reader, params.id);
      const room = await roomOf(reader, report);
      const around = report.kind === 'message' ? { around_seq: Number(report.content?.seq) } : {};
      const read = room === null ? null : await conversationOf(deps, room, { limit, ...around });
      return ok({ report: presentReport(report), room_id: room, messages: read?.messages ?? [] });
    }),
    route(endpoints.settleReport, async ({ params, body, ctx }) => {
      const report = await reportWith(reader, params.id);
      noteBefore(ctx, { status: report.status, kind: report.kind, about: report.target });
      await settle(deps, report, body, ctx);
      return ok({ report: presentReport(await settledReport(reader, report._id, body)) });
    }),
  ];
}

function settle(deps: ConsoleReportsDeps, report: Report, body: DecisionBody, ctx: Context): Promise<unknown> {
  const { decision, note, action } = body;
  const { _id: reportId, by } = report;
  if (action === null) {
    return deps.users.ask(by ?? NOBODY, { type: 'settle_report', reportId, decision, note });
  }
  if (decision !== 'uphold') return misfit('An action belongs to a report that is upheld.');
  const { role }: Operator = ctx.state.operator;
  if (!operatorMay(role, operationOf[action.type])) throw new RefusalError('not_allowed');
  if (action.type === 'suspend_account') return suspendReported(deps, report, body, ctx);
  return deleteReported(deps, report, action.type, note);
}

async function suspendReported(deps: ConsoleReportsDeps, report: Report, body: DecisionBody, ctx: Context) {
  const { reader, users, suspensions, env } = deps;
  const { decision, note, action } = body;
  if (action?.until === undefined) {
    throw new RefusalError('validation_failed', { fields: { until: ['is required'] } });
  }
  const sender = report.content?.sender as { account_id: string | null } | null | undefined;
  const target = report.kind === 'account' ? report.target : report.kind === 'message' ? sender?.account_id : null;
  if (!target) return misfit('The report names no account.');
  const before = await personWith(reader, target);
  noteBefore(ctx, { ...ctx.state.before, account: before._id, ...suspensionBefore(before, env.now()) });
  const until = suspensionEnd(action.until, env.now());
  const reason = (note ?? `report ${report._id}`).slice(0, OPERATOR_REASON_MAX);
  const settles = { reportId: report._id, decision, note };
  const publicReason = action.public_reason;
  const command = { type: 'suspend_account' as const, until, reason, publicReason, settles };
  const { account } = await users.ask(before._id, command);
  // A repeated decision finds a suspension that may have been lifted or replaced since.
  if (isSuspended(account, env.now())) await enforceWithBots(suspensions, account, account.suspension?.until ?? null);
}

async function deleteReported(
  { reader, rooms }: ConsoleReportsDeps,
  report: Report,
  type: 'delete_message' | 'delete_room',
  note: string | null,
) {
  const room = await roomOf(reader, report);
  if (room === null) throw new RefusalError('room_not_found');
  const settles = { reportId: report._id, note };
  if (type === 'delete_room') return rooms.ask(room, { type: 'delete_room_as_operator', settles });
  if (report.kind !== 'message') return misfit('The report names no message.');
  return rooms.ask(room, { type: 'delete_message_as_operator', messageId: report.target.toLowerCase(), settles });
}

async function misfit(message: string): Promise<never> {
  throw new RefusalError('invalid_state', { message });
}

/** As stored: two operators at once may have decided differently, and one of them did. */
async function settledReport(reader: Reader, id: string, { decision, note }: DecisionBody): Promise<Report> {
  const report = await reportWith(reader, id);
  if (report.decision !== decision || report.note !== note) throw new RefusalError('invalid_state');
  return report;
}

/** The room of the reported message or the reported room; null for other reports, and if the room is gone. */
async function roomOf(reader: Reader, { kind, content, at }: Report): Promise<RoomId | null> {
  if (kind !== 'message' && kind !== 'room') return null;
  const named = kind === 'message' ? content?.room_id : content?.id;
  // Reports of messages named the slug alone in earlier versions.
  const id = typeof named === 'string' ? named : await roomOfSlug(reader, String(content?.room));
  const head = id === null ? null : await reader.get<Head & { _id: string }>('rooms', id);
  // A room that is younger than the report only has the slug.
  return head && !head.deleted && head.createdAt <= at ? id : null;
}

/** Open reports are listed from the oldest, settled ones from the newest. */
function reportsOf(reader: Reader, { status, limit }: ReportsQuery): Promise<Report[]> {
  return reader.range<Report>('reports', { index: 'byStatus', prefix: [status], desc: status === 'settled', limit });
}

async function reportWith(reader: Reader, typed = ''): Promise<Report> {
  const id = typed.toLowerCase();
  const report = isUuid(id) ? await reader.get<Report>('reports', id) : null;
  if (!report) throw new RefusalError('not_found');
  return report;
}
