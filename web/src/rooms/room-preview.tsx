import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Avatar } from '../members/avatar.js';
import { joinByInvite, joinRoom } from './room-actions.js';

/** A room that the person has not joined: name, member count and join button. */
export function RoomPreview({ room }: { room: Room }) {
  const text = useText();
  const code = useApp((state) => state.inviteCode);
  const [isRequested, setRequested] = useState(false);
  const join = async () => {
    if (code) return joinByInvite(code);
    setRequested((await joinRoom(room.slug)) === 'requested');
  };
  const asks = room.join_approval && !code;
  return (
    <main class="pane pane-empty" data-testid="room-preview">
      <Avatar name={room.name} photo={room.avatar} size={88} square />
      <h1>{room.name}</h1>
      <p>
        /{room.slug}
        {room.member_count !== undefined && ` · ${text.members(room.member_count)}`}
      </p>
      {code && <p data-testid="invited">{text.invited}</p>}
      {room.star_gated && <p>{text.errors['star_required']}</p>}
      {asks && !isRequested && <p>{text.asksFirst}</p>}
      {isRequested ? (
        <p data-testid="join-requested">{text.requested}</p>
      ) : (
        <button type="button" class="button" data-testid="room-join" onClick={() => join()}>
          {asks ? text.askToJoin : text.join}
        </button>
      )}
      <button type="button" class="link" onClick={() => goTo(null)}>
        {text.back}
      </button>
    </main>
  );
}
