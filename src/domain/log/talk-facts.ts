/**
 * Facts about pins, discussions and surveys. Each holds all that its projection needs, so that replay needs no earlier
 * state.
 */
import type { AccountId } from '../accounts/account.js';
import type { Discussion } from '../messages/message.js';

/** `row` and `id` name the row that the fact is about: the pinned one, the root of the discussion, the survey. */
interface AboutRow {
  row: number;
  id: string;
}

/** The owner of that row, whom the event row names. It is absent in older entries. */
interface OfOwner {
  owner?: AccountId | null;
}

export type TalkFact =
  /** `pins`: the complete new list, newest first. */
  | ({ type: 'message_pinned' | 'message_unpinned'; pins: string[] } & AboutRow & OfOwner)
  /** A reply was written or deleted. */
  | ({ type: 'discussion_changed'; discussion: Discussion } & AboutRow)
  | ({ type: 'discussion_closed' | 'discussion_reopened'; discussion: Discussion } & AboutRow & OfOwner)
  /** `options`: the account's current choice, empty if withdrawn. `votes`: the number of votes for each option. */
  | ({ type: 'survey_voted'; account: AccountId; options: number[]; votes: number[] } & AboutRow);
