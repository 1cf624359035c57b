import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { myId, roomOf } from '../app/app-state.js';
import { openPanel } from '../app/panel.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { EmojiPicker } from '../composer/emoji/emoji-popup.js';
import { useWritingText } from '../composer/writing-text.js';
import { rightsIn } from '../members/rights.js';
import { Dialog } from '../ui/dialog.js';
import { Icon, type IconName } from '../ui/icon.js';
import { belowOf } from '../ui/menu/menu.js';
import { mayEdit } from './editable.js';
import { useMenuText } from './menu/menu-text.js';
import { openMessageMenu } from './menu/message-menu-state.js';
import { toggleReaction } from './message-actions.js';
import type { MessageRowProps } from './message-row-props.js';
import { offered } from './reactions.js';

/** The frequent actions on a message, and the menu with all of them. */
export function MessageToolbar(props: MessageRowProps) {
  const [isReacting, setReacting] = useState(false);
  const room = useApp((state) => roomOf(state, props.message.room));
  const done = () => {
    setReacting(false);
    props.onOpen(null);
  };
  if (!room) return null;
  if (isReacting) return <EmojiChoice {...props} onDone={done} />;
  return <Frequent {...props} room={room} onEmoji={() => setReacting(true)} onDone={done} />;
}

/** Frequent reactions, and a button for the emoji picker. */
function EmojiChoice({ message, onDone }: MessageRowProps & { onDone: () => void }) {
  const text = useText();
  const words = useWritingText();
  const [isWhole, setWhole] = useState(false);
  const choose = (emoji: string) => {
    void toggleReaction(message, emoji);
    onDone();
  };
  return (
    <div class="actions actions-emoji">
      {offered.map((emoji) => (
        <button
          type="button"
          key={emoji}
          aria-label={`${text.react} ${emoji}`}
          data-testid="emoji"
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <Action name="plus" title={words.emojiMore} onClick={() => setWhole(true)} />
      <Action name="close" title={text.cancel} onClick={onDone} />
      {isWhole && (
        <Dialog title={text.react} onClose={onDone}>
          <EmojiPicker onTake={choose} onClose={onDone} />
        </Dialog>
      )}
    </div>
  );
}

interface FrequentProps extends MessageRowProps {
  room: Room;
  onEmoji: () => void;
  onDone: () => void;
}

function Frequent({ message, room, onReply, onEdit, onEmoji, onDone }: FrequentProps) {
  const text = useText();
  const words = useMenuText();
  const mayDiscuss = message.discussion ? true : rightsIn(room).openDiscussion;
  const then = (action: () => void) => () => {
    action();
    onDone();
  };
  const more = (event: MouseEvent) => openMessageMenu(message, belowOf(event.currentTarget as Element));
  return (
    <div class="actions">
      <Action name="smile" title={text.react} onClick={onEmoji} />
      <Action name="reply" title={text.reply} onClick={then(() => onReply(message))} />
      {mayDiscuss && (
        <Action name="discuss" title={text.discuss} onClick={then(() => openPanel({ type: 'discussion', message }))} />
      )}
      {mayEdit(message, myId(), Date.now()) && (
        <Action name="edit" title={text.edit} onClick={then(() => onEdit(message))} />
      )}
      <Action name="more" title={words.more} onClick={more} />
    </div>
  );
}

interface ActionProps {
  name: IconName;
  title: string;
  onClick: (event: MouseEvent) => void;
}

function Action({ name, title, onClick }: ActionProps) {
  return (
    <button type="button" title={title} data-testid={`action-${name}`} onClick={onClick}>
      <Icon name={name} size={18} />
    </button>
  );
}
