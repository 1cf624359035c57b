/** Turns the messages of a timeline into rows: days, the unread divider, groups by author. */
import type { Message } from '#page/api-types.js';
import type { Timeline } from './timeline.js';

const GROUP_WITHIN_MS = 5 * 60_000;

export type Shown =
  | { type: 'day'; key: string; at: number }
  | { type: 'unread'; key: string }
  | { type: 'event'; key: string; message: Message }
  | { type: 'message'; key: string; message: Message; isFirst: boolean; isLast: boolean };

export function shownRows(
  { messages: all, hasOlder, dividerSeq }: Timeline,
  me: string,
  dayOf: (at: number) => string,
): Shown[] {
  // Replies of discussions are shown in the side panel only.
  const messages = all.filter((row) => !row.discussion_of);
  const shown: Shown[] = [];
  // Above rows that are not loaded the line would stand at the wrong place.
  let isDivided = dividerSeq === null || (hasOlder && (all[0]?.seq ?? 0) > dividerSeq + 1);
  messages.forEach((message, at) => {
    const before = messages[at - 1];
    const isNewDay = !before || dayOf(before.inserted_at) !== dayOf(message.inserted_at);
    if (isNewDay) shown.push({ type: 'day', key: `day-${message.seq}`, at: message.inserted_at });
    const isUnreadHere = !isDivided && message.seq > (dividerSeq ?? 0) && message.sender?.account_id !== me;
    if (isUnreadHere) {
      isDivided = true;
      shown.push({ type: 'unread', key: 'unread' });
    }
    shown.push(rowOf(message, isNewDay || isUnreadHere ? undefined : before, messages[at + 1]));
  });
  return shown;
}

function rowOf(message: Message, before: Message | undefined, after: Message | undefined): Shown {
  if (message.kind === 'event') return { type: 'event', key: message.id, message };
  const isFirst = !before || !isTogether(before, message);
  const isLast = !after || !isTogether(message, after);
  return { type: 'message', key: message.id, message, isFirst, isLast };
}

const isTogether = (one: Message, next: Message): boolean =>
  one.kind !== 'event' &&
  next.kind !== 'event' &&
  one.sender?.username === next.sender?.username &&
  one.sender?.tag === next.sender?.tag &&
  one.sender?.role === next.sender?.role &&
  next.inserted_at - one.inserted_at < GROUP_WITHIN_MS;
