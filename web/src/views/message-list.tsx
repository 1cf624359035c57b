import { useMemo, useState } from 'preact/hooks';
import { shownRows } from '../state/rows.js';
import type { Timeline } from '../state/timeline.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { dayKey, dayName } from '../text/time.js';
import type { Message } from '../wire.js';
import { EventRow } from './event-row.js';
import { Icon } from './icon.js';
import { MessageRow } from './message-row.js';
import { PendingRow } from './pending-row.js';
import { useScroll } from './use-scroll.js';

interface MessageListProps {
  slug: string;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

export function MessageList({ slug, onReply, onEdit }: MessageListProps) {
  const text = useText();
  const timeline = useApp((state) => state.timelines[slug]);
  const outbox = useApp((state) => state.outbox);
  const pending = useMemo(
    () => outbox.filter((item) => item.room === slug && !item.extra.discussion_of),
    [outbox, slug],
  );
  const { list, onScroll, isAway, toBottom } = useScroll(slug, timeline, pending.length);
  return (
    <div class="rows-frame">
      <div class="rows" ref={list} onScroll={onScroll} data-testid="rows" role="log">
        <div class="rows-inner">
          {timeline && !timeline.hasOlder && <p class="rows-begin">{beginning(timeline, text)}</p>}
          {timeline && <Rows timeline={timeline} onReply={onReply} onEdit={onEdit} />}
          {pending.map((item) => (
            <PendingRow key={item.clientId} item={item} />
          ))}
        </div>
      </div>
      {isAway && (
        <button type="button" class="to-newest" title={text.toNewest} data-testid="to-newest" onClick={toBottom}>
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}

const beginning = (timeline: Timeline, text: ReturnType<typeof useText>): string =>
  timeline.messages.some((row) => row.kind !== 'event' && !row.discussion_of) ? text.beginning : text.noMessages;

interface RowsProps extends Omit<MessageListProps, 'slug'> {
  timeline: Timeline;
}

function Rows({ timeline, onReply, onEdit }: RowsProps) {
  const text = useText();
  const me = useApp((state) => state.account?.id ?? '');
  const [opened, setOpened] = useState<string | null>(null);
  const shown = useMemo(() => shownRows(timeline, me, dayKey), [timeline, me]);
  const byId = useMemo(() => new Map(timeline.messages.map((row) => [row.id, row])), [timeline]);
  return (
    <>
      {shown.map((row) => {
        if (row.type === 'day') {
          return (
            <p key={row.key} class="day">
              <span>{dayName(row.at, text)}</span>
            </p>
          );
        }
        if (row.type === 'unread') {
          return (
            <p key={row.key} class="unread-line" data-testid="unread-line">
              <span>{text.unreadLine}</span>
            </p>
          );
        }
        if (row.type === 'event') return <EventRow key={row.key} message={row.message} />;
        const { message } = row;
        return (
          <MessageRow
            key={row.key}
            message={message}
            quoted={message.reply_to ? (byId.get(message.reply_to) ?? null) : null}
            isMine={message.sender?.account_id === me}
            isFirst={row.isFirst}
            isLast={row.isLast}
            isOpen={opened === message.id}
            onOpen={setOpened}
            onReply={onReply}
            onEdit={onEdit}
          />
        );
      })}
    </>
  );
}
