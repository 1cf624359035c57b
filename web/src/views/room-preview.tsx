import { useState } from 'preact/hooks';
import { goTo, joinRoom } from '../state/room-actions.js';
import { useText } from '../text/text.js';
import type { Room } from '../wire.js';
import { Avatar } from './avatar.js';

/** A room seen from outside: what it is called, how many are in it, and the way in. */
export function RoomPreview({ room }: { room: Room }) {
  const text = useText();
  const [isRequested, setRequested] = useState(false);
  const join = async () => setRequested((await joinRoom(room.slug)) === 'requested');
  return (
    <main class="pane pane-empty" data-testid="room-preview">
      <Avatar name={room.name} size={88} square />
      <h2>{room.name}</h2>
      <p>
        /{room.slug}
        {room.member_count !== undefined && ` · ${text.members(room.member_count)}`}
      </p>
      {isRequested ? (
        <p data-testid="join-requested">{text.requested}</p>
      ) : (
        <button type="button" class="button" data-testid="room-join" onClick={() => join()}>
          {text.join}
        </button>
      )}
      <button type="button" class="link" onClick={() => goTo(null)}>
        {text.back}
      </button>
    </main>
  );
}
