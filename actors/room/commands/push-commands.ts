/** The follower that sends pushes asks a room with these commands: the log is its outbox. */
import type { AccountId } from '#src/domain/accounts/account.js';

/** The parts of a row that a push needs, without its content. */
export interface PushRow {
  id: string;
  seq: number;
  at: number;
  owner: AccountId | null;
  mentioned: readonly AccountId[];
  mentionsAll: boolean;
}

export type PushCommand =
  /** Rows after `after` and after the settled ones; as they are now, without deleted or expired ones. */
  | { type: 'view_pushes'; after: number }
  /** The follower has seen the rows up to `seen`, and every push of those up to `settled` is sent or given up. */
  | { type: 'push_passed'; seen: number; settled: number };

export interface PushReplies {
  /** Oldest first, of very many the newest. `upTo`: where the room stood. */
  view_pushes: { slug: string; rows: PushRow[]; upTo: number };
  /** Whether more was said since. When not, the room tells of the next (`push:due`). */
  push_passed: { more: boolean };
}
