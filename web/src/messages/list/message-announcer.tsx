import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { summaryOf } from '../message-summary.js';
import { useRowsText } from './rows-text.js';
import type { Timeline } from './timeline.js';

const KEPT = 5;
const WORDS = 200;

/**
 * Announces new messages to screen readers. The list itself cannot be a live region, because virtualization adds rows
 * while the person scrolls, and each would be read aloud.
 */
export function MessageAnnouncer({ timeline, me }: { timeline: Timeline; me: string }) {
  const text = useText();
  const rowsText = useRowsText();
  const heard = useRef(timeline.seq);
  const [arrived, setArrived] = useState<string[]>([]);
  useEffect(() => {
    const since = heard.current;
    heard.current = Math.max(since, timeline.seq);
    // Before the first page is complete the place is 0: its rows are history and did not arrive.
    const fresh = since === 0 ? [] : newerThan(since, timeline, me).map(({ id }) => id);
    if (fresh.length > 0) setArrived((before) => [...before, ...fresh].slice(-KEPT));
  }, [timeline]);
  return (
    <div class="unseen" role="log" data-testid="arrivals">
      {present(arrived, timeline).map((row) => (
        <p key={row.id}>
          {rowsText.arrived(row.sender?.username ?? text.someone, summaryOf(row, text).slice(0, WORDS))}
        </p>
      ))}
    </div>
  );
}

/** The text of a deleted message does not stay in the page. */
const present = (ids: readonly string[], { messages }: Timeline): Message[] =>
  ids.length === 0 ? [] : messages.filter(({ id, deleted_at }) => deleted_at === null && ids.includes(id));

/** Messages of others since `seq`, oldest first; searched from the end, where they are. */
export function newerThan(seq: number, { messages }: Timeline, me: string): Message[] {
  const at = messages.findLastIndex((row) => row.seq <= seq);
  return messages
    .slice(at + 1)
    .filter((row) => row.kind !== 'event' && !row.discussion_of && row.sender?.account_id !== me);
}
