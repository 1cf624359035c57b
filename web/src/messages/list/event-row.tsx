import { memo } from 'preact/compat';
import type { Message } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { clockTime } from '#page/app/text/time.js';

/** A row for an event of the room: a join, a leave, a new founder. */
export const EventRow = memo(function EventRow({ message }: { message: Message }) {
  const text = useText();
  const event = message.event;
  const sentence = event && text.event[event.type]?.(event.username ?? text.someone, event.actor ?? text.someone);
  const isWelcome = event?.type === 'welcome' && message.body !== '';
  return (
    <p class="event-row" data-testid="event" data-seq={message.seq} data-type={event?.type}>
      <span title={clockTime(message.inserted_at)}>{isWelcome ? message.body : (sentence ?? text.otherEvent)}</span>
    </p>
  );
});
