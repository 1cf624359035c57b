import { useState } from 'preact/hooks';
import type { Message } from '../api-types.js';
import { myId } from '../app/app-state.js';
import { useText } from '../app/text/text.js';
import { Icon } from '../ui/icon.js';
import { openOnce } from './viewer-state.js';

/** A view-once photo or video, which the recipient can open a single time. It has no preview. */
export function ViewOnceCard({ message }: { message: Message }) {
  const text = useText();
  const [isOpening, setOpening] = useState(false);
  const isMine = message.sender?.account_id === myId();
  const isOver = message.opened || message.expired;
  const kind = text.kind[message.kind] ?? message.kind;
  const open = (event: Event) => {
    event.stopPropagation();
    setOpening(true);
    void openOnce(message).finally(() => setOpening(false));
  };
  const state = message.opened ? text.openedOnce : message.expired ? text.goneFile : isMine ? text.sent : text.openOnce;
  return (
    <button
      type="button"
      class="card card-line"
      data-testid="once"
      data-opened={message.opened}
      disabled={isMine || isOver || isOpening}
      onClick={open}
    >
      <span class={isOver ? 'card-icon card-icon-over' : 'card-icon'}>
        <Icon name="once" />
      </span>
      <span>
        <strong>{text.onceOf(kind)}</strong>
        <small>{state}</small>
      </span>
    </button>
  );
}
