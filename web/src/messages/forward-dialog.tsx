import { useState } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { sendMessage } from '../composer/outbox/outbox-actions.js';
import { Avatar } from '../members/avatar.js';
import { roomName } from '../rooms/room-name.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';

/** Forwards a message to another room. */
export function ForwardMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const send = ({ slug }: Room) => {
    sendMessage(slug, '', { forward_of: { room: message.room, message_id: message.id } });
    goTo(slug);
  };
  return <ForwardDialog onChoose={send} onClose={onClose} />;
}

interface ForwardProps {
  /** The permission that the target room has to give, as far as the page knows it. */
  needs?: string;
  onChoose: (room: Room) => void;
  onClose: () => void;
}

/** Selects one of the person's rooms. */
export function ForwardDialog({ needs, onChoose, onClose }: ForwardProps) {
  const text = useText();
  const rooms = useApp((state) => state.rooms);
  const [words, setWords] = useState('');
  const mayGo = ({ my_permissions: mine }: Room) => !needs || !mine || mine.includes(needs);
  const isLike = (room: Room) => roomName(room, text).toLowerCase().includes(words.trim().toLowerCase());
  const offered = rooms.filter((room) => mayGo(room) && isLike(room));
  const choose = (room: Room) => {
    onClose();
    onChoose(room);
  };
  return (
    <Dialog title={text.forwardTo} onClose={onClose}>
      <input
        class="input"
        type="search"
        aria-label={text.rooms}
        placeholder={text.rooms}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <div class="panel-list dialog-list">
        {offered.map((room) => (
          <button
            type="button"
            key={room.slug}
            class="panel-way"
            data-testid="forward-room"
            data-slug={room.slug}
            onClick={() => choose(room)}
          >
            <Avatar
              name={roomName(room, text)}
              photo={room.peer?.avatar ?? room.avatar}
              size={34}
              square={room.kind === 'group'}
            />
            <span>{roomName(room, text)}</span>
          </button>
        ))}
      </div>
      <DialogButtons onClose={onClose} />
    </Dialog>
  );
}
