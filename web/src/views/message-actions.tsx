import { useState } from 'preact/hooks';
import { roomOf } from '../state/app-state.js';
import { deleteMessage, toggleReaction } from '../state/message-actions.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { Icon, type IconName } from './icon.js';
import type { MessageRowProps } from './message-row.js';
import { offered } from './reactions.js';

const EDIT_WITHIN_MS = 48 * 3_600_000;

/** What may be done with a row; shown beside it for the pointer, the keyboard and the thumb. */
export function MessageActions({ message, isMine, onReply, onEdit, onOpen }: MessageRowProps) {
  const text = useText();
  const [isPicking, setPicking] = useState(false);
  const isAdmin = useApp((state) => {
    const role = roomOf(state, message.room)?.my_role;
    return role === 'founder' || role === 'admin';
  });
  const canEdit = isMine && message.kind === 'text' && Date.now() - message.inserted_at < EDIT_WITHIN_MS;
  const done = () => {
    setPicking(false);
    onOpen(null);
  };
  const then = (action: () => void) => () => {
    action();
    done();
  };
  const remove = () => confirm(text.deleteQuestion) && deleteMessage(message);
  if (isPicking) {
    return (
      <div class="actions actions-emoji">
        {offered.map((emoji) => (
          <button type="button" key={emoji} data-testid="emoji" onClick={then(() => toggleReaction(message, emoji))}>
            {emoji}
          </button>
        ))}
        <Action name="close" title={text.cancel} onClick={done} />
      </div>
    );
  }
  return (
    <div class="actions">
      <Action name="smile" title={text.react} onClick={() => setPicking(true)} />
      <Action name="reply" title={text.reply} onClick={then(() => onReply(message))} />
      {canEdit && <Action name="edit" title={text.edit} onClick={then(() => onEdit(message))} />}
      {(isMine || isAdmin) && <Action name="trash" title={text.delete} onClick={then(remove)} />}
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
