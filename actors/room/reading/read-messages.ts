/** Looking at a room: as a whole, in the list, its rows, its members, and catching up. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import { notificationView } from '#src/domain/rooms/notification-level.js';
import { isAdmin, sendRefusal } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { exists, isRefused, memberOr, roomView } from '../access/access.js';
import { rowById } from '../access/row-targets.js';
import type { Announcement, OpenedRoom } from '../commands.js';
import type { CommandOf, Handled } from '../handler.js';
import { announcementsOf, isReannouncedRow, reannouncedAccounts } from '../log/announce.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible, rowView } from '../model/row-views.js';
import { announcementBytes, pageLength, readEntries } from './page-bytes.js';
import { needsRowsAfter, needsRowsBefore, type Page, rowsAfter, rowsBefore } from './row-pages.js';
import { needsUnread, unreadFor } from './unread.js';

export function viewRoomNeeds(needs: Needs, { by }: { by: Caller }): void {
  needs.member(by.accountId);
}

export function viewRoom(state: RoomState, { by }: CommandOf<'view_room'>): Handled {
  return exists(state) ? reply(roomView(state, by.accountId)) : refuse('room_not_found');
}

export function viewListRowNeeds(needs: Needs, { by }: CommandOf<'view_list_row'>, now: number): void {
  needsUnread(needs, by.accountId, now);
  needs.row(needs.state.head?.lastMessageSeq ?? 0);
}

export function viewListRow(state: RoomState, command: CommandOf<'view_list_row'>, turn: { now: number }): Handled {
  const { accountId } = command.by;
  const member = exists(state) ? state.memberOf(accountId) : null;
  const readState = state.readStates.get(accountId);
  if (!member || !readState) return reply(null);
  const head = state.head as Head;
  const last = state.rowAt(head.lastMessageSeq);
  return reply({
    ...unreadFor(state, command, member),
    room: roomView(state, accountId),
    joinedAt: member.joinedAt,
    archived: readState.archived,
    ...notificationView(readState, turn.now),
    pinnedAt: readState.pinnedAt,
    unreadFrom: readState.unreadFrom ?? 0,
    lastMessage: last && isVisible(head, member, last, turn.now) ? rowView(state, last) : null,
    orderAt: head.lastMessageAt || member.joinedAt,
  });
}

export function openRoomNeeds(needs: Needs, command: CommandOf<'open_room'>, now: number): void {
  const { by, afterSeq, limit } = command;
  const { state } = needs;
  const member = needs.member(by.accountId);
  if (!state.head || !member?.present) return;
  needsUnread(needs, by.accountId, now);
  if (afterSeq === undefined) return needsRowsBefore(needs, member, state.head.seq + 1, limit, now);
  if (mustReset(state, command, member)) return;
  if (afterSeq + 1 < (state.recent[0]?.seq ?? 0))
    needs.once('entries', (reader) =>
      readEntries(reader, state.id, { after: afterSeq, upTo: state.head?.seq ?? 0, limit }),
    );
  for (const { facts } of entriesAfter(state, command, afterSeq, limit)) {
    for (const fact of facts) {
      if (isReannouncedRow(fact)) needs.row(fact.row);
      for (const account of reannouncedAccounts(fact)) needs.member(account);
    }
  }
}

export function openRoom(state: RoomState, command: CommandOf<'open_room'>, turn: { now: number }): Handled {
  const { by, afterSeq, limit } = command;
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const head = state.head as Head;
  const common = {
    room: roomView(state, by.accountId),
    ...unreadFor(state, command, member),
    historyFrom: member.historyFrom,
    changes: [],
    reset: false,
    seq: head.seq,
  };
  if (afterSeq === undefined) {
    const page = rowsBefore(state, command, member, head.seq + 1, limit, turn.now);
    return reply({ ...common, ...paged(state, page) } satisfies OpenedRoom);
  }
  if (mustReset(state, command, member))
    return reply({ ...common, messages: [], hasMore: false, reset: true } satisfies OpenedRoom);
  return reply({ ...common, ...catchUp(state, command, member, turn.now, afterSeq, limit) } satisfies OpenedRoom);
}

/** The client's copy is of another room, of another view of it, or from the future. */
function mustReset(state: RoomState, { id, afterSeq }: CommandOf<'open_room'>, member: Member): boolean {
  if (id !== undefined && id !== state.id) return true;
  return afterSeq !== undefined && (afterSeq > (state.head?.seq ?? 0) || afterSeq < member.viewSince);
}

