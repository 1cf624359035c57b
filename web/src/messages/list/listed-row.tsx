import type { Message } from '#page/api-types.js';
import { roomOf } from '#page/app/app-state.js';
import { useText } from '#page/app/text/text.js';
import { dayName } from '#page/app/text/time.js';
import { useApp } from '#page/app/use-app.js';
import { rightsIn } from '#page/members/rights.js';
import { NewRoomCard } from '#page/rooms/new-room-card.js';
import { MessageRow } from '../message-row.js';
import { PendingRow } from '../pending-row.js';
import { EventRow } from './event-row.js';
import type { Listed } from './row-estimates.js';

export interface ListedRowProps {
  slug: string;
  row: Listed;
  /** The message that this one replies to, if it is loaded. */
  quoted: Message | null;
  me: string;
  isOpen: boolean;
  onOpen: (id: string | null) => void;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

/** One row of the list, of any type. */
export function ListedRow({ slug, row, me, ...others }: ListedRowProps) {
  const text = useText();
  switch (row.type) {
    case 'beginning':
      return <Beginning slug={slug} isEmpty={row.isEmpty} />;
    case 'day':
      return (
        <p class="day">
          <span>{dayName(row.at, text)}</span>
        </p>
      );
    case 'unread':
      return (
        <p class="unread-line" data-testid="unread-line">
          <span>{text.unreadLine}</span>
        </p>
      );
    case 'event':
      return <EventRow message={row.message} />;
    case 'pending':
      return <PendingRow item={row.item} />;
    case 'message': {
      const { message, isFirst, isLast } = row;
      const isMine = message.sender?.account_id === me;
      return <MessageRow {...others} message={message} isMine={isMine} isFirst={isFirst} isLast={isLast} />;
    }
  }
}

function Beginning({ slug, isEmpty }: { slug: string; isEmpty: boolean }) {
  const text = useText();
  const room = useApp((state) => roomOf(state, slug));
  if (isEmpty && room?.kind === 'group' && rightsIn(room).isAdmin) return <NewRoomCard room={room} />;
  return <p class="rows-begin">{isEmpty ? text.noMessages : text.beginning}</p>;
}
