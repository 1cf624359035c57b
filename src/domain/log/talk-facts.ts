/** Facts about what is said beside the rows themselves. Each says all that its projection needs: replay needs no past. */
import type { AccountId } from '../accounts/account.js';
import type { Discussion } from '../messages/message.js';

/** `row` and `id` name the row it is about: the pinned one, the root of the discussion, the survey. */
interface AboutRow {
  row: number;
  id: string;
}

export type TalkFact =
  /** `pins`: all of them from now on, newest first. */
  | ({ type: 'message_pinned' | 'message_unpinned'; pins: string[] } & AboutRow)
  /** A reply came or was deleted. */
  | ({ type: 'discussion_changed'; discussion: Discussion } & AboutRow)
  | ({ type: 'discussion_closed' | 'discussion_reopened'; discussion: Discussion } & AboutRow)
  /** `options`: what the account has chosen now, none = taken back. `votes`: how many chose each. */
  | ({ type: 'survey_voted'; account: AccountId; options: number[]; votes: number[] } & AboutRow);
