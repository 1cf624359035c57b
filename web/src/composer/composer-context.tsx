import { useEffect } from 'preact/hooks';
import type { Message } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { summaryOf } from '../messages/message-summary.js';
import { useCurrentRow } from '../messages/use-current-row.js';
import { Icon } from '../ui/icon.js';
import { renewQuote } from './outbox/drafts.js';

export type Draft = { mode: 'new' } | { mode: 'reply' | 'edit'; message: Message };

/** The message that the composer replies to or edits. */
export function ComposerContext({ draft, onCancel }: { draft: Exclude<Draft, { mode: 'new' }>; onCancel: () => void }) {
  const text = useText();
  const { mode } = draft;
  const message = useCurrentRow(draft.message);
  useEffect(() => renewQuote(message), [message]);
  return (
    <div class="composer-about" data-testid="composer-about">
      <Icon name={mode === 'edit' ? 'edit' : 'reply'} size={18} />
      <div>
        <strong>{mode === 'edit' ? text.editing : text.replyingTo(message.sender?.username ?? text.someone)}</strong>
        <span>{summaryOf(message, text)}</span>
      </div>
      <button type="button" class="icon-button" title={text.cancel} data-testid="composer-cancel" onClick={onCancel}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
