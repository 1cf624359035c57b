import { roomOf } from '../state/app-state.js';
import type { Pending } from '../state/outbox.js';
import { closePage } from '../state/page.js';
import { useApp } from '../state/use-app.js';
import { takeBack, waitingIn } from '../state/waiting.js';
import { roomName } from '../text/room-name.js';
import { useText } from '../text/text.js';
import { useWritingText } from '../text/writing-text.js';
import { Dialog } from './dialog.js';

/** Everything that waits for the connection, in the order it will go. */
export function WaitingPage() {
  const text = useWritingText();
  const waiting = waitingIn(useApp((state) => state.outbox));
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
      <button type="button" class="button button-quiet" data-testid="take-back" onClick={() => takeBack(item)}>
        {text.takeBack}
      </button>
    </li>
  );
}
