/**
 * The format that each fact needs. A version that meets a fact which it does not know must not skip it: it would decide
 * without the fact, and its checkpoint would keep newer versions from ever replaying it.
 */
import { FORMAT } from '../format.js';
import type { Fact } from './log.js';

const formats: Record<Fact['type'], number> = {
  room_created: 1,
  member_joined: 1,
  member_left: 1,
  founder_changed: 1,
  request_made: 1,
  message_posted: 1,
  message_edited: 1,
  message_deleted: 1,
  reaction_changed: 1,
  room_deleted: 1,
  claimed: 1,
  member_banned: 1,
  member_unbanned: 1,
  member_muted: 1,
  member_unmuted: 1,
  member_tagged: 1,
  role_changed: 1,
  admin_permissions_changed: 1,
  member_permissions_changed: 1,
  room_settings_changed: 1,
  request_settled: 1,
  invite_created: 1,
  invite_used: 1,
  invite_cancelled: 1,
  message_pinned: 1,
  message_unpinned: 1,
  discussion_changed: 1,
  discussion_closed: 1,
  discussion_reopened: 1,
  survey_voted: 1,
  rows_expired: 1,
  photo_added: 1,
  photo_primary_changed: 1,
  photo_removed: 1,
  view_once_opened: 1,
  file_removed: 1,
  article_offered: 1,
  article_shared: 1,
};

/** The format of an entry with these facts. */
export function formatOfFacts(facts: readonly Fact[]): number {
  let format = 1;
  if (facts.length === 0) return format;
  for (const { type } of facts) format = Math.max(format, formats[type]);
  return format;
}

/** What this version lacks to read something stored. */
export interface UnknownPart {
  /** The format that is needed at least. */
  needs: number;
  /** The unknown fact, if there is one. */
  fact: string | null;
}

/** What is unknown in a stored entry or checkpoint, or null. */
export function unknownPart(
  { format = 1, facts = [] }: { format?: number; facts?: readonly { type: string }[] },
  known: number = FORMAT,
): UnknownPart | null {
  const fact = facts.find(({ type }) => !Object.hasOwn(formats, type))?.type ?? null;
  if (format > known) return { needs: format, fact };
  return fact === null ? null : { needs: known + 1, fact };
}
