/**
 * Entry → who is told, and of what. The same function speaks for an entry just made durable and for one read back
 * when somebody catches up. Members' and admins' channel are each complete for their readers.
 */
import type { Fact, LogEntry } from '#src/domain/log.js';
import type { Row } from '#src/domain/message.js';
import type { Head, RoomId } from '#src/domain/room.js';
import { newMember } from './apply.js';
import type { Announcement, Move, RoomAnnouncement, RoomItem } from './commands.js';
import type { RoomState } from './room-state.js';
import { rowView } from './row-views.js';

type Told = Pick<Announcement, 'to' | 'about' | 'event'>;

/** Whether an entry is on the members' and on the admins' channel: known before it is applied. */
export function channelsOf(facts: Fact[], row: Row | null): { onAll: boolean; onAdmins: boolean } {
  const forAdmins = facts.some((fact) => fact.type === 'request_made') || row?.audience === 'admins';
  const onAll = row?.audience === 'all' || facts.some((fact) => isPublic(fact));
  return { onAll, onAdmins: onAll || forAdmins };
}

const silent = new Set<Fact['type']>(['room_created', 'request_made', 'message_posted', 'claimed']);
const isPublic = (fact: Fact): boolean => !silent.has(fact.type);

export function announcementsOf(state: RoomState, entry: LogEntry): Announcement[] {
  const {
    seq,
    head: { prevAll, prevAdmins },
  } = entry;
  const announcements: Announcement[] = [];
  const announce = ({ to, about, event }: Told) => announcements.push({ to, seq, prevAll, prevAdmins, about, event });
  for (const fact of entry.facts) for (const told of tell(state, fact, entry)) announce(told);
  if (entry.row && entry.row.audience !== 'hidden') announce(tellRow(state, entry.row));
  return announcements;
}

function tellRow(state: RoomState, row: Row): Told {
  const current = state.rowAt(row.seq) ?? row;
  const to = row.audience === 'admins' ? 'admins' : 'all';
  return { to, about: 0, event: { type: 'message:new', message: rowView(state, current) } };
}

function tell(state: RoomState, fact: Fact, entry: LogEntry): Told[] {
  const toAll = (event: RoomAnnouncement, about = 0): Told[] => [{ to: 'all', about, event }];
  const { memberCount } = entry.head;
  switch (fact.type) {
    case 'member_joined':
      return toAll({ type: 'member:joined', member: newMember(state.id, fact, entry), memberCount });
    case 'member_left': {
      const { account: accountId, username, reason } = fact;
      return toAll({ type: 'member:left', accountId, username, reason, memberCount });
    }
    case 'founder_changed':
      return tellFounder(state, fact.account);
    case 'request_made': {
      const { account: accountId, username } = fact;
      return [{ to: 'admins', about: 0, event: { type: 'room:request', accountId, username, requestedAt: entry.at } }];
    }
    case 'message_edited':
      return tellEdited(state, fact.row);
    case 'message_deleted':
      return toAll({ type: 'message:deleted', messageId: fact.id, rowSeq: fact.row, deletedAt: entry.at }, fact.row);
    case 'reaction_changed':
      return toAll({ type: 'message:reactions', messageId: fact.id, reactions: fact.reactions }, fact.row);
    case 'room_deleted':
      return toAll({ type: 'room:deleted' });
    default:
      return [];
  }
}

function tellFounder(state: RoomState, account: string): Told[] {
  const member = state.memberOf(account);
  return member ? [{ to: 'all', about: 0, event: { type: 'member:updated', member } }] : [];
}

/** The row as it is now: who catches up has no use for what it was in between. */
function tellEdited(state: RoomState, seq: number): Told[] {
  const row = state.rowAt(seq);
  return row ? [{ to: 'all', about: seq, event: { type: 'message:edited', message: rowView(state, row) } }] : [];
}

function moveOf(fact: Fact): Move | null {
  if (fact.type === 'member_joined') return { account: fact.account, role: fact.role, historyFrom: fact.historyFrom };
  if (fact.type === 'member_left') return { account: fact.account, role: null, historyFrom: 0 };
  return null;
}

/** What gateways get of an entry that was just applied. */
export function itemOf(state: RoomState, room: RoomId, entry: LogEntry): RoomItem {
  const head = state.head as Head;
  const moves = entry.facts.flatMap((fact) => moveOf(fact) ?? []);
  for (const fact of entry.facts) {
    const founder = fact.type === 'founder_changed' ? state.memberOf(fact.account) : null;
    if (founder) moves.push({ account: founder.account, role: founder.role, historyFrom: founder.historyFrom });
  }
  return {
    room,
    slug: head.slug,
    seq: entry.seq,
    moves,
    announcements: announcementsOf(state, entry),
    activity: activityOf(state, entry),
  };
}

function activityOf(state: RoomState, { row, head }: LogEntry): RoomItem['activity'] {
  if (!row || row.audience === 'hidden') return null;
  const last = head.lastMessageSeq === row.seq ? row : state.rowAt(head.lastMessageSeq);
  return {
    row: rowView(state, row),
    lastMessage: last ? rowView(state, last) : null,
    mentions: row.mentioned,
    mentionsAll: row.mentionsAll,
  };
}
