import { useRef } from 'preact/hooks';
import { app, roomOf } from '#page/app/app-state.js';
import { notifyError } from '#page/app/ask.js';
import { client } from '#page/app/client.js';
import { jumpTo } from '../list/jump.js';
import { newerThan } from '../list/message-announcer.js';
import type { RowsView } from '../list/rows-view.js';
import type { Timeline } from '../list/timeline.js';

const MARGIN_PX = 12;

export interface UnreadAbove {
  count: number;
  go: () => void;
}

/** The line of the unread messages, while it is above the view or not loaded and the person has not seen it. */
export function useUnreadAbove(
  slug: string,
  view: RowsView,
  timeline: Timeline | undefined,
  me: string,
): UnreadAbove | null {
  const seen = useRef<number | null>(null);
  const divider = timeline?.dividerSeq ?? null;
  if (!timeline || divider === null) return null;
  if (view.isInView('unread')) seen.current = divider;
  if (seen.current === divider) return null;
  if (view.scrollAnchor.heights.indexOf('unread') < 0) return notLoaded(slug, timeline, divider);
  return {
    count: newerThan(divider, timeline, me).length,
    go: () => void view.showMark({ key: 'unread', offset: MARGIN_PX }),
  };
}

function notLoaded(slug: string, { hasOlder, messages }: Timeline, divider: number): UnreadAbove | null {
  if (!hasOlder || (messages[0]?.seq ?? 0) <= divider) return null;
  return { count: roomOf(app.get(), slug)?.unread ?? 0, go: () => void goToRowAfter(slug, divider) };
}

async function goToRowAfter(slug: string, seq: number): Promise<void> {
  try {
    const { messages } = await client.operate('message:list', { room: slug, after_seq: seq, limit: 1 });
    if (messages[0]) await jumpTo(messages[0]);
  } catch (error) {
    notifyError(error);
  }
}
