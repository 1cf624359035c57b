/** Commands about messages beside sending them: pins, discussions, surveys, forwards, slash commands. */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { Forwardable } from '#src/domain/messages/message.js';
import type { SlashCommand, SlashCommandName } from '#src/domain/messages/slash-command.js';
import type { RowView } from '#src/domain/messages/views.js';

type AboutRow<T extends string, Rest = unknown> = { type: T; by: Caller; messageId: string } & Rest;

export type TalkCommand =
  /** Members: a row on its way to another room. */
  | AboutRow<'give_message'>
  /** Members with the key. */
  | AboutRow<'pin_message', { pinned: boolean }>
  /** The author of the row or an admin, with the key. */
  | AboutRow<'set_discussion', { open: boolean }>
  /** Members. `limit` 1-200, clamped at the edge. */
  | AboutRow<'list_discussion', { afterSeq: number; limit: number }>
  /** Members. No options: taken back. */
  | AboutRow<'vote', { options: number[] }>
  | AboutRow<'view_votes'>
  /** Members: the first 200 accounts that have reacted. */
  | AboutRow<'list_reactors'>
  /** For members, with the requirements of the command itself. Null: there is no such command. */
  | { type: 'run_slash'; by: Caller; clientId: string | null; body: string; command: SlashCommand | null };

export interface Votes {
  votes: number[];
  myOptions: number[];
}

export interface Reactor {
  account: AccountId;
  emojis: string[];
}

export interface TalkReplies {
  give_message: Forwardable;
  pin_message: { pins: string[] };
  set_discussion: { message: RowView };
  list_discussion: { root: RowView; messages: RowView[]; hasMore: boolean };
  vote: Votes;
  view_votes: Votes;
  list_reactors: { reactors: Reactor[]; hasMore: boolean };
  run_slash: { command: SlashCommandName };
}

export type TalkAnnouncement =
  | { type: 'message:pins'; pins: string[] }
  | { type: 'message:discussion'; messageId: string; open: boolean; count: number; lastAt: number | null }
  | { type: 'survey:votes'; messageId: string; votes: number[] };