/** Every row and every change after `after` that this reader may see, complete up to the answered seq. */
function catchUp(state: RoomState, command: object, member: Member, now: number, after: number, limit: number) {
  const head = state.head as Head;
  const told = entriesAfter(state, command, after, limit).map((entry) => ({
    seq: entry.seq,
    announcements: announcementsOf(state, entry).filter(({ to }) => to === 'all' || isAdmin(member)),
  }));
  const page = told.slice(0, pageLength(told, limit, bytesOf));
  const seq = page.at(-1)?.seq ?? after;
  const changes: Announcement[] = [];
  const messages = [];
  for (const announcement of page.flatMap(({ announcements }) => announcements)) {
    const { event } = announcement;
    const isNew = event.type === 'message:new';
    if (!isNew && (event.type !== 'message:edited' || !isGone(head, event.message.row, now)))
      changes.push(announcement);
    else if (isNew && isVisible(head, member, event.message.row, now)) messages.push(event.message);
  }
  return { messages, changes, seq, hasMore: seq < head.seq };
}

const bytesOf = ({ announcements }: { announcements: Announcement[] }): number =>
  announcements.reduce((sum, announcement) => sum + announcementBytes(announcement), 0);

/** The entries after `after`, oldest first, at most `limit`: read from the log as far as memory does not reach. */
function entriesAfter(state: RoomState, command: object, after: number, limit: number): LogEntry[] {
  const read = state.readsFor(command).entries ?? [];
  const from = read.at(-1)?.seq ?? after;
  const first = state.recent[0]?.seq ?? 0;
  const recent = first <= from + 1 ? state.recent.slice(from + 1 - first) : [];
  return [...read, ...recent].slice(0, limit);
}

const paged = (state: RoomState, { rows, hasMore }: Page) => ({
  messages: rows.map((row) => rowView(state, row)),
  hasMore,
});

export function listMessagesNeeds(needs: Needs, command: CommandOf<'list_messages'>, now: number): void {
  const member = needs.member(command.by.accountId);
  if (needs.state.head && member?.present) pageOfNeeds(needs, command, member, now);
}

/** A part of the rows: around, after or before a seq; the newest without one. */
type Span = Pick<CommandOf<'list_messages'>, 'beforeSeq' | 'afterSeq' | 'aroundSeq' | 'limit'>;

export function pageOfNeeds(needs: Needs, command: Span, member: Member, now: number): void {
  const { before, behind, after, ahead } = spanOf(command, needs.state);
  if (behind > 0) needsRowsBefore(needs, member, before, behind, now);
  if (ahead > 0) needsRowsAfter(needs, member, after, ahead, now);
}

/** How much is wanted on either side of where. */
function spanOf({ beforeSeq, afterSeq, aroundSeq, limit }: Span, state: RoomState) {
  if (aroundSeq !== undefined) {
    const ahead = Math.floor(limit / 2);
    return { before: aroundSeq + 1, behind: limit - ahead, after: aroundSeq, ahead };
  }
  if (afterSeq !== undefined) return { before: 0, behind: 0, after: afterSeq, ahead: limit };
  return { before: beforeSeq ?? (state.head?.seq ?? 0) + 1, behind: limit, after: 0, ahead: 0 };
}

export function listMessages(state: RoomState, command: CommandOf<'list_messages'>, turn: { now: number }): Handled {
  const member = memberOr(state, command.by);
  return isRefused(member) ? member : reply(pageOf(state, command, member, turn.now));
}

export function pageOf(state: RoomState, command: Span, member: Member, now: number) {
  const { before, behind, after, ahead } = spanOf(command, state);
  const older = behind > 0 ? rowsBefore(state, command, member, before, behind, now) : null;
  const newer = ahead > 0 ? rowsAfter(state, command, member, after, ahead, now) : null;
  const rows = [...(older?.rows ?? []), ...(newer?.rows ?? [])];
  const hasMore = (older ?? newer)?.hasMore ?? false;
  return { ...paged(state, { rows, hasMore }), seq: (state.head as Head).seq };
}

export function viewMessageNeeds(needs: Needs, { by, messageId }: CommandOf<'view_message'>): void {
  needs.member(by.accountId);
  needs.row(seqOfMessageId(messageId));
}

export function viewMessage(state: RoomState, command: CommandOf<'view_message'>, turn: { now: number }): Handled {
  const member = memberOr(state, command.by);
  if (isRefused(member)) return member;
  const row = rowById(state, command.messageId);
  const visible = row && isVisible(state.head as Head, member, row, turn.now);
  return visible ? reply({ message: rowView(state, row) }) : refuse('not_found');
}

export function checkTyping(state: RoomState, { by }: CommandOf<'check_typing'>, turn: { now: number }): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const code = sendRefusal(state.head as Head, member, ['send_message'], turn.now);
  if (code === 'muted') return refuse('muted', { until: member.mutedUntil as number });
  return code ? refuse(code) : reply(null);
}
