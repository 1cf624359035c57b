import { useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { Room } from '../api-types.js';
import { myId, roomOf } from '../app/app-state.js';
import { openPanel } from '../app/panel.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { EmojiPicker } from '../composer/emoji/emoji-popup.js';
import { useWritingText } from '../composer/writing-text.js';
import { mayShare, ShareDialog } from '../discover/share-dialog.js';
import { rightsIn } from '../members/rights.js';
import { Dialog } from '../ui/dialog.js';
import { Icon, type IconName } from '../ui/icon.js';
import { mayEdit } from './editable.js';
import { ForwardMessage } from './forward-dialog.js';
import { deleteMessage, toggleReaction } from './message-actions.js';
import type { MessageRowProps } from './message-row-props.js';
import { setPinned } from './panels/discussion-actions.js';
import { offered } from './reactions.js';
import { ReportDialog } from './report-dialog.js';

/** The actions of a message, for pointer, keyboard and touch. */
export function MessageToolbar(props: MessageRowProps) {
  const [mode, setMode] = useState<'menu' | 'emoji' | 'forward' | 'share' | 'report'>('menu');
  const room = useApp((state) => roomOf(state, props.message.room));
  const done = () => {
    setMode('menu');
    props.onOpen(null);
  };
  if (!room) return null;
  if (mode === 'emoji') return <EmojiChoice {...props} onDone={done} />;
  return (
    <>
      <Menu
        {...props}
        room={room}
        onEmoji={() => setMode('emoji')}
        onForward={() => setMode('forward')}
        onShare={() => setMode('share')}
        onReport={() => setMode('report')}
        onDone={done}
      />
      {mode === 'forward' && <ForwardMessage message={props.message} onClose={done} />}
      {mode === 'report' && <ReportDialog kind="message" id={props.message.id} onClose={done} />}
      {mode === 'share' && <ShareDialog message={props.message} onClose={done} />}
    </>
  );
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

interface MenuProps extends MessageRowProps {
  room: Room;
  onEmoji: () => void;
  onForward: () => void;
  onShare: () => void;
  onReport: () => void;
  onDone: () => void;
}

function Menu({ message, room, isMine, onReply, onEdit, onEmoji, onForward, onShare, onReport, onDone }: MenuProps) {
  const text = useText();
  const words = useSettingsText();
  const rights = rightsIn(room);
  const isPinned = room.pins.includes(message.id);
  const canEdit = mayEdit(message, myId(), Date.now());
  const canDiscuss = message.discussion ? true : rights.openDiscussion;
  const then = (action: () => void) => () => {
    action();
    onDone();
  };
  const isGone = message.view_once || message.expired;
  const remove = () => confirm(text.deleteQuestion) && deleteMessage(message);
  const discuss = () => openPanel({ type: 'discussion', message });
  return (
    <div class="actions">
      <Action name="smile" title={text.react} onClick={onEmoji} />
      <Action name="reply" title={text.reply} onClick={then(() => onReply(message))} />
      {canDiscuss && <Action name="discuss" title={text.discuss} onClick={then(discuss)} />}
      {rights.pin && (
        <Action
          name="pin"
          title={isPinned ? text.unpin : text.pin}
          onClick={then(() => setPinned(message, !isPinned))}
        />
      )}
      {!isGone && <Action name="forward" title={text.forward} onClick={onForward} />}
      {mayShare(message, room, isMine) && <Action name="compass" title={text.shareToDiscover} onClick={onShare} />}
      {canEdit && <Action name="edit" title={text.edit} onClick={then(() => onEdit(message))} />}
      {!isMine && <Action name="flag" title={words.report} onClick={onReport} />}
      {(isMine || rights.removeMessages) && <Action name="trash" title={text.delete} onClick={then(remove)} />}
    </div>
  );
}

function Action({ name, title, onClick }: { name: IconName; title: string; onClick: () => void }) {
  return (
    <button type="button" title={title} data-testid={`action-${name}`} onClick={onClick}>
      <Icon name={name} size={18} />
    </button>
  );
}
