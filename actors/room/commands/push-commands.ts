/** What the follower that sends pushes asks of a room: the log is its outbox. */
import type { AccountId } from '#src/domain/accounts/account.js';

/** A row as far as a push is concerned: nothing of what it says. */
export interface PushRow {
  id: string;
  seq: number;
  at: number;
  owner: AccountId | null;
  mentioned: readonly AccountId[];
  mentionsAll: boolean;
}

export type PushCommand =
  /** What was said after `after`, and after what is settled; as it is now, without what is deleted or expired. */
  | { type: 'view_pushes'; after: number }
  /** The follower has seen the rows up to `seen`, and every push of those up to `settled` is sent or given up. */
  | { type: 'push_passed'; seen: number; settled: number };

export interface PushReplies {
  /** Oldest first, of very many the newest. `upTo`: where the room stood. */
  view_pushes: { slug: string; rows: PushRow[]; upTo: number };
  /** Whether more was said since. When not, the room tells of the next (`push:due`). */
  push_passed: { more: boolean };
}
