import { type Topic, UNKNOWN_TOPIC } from '#src/domain/messages/topics.js';

const DAY_MS = 86_400_000;

export function presentTopic({ tag, count, lastAt }: Topic) {
  const unknown = tag === UNKNOWN_TOPIC;
  return { tag: unknown ? 'unknown' : tag, count, last_active: new Date(lastAt).toISOString(), unknown };
}

export interface RoomNumbers {
  createdAt: number;
  memberCount: number;
  messageCount: number;
}

/** Rooms have no stars or gifts in this version. */
export const presentStats = ({ createdAt, memberCount, messageCount }: RoomNumbers, now: number) => ({
  created_at: new Date(createdAt).toISOString(),
  age_days: Math.max(0, Math.floor((now - createdAt) / DAY_MS)),
  member_count: memberCount,
  message_count: messageCount,
  stars_received: 0,
  gifts_received: 0,
});
