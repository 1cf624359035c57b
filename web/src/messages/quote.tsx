import type { Message } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { jumpToId } from './list/jump.js';
import { summaryOf } from './message-summary.js';

interface QuoteProps {
  slug: string;
  id: string;
  /** Null while the message is not loaded. */
  quoted: Message | null;
}

/** The message that is replied to; a tap jumps to it. */
export function Quote({ slug, id, quoted }: QuoteProps) {
  const text = useText();
  const show = (event: Event) => {
    event.stopPropagation();
    void jumpToId(slug, id);
  };
  return (
    <button type="button" class="quote" data-testid="quote" onClick={show}>
      {quoted ? <strong>{quoted.sender?.username ?? text.someone}</strong> : null}
      <span>{quoted ? summaryOf(quoted, text) : text.earlierMessage}</span>
    </button>
  );
}
