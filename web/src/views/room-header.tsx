import { useState } from 'preact/hooks';
import { goTo, leaveRoom } from '../state/room-actions.js';
import { useText } from '../text/text.js';
import type { Room } from '../wire.js';
import { Avatar } from './avatar.js';
import { Icon } from './icon.js';

const COPIED_MS = 1800;

export function RoomHeader({ room, onMembers }: { room: Room; onMembers: () => void }) {
  const text = useText();
  const leave = () => confirm(text.leaveQuestion(room.name)) && leaveRoom(room.slug);
  return (
    <header class="room-head">
      <button type="button" class="icon-button back" title={text.back} data-testid="back" onClick={() => goTo(null)}>
        <Icon name="back" />
      </button>
      <Avatar name={room.name} size={40} square />
      <div class="room-head-name">
        <h2 data-testid="room-title">{room.name}</h2>
        <button type="button" class="link" data-testid="member-count" onClick={onMembers}>
          {room.member_count === undefined ? `/${room.slug}` : text.members(room.member_count)}
        </button>
      </div>
      <CopyLink slug={room.slug} />
      <button type="button" class="icon-button" title={text.membersTitle} data-testid="members" onClick={onMembers}>
        <Icon name="people" />
      </button>
      <button type="button" class="icon-button" title={text.leave} data-testid="room-leave" onClick={leave}>
        <Icon name="leave" />
      </button>
    </header>
  );
}

function CopyLink({ slug }: { slug: string }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/#/r/${slug}`);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="icon-button" title={isCopied ? text.copied : text.copyLink} onClick={() => copy()}>
      <Icon name={isCopied ? 'check' : 'link'} />
    </button>
  );
}
