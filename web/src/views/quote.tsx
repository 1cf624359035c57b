import { summaryOf } from '../text/summary.js';
import { useText } from '../text/text.js';
import type { Message } from '../wire.js';

/** The row that is answered; a tap goes there when it is loaded. */
export function Quote({ quoted }: { quoted: Message | null }) {
  const text = useText();
  if (!quoted) return <span class="quote">{text.earlierMessage}</span>;
  const show = (event: Event) => {
    event.stopPropagation();
    document.getElementById(`m-${quoted.id}`)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  return (
    <button type="button" class="quote" data-testid="quote" onClick={show}>
      <strong>{quoted.sender?.username ?? text.someone}</strong>
      <span>{summaryOf(quoted, text)}</span>
    </button>
  );
}
