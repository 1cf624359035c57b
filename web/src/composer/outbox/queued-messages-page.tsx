import { roomOf } from '#page/app/app-state.js';
import { closePage } from '#page/app/page.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { roomName } from '#page/rooms/room-name.js';
import { Dialog } from '#page/ui/dialog.js';
import { useWritingText } from '../writing-text.js';
import type { Pending } from './outbox.js';
import { queuedIn, withdraw } from './queued-messages.js';

/** The unsent messages, in the order in which they will be sent. */
export function QueuedMessagesPage() {
  const text = useWritingText();
  const waiting = queuedIn(useApp((state) => state.outbox));
  return (
    <Dialog title={text.waitingTitle} onClose={closePage}>
      <p class="form-hint">{text.waitingHint}</p>
      {waiting.some(({ upload }) => upload) && <p class="form-hint">{text.filesWait}</p>}
      <ol class="waiting" data-testid="waiting-list">
        {waiting.map((item) => (
          <WaitingLine key={item.clientId} item={item} />
        ))}
      </ol>
    </Dialog>
  );
}

function WaitingLine({ item }: { item: Pending }) {
  const words = useText();
  const text = useWritingText();
  const room = useApp((state) => roomOf(state, item.room));
  return (
    <li>
      <span>
        <strong>{room ? roomName(room, words) : item.room}</strong>
        <span>{item.body || (item.upload ? text.fileOf(item.upload.name) : words.send)}</span>
      </span>
      <button type="button" class="button button-quiet" data-testid="take-back" onClick={() => withdraw(item)}>
        {text.takeBack}
      </button>
    </li>
  );
}
