import type { Room } from '../api-types.js';
import { openPanel } from '../app/panel.js';
import { hashOfRoom } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { rightsIn } from '../members/rights.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';

/** In a room without a message, for its admins: how others come in. */
export function NewRoomCard({ room }: { room: Room }) {
  const text = useText();
  const link = `${location.origin}/${hashOfRoom(room.slug)}`;
  const isOpen = room.visibility === 'open';
  return (
    <section class="new-room" data-testid="new-room">
      <h2>{text.newRoomReady}</h2>
      <p>{isOpen ? text.newRoomOpen : text.newRoomClosed}</p>
      {isOpen && (
        <div class="field-row">
          <input class="input" readOnly aria-label={text.roomLink} data-testid="new-room-link" value={link} />
          <CopyButton label={text.copyLink} value={link} testId="new-room-copy" />
        </div>
      )}
      <div class="new-room-ways">
        {rightsIn(room).createInvite && (
          <button type="button" class="button button-quiet button-small" onClick={() => openPanel({ type: 'invites' })}>
            <Icon name="link" size={18} />
            {text.invites}
          </button>
        )}
        <button type="button" class="button button-quiet button-small" onClick={() => openPanel({ type: 'members' })}>
          <Icon name="people" size={18} />
          {text.membersTitle}
        </button>
        <button type="button" class="button button-quiet button-small" onClick={() => openPanel({ type: 'photos' })}>
          <Icon name="photo" size={18} />
          {text.roomPhotos}
        </button>
      </div>
    </section>
  );
}
