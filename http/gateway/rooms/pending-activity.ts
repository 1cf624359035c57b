import type { RoomItem } from '#actors/room/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { RowView } from '#src/domain/messages/views.js';

export type Activity = NonNullable<RoomItem['activity']>;

/** Activity since the last event to the watchers of one side. */
export interface PendingActivity {
  seq: number;
  lastMessage: RowView | null;
  /** The last entry that mentions an account, and the last one that mentions all; 0 = none. */
  mentioned: Map<AccountId, number>;
  allMentioned: number;
}

export function together(before: PendingActivity | null, seq: number, activity: Activity): PendingActivity {
  const mentioned = before?.mentioned ?? new Map<AccountId, number>();
  for (const account of activity.mentions) mentioned.set(account, seq);
  const allMentioned = activity.mentionsAll ? seq : (before?.allMentioned ?? 0);
  return { seq, lastMessage: activity.lastMessage, mentioned, allMentioned };
}
