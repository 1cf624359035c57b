/**
 * Entry → announcements and their readers. The same function serves an entry that was just made durable and one that is
 * read back for a catch-up. The members' and the admins' channel are each complete for their readers.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { shownMemberCount } from '#src/domain/rooms/dm.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import { plainPermissions } from '#src/domain/rooms/permissions.js';
import type { Head, RoomId, RoomKind } from '#src/domain/rooms/room.js';
import { primaryPhotoOf } from '#src/domain/rooms/room-photos.js';
import type { Announcement, Move, RoomAnnouncement, RoomItem } from '../commands.js';
import type { RoomState } from '../model/room-state.js';
import { rowView } from '../model/row-views.js';
import { announceExpired, expiredFor } from './announce-expiry.js';
import { talkEvent } from './announce-talk.js';
import { newMember } from './apply-members.js';
import { isTalk } from './apply-talk.js';

type DraftAnnouncement = Pick<Announcement, 'to' | 'about' | 'event'>;

/** Whether an entry is on the members' and on the admins' channel: known before it is applied. */
export function channelsOf(kind: RoomKind, facts: Fact[], row: Row | null): { onAll: boolean; onAdmins: boolean } {
  const forAdmins = facts.some(isForAdmins) || row?.audience === 'admins';
  const onAll = row?.audience === 'all' || facts.some((fact) => isPublic(fact) && isAnnounced(kind, fact));
  return { onAll, onAdmins: onAll || forAdmins };
}

const unannouncedFacts = new Set<Fact['type']>([
  'room_created',
  'request_made',
  'request_settled',
  'message_posted',
  'claimed',
  'article_offered',
  'article_shared',
  'member_banned',
  'member_unbanned',
  'invite_created',
  'invite_used',
  'invite_cancelled',
]);
const isPublic = (fact: Fact): boolean =>
  fact.type === 'rows_expired' ? expiredFor(fact, 'all').length > 0 : !unannouncedFacts.has(fact.type);
const isForAdmins = (fact: Fact): boolean =>
  fact.type === 'request_made' || (fact.type === 'rows_expired' && expiredFor(fact, 'admins').length > 0);

/** That somebody has taken a direct chat out of their list, or has it again, is no business of the other one. */
const isAnnounced = (kind: RoomKind, fact: Fact): boolean =>
  kind === 'group' || (fact.type !== 'member_joined' && (fact.type !== 'member_left' || fact.reason === 'deleted'));

export function announcementsOf(state: RoomState, entry: LogEntry): Announcement[] {
  const { facts, row } = entry;
  const said = row && row.audience !== 'hidden' ? announceRow(state, row, entry) : null;
  // An ordinary message: a list that grows has room for sixteen more.
  if (facts.length === 0) return said ? [said] : noAnnouncements;
  const { kind } = state.head as Head;
  const announcements: Announcement[] = [];
  for (const fact of facts) {
    if (!isAnnounced(kind, fact)) continue;
    for (const told of announceFact(state, fact, entry)) announcements.push(placed(told, entry));
  }
  if (said) announcements.push(said);
  return announcements;
}

const noAnnouncements: Announcement[] = [];

const placed = ({ to, about, event }: DraftAnnouncement, { seq, head }: LogEntry): Announcement => ({
  to,
  seq,
  prevAll: head.prevAll,
  prevAdmins: head.prevAdmins,
  about,
  event,
});

const announceRow = (state: RoomState, row: Row, { seq, head }: LogEntry): Announcement => ({
  to: row.audience === 'admins' ? 'admins' : 'all',
  seq,
  prevAll: head.prevAll,
  prevAdmins: head.prevAdmins,
  about: 0,
  event: { type: 'message:new', message: rowView(state, presentRow(state, row)) },
});

/** The row of an entry as it is now: when it is announced again, it may have been edited or deleted since. */
const presentRow = (state: RoomState, row: Row): Row => state.rowAt(row.seq) ?? row;

function announceFact(state: RoomState, fact: Fact, entry: LogEntry): DraftAnnouncement[] {
  const toAll = (event: RoomAnnouncement, about = 0): DraftAnnouncement[] => [{ to: 'all', about, event }];
  const { kind } = state.head as Head;
  const memberCount = shownMemberCount({ kind, memberCount: entry.head.memberCount });
  switch (fact.type) {
    case 'member_joined':
      return toAll({ type: 'member:joined', member: newMember(state.id, fact, entry), memberCount });
    case 'member_left': {
      const { account: accountId, username, reason } = fact;
      return toAll({ type: 'member:left', accountId, username, reason, memberCount });
    }
    case 'member_tagged':
      return toAll({ type: 'member:tagged', accountId: fact.account, tag: fact.tag });
    case 'room_settings_changed':
      return toAll({ type: 'room:updated', settings: fact.settings, ...(fact.denied ? { denied: fact.denied } : {}) });
    case 'member_permissions_changed':
      return toAll({ type: 'room:updated', settings: {}, denied: fact.denied });
    case 'request_made': {
      const { account: accountId, username } = fact;
      return [{ to: 'admins', about: 0, event: { type: 'room:request', accountId, username, requestedAt: entry.at } }];
    }
    case 'message_edited':
    case 'view_once_opened':
    case 'file_removed':
      return announceEditedRow(state, fact.row);
    case 'photo_added':
    case 'photo_primary_changed':
    case 'photo_removed':
      return toAll({ type: 'room:updated', settings: {}, avatar: primaryPhotoOf(fact) });
    case 'message_deleted':
      return toAll({ type: 'message:deleted', messageId: fact.id, rowSeq: fact.row, deletedAt: entry.at }, fact.row);
    case 'reaction_changed':
      return toAll({ type: 'message:reactions', messageId: fact.id, reactions: fact.reactions }, fact.row);
    case 'rows_expired':
      return announceExpired(fact);
    case 'room_deleted':
      return toAll({ type: 'room:deleted' });
    default:
      if (isTalk(fact)) return toAll(talkEvent(fact), fact.row);
      return reannouncedAccounts(fact).flatMap((account) => announceMember(state, account));
  }
}

