import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { summaryOf } from '../message-summary.js';
import { useRowsText } from './rows-text.js';
import type { Timeline } from './timeline.js';

const KEPT = 5;
const WORDS = 200;

/**
 * What has just been said, for screen readers. The rows themselves cannot be a live region: they come and go while one
 * scrolls, and each of them would be read aloud.
 */
export function MessageAnnouncer({ timeline, me }: { timeline: Timeline; me: string }) {
  const text = useText();
  const rowsText = useRowsText();
  const heard = useRef(timeline.seq);
  const [arrived, setArrived] = useState<Message[]>([]);
  useEffect(() => {
    const since = heard.current;
    heard.current = Math.max(since, timeline.seq);
    const fresh = newerThan(since, timeline, me);
    if (fresh.length > 0) setArrived((before) => [...before, ...fresh].slice(-KEPT));
  }, [timeline]);
  return (
    <div class="unseen" role="log" data-testid="arrivals">
      {arrived.map((row) => (
        <p key={row.id}>
          {rowsText.arrived(row.sender?.username ?? text.someone, summaryOf(row, text).slice(0, WORDS))}
        </p>
      ))}
    </div>
  );
}

/** What others have said since, oldest first; found from the end, because it is there. */
export function newerThan(seq: number, { messages }: Timeline, me: string): Message[] {
  const at = messages.findLastIndex((row) => row.seq <= seq);
  return messages
    .slice(at + 1)
    .filter((row) => row.kind !== 'event' && !row.discussion_of && row.sender?.account_id !== me);
}
