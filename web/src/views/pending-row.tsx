import type { Pending } from '../state/outbox.js';
import { dropPending, retryPending } from '../state/outbox-actions.js';
import type { Texts } from '../text/en.js';
import { sentenceOf, useText } from '../text/text.js';
import { clockTime } from '../text/time.js';

function labelOf({ extra }: Pending, text: Texts): string {
  if (extra.article) return extra.article.title;
  if (extra.forward_of) return text.forward;
  if (extra.attachment?.type === 'survey') return extra.attachment.question;
  return extra.attachment?.type === 'contact' ? extra.attachment.username : text.place;
}

/** Written, not acknowledged yet: visibly so, and with a choice when the service refused it. */
export function PendingRow({ item }: { item: Pending }) {
  const text = useText();
  const state = item.error ? 'failed' : 'sending';
  return (
    <article
      class={`row row-mine row-first row-last row-${state}`}
      data-testid="message"
      data-state={state}
      data-client-id={item.clientId}
    >
      <div class="row-column">
        <div class="bubble">
          <span class="body" data-testid="body">
            {item.body || labelOf(item, text)}
          </span>
          <span class="stamp">
            <time>{item.error ? clockTime(item.at) : text.sending}</time>
          </span>
        </div>
        {item.error && (
          <p class="row-problem" role="alert">
            {text.notSent} {sentenceOf(text, item.error)}
            <button type="button" class="link" data-testid="retry" onClick={() => retryPending(item)}>
              {text.again}
            </button>
            <button type="button" class="link" data-testid="discard" onClick={() => dropPending(item.clientId)}>
              {text.discard}
            </button>
          </p>
        )}
      </div>
    </article>
  );
}
