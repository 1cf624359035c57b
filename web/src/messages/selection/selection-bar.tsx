import { useEffect, useState } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { myId } from '#page/app/app-state.js';
import { goTo } from '#page/app/navigate.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { showToast } from '#page/app/toast.js';
import { useStore } from '#page/app/use-store.js';
import { sendMessage } from '#page/composer/outbox/outbox-actions.js';
import { rightsIn } from '#page/members/rights.js';
import { confirmed } from '#page/ui/confirm.js';
import { copyText } from '#page/ui/copy-text.js';
import { Icon, type IconName } from '#page/ui/icon.js';
import { ForwardDialog } from '../forward-dialog.js';
import { useMenuText } from '../menu/menu-text.js';
import { deleteMessage } from '../message-actions.js';
import { summaryOf } from '../message-summary.js';
import { copyOf, endSelection, selection } from './selection.js';
import './selection.css';

/** In place of the composer while messages are selected. */
export function SelectionBar({ room }: { room: Room }) {
  const text = useText();
  const words = useMenuText();
  const { messages } = useStore(selection);
  const [isForwarding, setForwarding] = useState(false);
  useEffect(() => endSelection, []);
  const mayDelete = messages.every((message) => isMine(message) || rightsIn(room).removeMessages);
  const copy = async () => {
    const nameOf = (message: Message) =>
      `${message.sender?.username ?? text.someone}, ${momentName(message.inserted_at, text)}`;
    const written = messages.map((message) => ({ ...message, body: message.body || summaryOf(message, text) }));
    await copyText(copyOf(written, nameOf));
    endSelection();
    showToast(words.copied);
  };
  const forward = ({ slug }: Room) => {
    for (const { id } of messages) sendMessage(slug, '', { forward_of: { room: room.slug, message_id: id } });
    endSelection();
    goTo(slug);
  };
  const remove = async () => {
    if (!(await confirmed(words.deleteSelected(messages.length), text.delete))) return;
    endSelection();
    for (const message of messages) if (!(await deleteMessage(message))) return;
  };
  const isEmpty = messages.length === 0;
  return (
    <div class="selection-bar" role="toolbar" aria-label={words.select} data-testid="selection-bar">
      <button type="button" class="icon-button" title={text.cancel} data-testid="selection-end" onClick={endSelection}>
        <Icon name="close" />
      </button>
      <strong role="status">{words.selected(messages.length)}</strong>
      <Action icon="copy" label={text.copy} isDisabled={isEmpty} onClick={() => void copy()} />
      <Action
        icon="forward"
        label={text.forward}
        isDisabled={isEmpty || messages.some(({ view_once, expired }) => view_once || expired)}
        onClick={() => setForwarding(true)}
      />
      <Action icon="trash" label={text.delete} isDisabled={isEmpty || !mayDelete} onClick={() => void remove()} />
      {isForwarding && <ForwardDialog onChoose={forward} onClose={() => setForwarding(false)} />}
    </div>
  );
}

const isMine = ({ sender }: Message): boolean => sender?.account_id === myId();

interface ActionProps {
  icon: IconName;
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

function Action({ icon, label, isDisabled, onClick }: ActionProps) {
  return (
    <button
      type="button"
      class="button button-quiet button-small"
      data-testid={`selection-${icon}`}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
      <span>{label}</span>
    </button>
  );
}
