import type { Room } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { openPage } from '../app/page.js';
import { openPanel } from '../app/panel.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Avatar } from '../members/avatar.js';
import { usernameOf } from '../members/username.js';
import { Icon } from '../ui/icon.js';
import { roomName } from './room-name.js';

export function RoomHeader({ room }: { room: Room }) {
  const text = useText();
  const waiting = useApp((state) => state.requests[room.slug]?.length ?? 0);
  return (
    <header class="room-head">
      <button type="button" class="icon-button back" title={text.back} data-testid="back" onClick={() => goTo(null)}>
        <Icon name="back" />
      </button>
      <Avatar
        name={roomName(room, text)}
        photo={room.peer?.avatar ?? room.avatar}
        size={40}
        square={room.kind === 'group'}
      />
      <div class="room-head-name">
        {/* On a phone this is the only heading of the page. */}
        <h1 data-testid="room-title">{roomName(room, text)}</h1>
        {room.kind === 'dm' ? <PeerLine room={room} /> : <MemberCount room={room} />}
      </div>
      <button
        type="button"
        class="icon-button"
        title={text.searchRoom}
        data-testid="room-search"
        onClick={() => openPanel({ type: 'search', query: '' })}
      >
        <Icon name="search" />
      </button>
      <button
        type="button"
        class="icon-button has-count"
        title={text.roomInfo}
        data-testid="room-info"
        onClick={() => openPanel({ type: waiting > 0 ? 'requests' : 'info' })}
      >
        <Icon name="info" />
        {waiting > 0 && (
          <b class="badge" data-testid="waiting">
            {waiting}
          </b>
        )}
      </button>
    </header>
  );
}

function MemberCount({ room }: { room: Room }) {
  const text = useText();
  return (
    <button type="button" class="link" data-testid="member-count" onClick={() => openPanel({ type: 'members' })}>
      {room.member_count === undefined ? `/${room.slug}` : text.members(room.member_count)}
    </button>
  );
}

/** The peer of a direct chat and their online state; a tap opens the profile card. */
function PeerLine({ room: { peer } }: { room: Room }) {
  const text = useText();
  if (!peer) return <span class="link">{text.goneAccount}</span>;
  const show = () => openPage({ type: 'person', username: usernameOf(peer) });
  return (
    <button type="button" class="link" data-testid="peer" data-online={peer.online} onClick={show}>
      {peer.online ? text.online : text.away}
    </button>
  );
}
