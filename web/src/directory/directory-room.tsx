import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { hashOfRoom } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Avatar } from '../members/avatar.js';
import { joinRoom } from '../rooms/room-actions.js';
import { useDirectoryText } from './directory-text.js';

/** One room with its description, a preview link and a join button. */
export function DirectoryRoom({ room }: { room: Room }) {
  const text = useDirectoryText();
  const page = useText();
  const isInside = useApp((state) => state.rooms.some(({ slug }) => slug === room.slug));
  const facts = [
    `/${room.slug}`,
    page.members(room.member_count ?? 0),
    ...(isInside ? [text.inside] : room.join_approval ? [text.asksFirst] : []),
    ...(room.star_gated ? [text.needsStars] : []),
  ];
  return (
    <li class="directory-room" data-testid="open-room" data-slug={room.slug}>
      <a href={hashOfRoom(room.slug)}>
        <Avatar name={room.name} photo={room.avatar} size={46} square />
        <span class="directory-words">
          <strong>{room.name}</strong>
          <small>{facts.join(' · ')}</small>
        </span>
      </a>
      <JoinButton room={room} isInside={isInside} />
    </li>
  );
}

function JoinButton({ room, isInside }: { room: Room; isInside: boolean }) {
  const text = useDirectoryText();
  const [stand, setStand] = useState<'outside' | 'asking' | 'asked'>('outside');
  const join = async () => {
    setStand('asking');
    const status = await joinRoom(room.slug);
    setStand(status === 'requested' ? 'asked' : 'outside');
    if (status === 'joined' || status === 'already_member') goTo(room.slug);
  };
  if (stand === 'asked' && !isInside) {
    return (
      <span class="tag" role="status" data-testid="open-room-asked">
        {text.asked}
      </span>
    );
  }
  const word = isInside ? text.open : room.join_approval ? text.ask : text.join;
  return (
    <button
      type="button"
      class="button button-quiet button-small"
      aria-label={`${word}: ${room.name}`}
      data-testid="open-room-join"
      disabled={stand === 'asking'}
      onClick={() => (isInside ? goTo(room.slug) : void join())}
    >
      {word}
    </button>
  );
}
