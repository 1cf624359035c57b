/**
 * The format of each fact, command, message and object. A version reads all formats up to its own `FORMAT`. It writes a newer
 * format than a living node knows only after that node has gone (ADR 0138).
 */
import type { Fact } from './log.js';

const facts: Record<Fact['type'], number> = {
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

/** Sparse: a missing name needs format 1. */
type Formats = Record<string, number>;

export const formatTable = {
  facts,
  /** Commands whose documents need it, by the kind of actor: the documents carry it in their field `format`. */
  commands: {} as Record<string, Formats>,
  /** Requests and messages between nodes, by their type: a node of an older format is not sent them. */
  messages: {} as Formats,
  /** Rows of the embedded store, which one process at a time has open. */
  packedRows: 2,
  /** Stretches of logs in the object store: an older version would see a hole. */
  archivedStretches: 3,
};

/** The format that a command of a kind of actor needs, beside that of the facts that it decides. */
export const formatOfCommand = (kind: string, type: string): number => formatTable.commands[kind]?.[type] ?? 1;

export const formatOfMessage = (type: string): number => formatTable.messages[type] ?? 1;
