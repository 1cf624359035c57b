/** What a report is about, from the content as it was reported. */
import type { Report, ReportAction } from '../api-types.js';

type Loose = Record<string, unknown> | null | undefined;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export interface Reported {
  /** The reported account, or the author of the reported message. */
  account: string | null;
  username: string | null;
  /** Slug or id of the reported room, or of the room of the reported message. */
  room: string | null;
  /** The words of the content. */
  lines: string[];
}

export function reportedOf({ kind, target, content }: Report): Reported {
  const sender = kind === 'message' ? (content?.sender as Loose) : null;
  const lines = ['title', 'body', 'name', 'username', 'bio'].map((key) => textOf(content?.[key]));
  return {
    account: kind === 'account' ? target : textOf(sender?.account_id),
    username: kind === 'account' ? textOf(content?.username) : textOf(sender?.username),
    room: kind === 'message' ? textOf(content?.room) : kind === 'room' ? (textOf(content?.slug) ?? target) : null,
    lines: lines.filter((line) => line !== null),
  };
}

/** The operation that a role needs for the action. */
const operationOf = {
  suspend_account: 'suspendAccount',
  delete_message: 'deleteMessageAsOperator',
  delete_room: 'deleteRoomAsOperator',
} as const satisfies Record<ReportAction, string>;

/** The actions that fit the report and the role. */
export function actionsFor(report: Report, may: (operation: string) => boolean): ReportAction[] {
  const { account, room } = reportedOf(report);
  const fitting: ReportAction[] = [
    ...(account === null ? [] : ['suspend_account' as const]),
    ...(report.kind === 'message' ? ['delete_message' as const] : []),
    ...(room === null ? [] : ['delete_room' as const]),
  ];
  return fitting.filter((action) => may(operationOf[action]));
}
