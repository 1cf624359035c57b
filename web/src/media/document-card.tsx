import type { Document, Message } from '../api-types.js';
import { bytesName } from '../app/text/bytes.js';
import { clockOf } from '../app/text/duration.js';
import { useText } from '../app/text/text.js';
import { Icon } from '../ui/icon.js';
import { useNow } from '../ui/use-now.js';
import { documentEnd, downloadDocument } from './fresh-links.js';

/** A document is kept for an hour: the card counts down, and then keeps name and size. */
export function DocumentCard({ message, document }: { message: Message; document: Document }) {
  const text = useText();
  const end = documentEnd(message);
  const left = Math.max(0, Math.ceil((end - useNow(end)) / 1000));
  const isOver = left === 0;
  const save = (event: Event) => {
    event.stopPropagation();
    void downloadDocument(message);
  };
  return (
    <button
      type="button"
      class="card card-line card-file"
      data-testid="document"
      data-expired={isOver}
      disabled={isOver}
      title={isOver ? undefined : text.download}
      onClick={save}
    >
      <span class={isOver ? 'card-icon card-icon-over' : 'card-icon'}>
        <Icon name={isOver ? 'file' : 'download'} />
      </span>
      <span>
        <strong>{document.name}</strong>
        <small>
          {bytesName(document.byte_size)} · {isOver ? text.documentOver : text.timeLeft(clockOf(left))}
        </small>
      </span>
    </button>
  );
}