/** The accounts whose present state completes the announcement of an earlier fact. */
export function reannouncedAccounts(fact: Fact): string[] {
  switch (fact.type) {
    case 'founder_changed':
      return [fact.account, fact.from];
    case 'role_changed':
    case 'admin_permissions_changed':
    case 'member_muted':
    case 'member_unmuted':
      return [fact.account];
    default:
      return [];
  }
}

/** The member as they are now, while they are one: for those who catch up too. */
function announceMember(state: RoomState, account: string): DraftAnnouncement[] {
  const member = state.memberOf(account);
  return member ? [{ to: 'all', about: 0, event: { type: 'member:updated', member } }] : [];
}

/** Whether the row it is about is told anew, as it is. */
export const isReannouncedRow = (fact: Fact): fact is Extract<Fact, { type: ReannouncedFactType }> =>
  fact.type === 'message_edited' || fact.type === 'view_once_opened' || fact.type === 'file_removed';

type ReannouncedFactType = 'message_edited' | 'view_once_opened' | 'file_removed';

/** The row as it is now: a reader that catches up has no use for its earlier states. */
function announceEditedRow(state: RoomState, seq: number): DraftAnnouncement[] {
  const row = state.rowAt(seq);
  return row ? [{ to: 'all', about: seq, event: { type: 'message:edited', message: rowView(state, row) } }] : [];
}

function movesOf(state: RoomState, fact: Fact): Move[] {
  switch (fact.type) {
    case 'member_joined':
      return [{ account: fact.account, role: fact.role, historyFrom: fact.historyFrom }];
    case 'member_left':
      return [{ account: fact.account, role: null, historyFrom: 0, reason: fact.reason }];
    case 'role_changed':
    case 'founder_changed':
      return sidesOf(state, reannouncedAccounts(fact));
    default:
      return [];
  }
}

function sidesOf(state: RoomState, accounts: string[]): Move[] {
  const members = accounts.flatMap((account) => state.memberOf(account) ?? []);
  return members.map(({ account, role, historyFrom }) => ({ account, role, historyFrom }));
}

/** The item that gateways receive for an entry that was just applied. */
export function itemOf(state: RoomState, room: RoomId, entry: LogEntry): RoomItem {
  const head = state.head as Head;
  const { seq, facts } = entry;
  const item: RoomItem = {
    room,
    slug: head.slug,
    seq,
    // The last member to leave receives the end of the room, which ends for everybody.
    moves: facts.length === 0 || endsRoom(facts) ? noMoves : facts.flatMap((fact) => movesOf(state, fact)),
    announcements: announcementsOf(state, entry),
    activity: activityOf(state, entry),
  };
  const toMembers = facts.length === 0 ? undefined : toConnected(head, facts);
  if (toMembers) item.toMembers = toMembers;
  return item;
}

const noMoves: Move[] = [];
const endsRoom = (facts: Fact[]): boolean => facts.some(({ type }) => type === 'room_deleted');
const hasLeaver = (facts: Fact[]): boolean => facts.some(({ type }) => type === 'member_left');

/** The events that every connected member receives on their own channel, on any node. */
function toConnected(head: Head, facts: Fact[]): RoomItem['toMembers'] {
  for (const fact of facts) {
    // The last member to leave is named in the event.
    if (fact.type === 'room_deleted') return hasLeaver(facts) ? undefined : { type: 'room:gone' };
    const denied =
      fact.type === 'member_permissions_changed' ||
      (fact.type === 'room_settings_changed' && (fact.denied || fact.settings.membersCanVideo !== undefined));
    if (denied) return { type: 'permissions:changed', permissions: plainPermissions(head) };
  }
  return undefined;
}

function activityOf(state: RoomState, { row, head, facts }: LogEntry): RoomItem['activity'] {
  const shown = row && row.audience !== 'hidden' ? row : null;
  if (!shown && !facts.some((fact) => changesLastMessage(fact, head.lastMessageSeq))) return null;
  const last = lastMessageOf(state, head.lastMessageSeq);
  return {
    row: shown && rowView(state, presentRow(state, shown)),
    lastMessage: last && !isGone(state.head as Head, last, state.now) ? rowView(state, last) : null,
    mentions: shown?.mentioned ?? [],
    mentionsAll: shown?.mentionsAll ?? false,
    arrivals: (state.head as Head).kind === 'dm' ? facts.flatMap(arrivalIn) : noAccounts,
  };
}

/** A follower that catches up may hear of an entry whose last message has left memory: it gets the present one. */
function lastMessageOf(state: RoomState, seq: number): Row | null | undefined {
  return state.rowAt(seq) ?? state.rowAt((state.head as Head).lastMessageSeq);
}

const noAccounts: AccountId[] = [];
const arrivalIn = (fact: Fact): AccountId[] => (fact.type === 'member_joined' ? [fact.account] : noAccounts);

/**
 * Whether lists show another `last_message` after this fact; `last` is the one that they show from then on. A row of
 * the conversation that is newer than `last` is the one that they showed before.
 */
function changesLastMessage(fact: Fact, last: number): boolean {
  if (fact.type === 'message_deleted') return fact.countedAs !== 'none' && fact.row > last;
  if (fact.type === 'rows_expired') return fact.rows.some(({ seq }) => seq === last);
  return isReannouncedRow(fact) && fact.row === last;
}
