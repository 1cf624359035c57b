import { memo } from 'preact/compat';
import type { Message, Room } from '#page/api-types.js';
import { focusPart } from '#page/app/focus-part.js';
import { requestFocusByPointer } from '#page/app/focus-request.js';
import { hashOfRoom } from '#page/app/route.js';
import type { Texts } from '#page/app/text/en.js';
import { useText } from '#page/app/text/text.js';
import { shortTime } from '#page/app/text/time.js';
import { useApp } from '#page/app/use-app.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { Avatar } from '#page/members/avatar.js';
import { summaryOf } from '#page/messages/message-summary.js';
import { Icon } from '#page/ui/icon.js';
import { pointOf } from '#page/ui/menu/menu.js';
import { roomName } from '../room-name.js';
import { isUnread } from './room-filter.js';
import { openRoomMenu } from './room-menu.js';

/** One room in the list: the last message and the unread count. */
export const RoomLine = memo(function RoomLine({ room, isCurrent }: { room: Room; isCurrent: boolean }) {
  const text = useText();
  const words = useWritingText();
  const me = useApp((state) => state.account?.id);
  const last = room.last_message ?? null;
  const begun = useApp((state) => (isCurrent ? '' : (state.drafts[room.slug]?.body.trim() ?? '')));
  return (
    <a
      class="room-line"
      href={hashOfRoom(room.slug)}
      aria-current={isCurrent ? 'page' : undefined}
      data-testid="room-line"
      data-slug={room.slug}
      onContextMenu={(event) => {
        if (event.shiftKey) return;
        event.preventDefault();
        openRoomMenu(room, pointOf(event));
      }}
      onClick={() => (isCurrent ? focusPart('composer') : requestFocusByPointer())}
    >
      <span class={room.peer?.online ? 'room-line-face member-online' : 'room-line-face'}>
        <Avatar
          name={roomName(room, text)}
          photo={room.peer?.avatar ?? room.avatar}
          size={44}
          square={room.kind === 'group'}
        />
      </span>
      <span class="room-line-name">
        {roomName(room, text)}
        {room.pinned_to_top && <Flag name="pin" said={words.pinnedRoom} />}
        {room.muted && <Flag name="bell" said={words.mutedRoom} />}
      </span>
      <time class="room-line-time">{last && shortTime(last.inserted_at, text)}</time>
      <span class="room-line-last">
        {begun ? (
          <BegunLine body={begun} />
        ) : last ? (
          lastLine(last, me, text)
        ) : room.kind === 'dm' ? (
          ''
        ) : (
          `/${room.slug}`
        )}
      </span>
      {!isCurrent && <Badges room={room} />}
    </a>
  );
});

/** An icon with a text for screen readers. */
function Flag({ name, said }: { name: 'pin' | 'bell'; said: string }) {
  return (
    <>
      <Icon name={name} size={13} />
      <span class="unseen">{said}</span>
    </>
  );
}

/** The draft of the room. */
function BegunLine({ body }: { body: string }) {
  const text = useWritingText();
  return (
    <span data-testid="draft">
      <b class="draft-mark">{text.draft}:</b> {body}
    </span>
  );
}

function lastLine(last: Message, me: string | undefined, text: Texts): string {
  const who = last.sender?.account_id === me ? text.you : (last.sender?.username ?? text.someone);
  return `${who}: ${summaryOf(last, text)}`;
}

function Badges({ room }: { room: Room }) {
  const words = useWritingText();
  const { unread = 0 } = room;
  if (!isUnread(room)) return null;
  return (
    <span class="room-line-badges">
      {(room.unread_mentions ?? 0) > 0 && (
        <span class="badge badge-mention">
          <span aria-hidden="true">@</span>
          <span class="unseen">{words.mentionedHere}</span>
        </span>
      )}
      <span class={room.muted ? 'badge badge-muted' : 'badge'} data-testid="unread">
        {unread > 0 ? unread > 999 ? '999+' : unread : <span aria-hidden="true">•</span>}
        <span class="unseen"> {unread > 0 ? words.unreadHere : words.markedUnread}</span>
      </span>
    </span>
  );
}
