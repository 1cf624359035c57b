import type { Message } from '#page/api-types.js';
import { openPanel } from '#page/app/panel.js';
import { useText } from '#page/app/text/text.js';
import { Icon } from '#page/ui/icon.js';

/** The number of replies below a message, as a link to the discussion. */
export function DiscussionLine({ message }: { message: Message }) {
  const text = useText();
  const { discussion } = message;
  if (!discussion || (discussion.count === 0 && discussion.open)) return null;
  return (
    <button
      type="button"
      class="discussion-line"
      data-testid="discussion-line"
      onClick={() => openPanel({ type: 'discussion', message })}
    >
      <Icon name={discussion.open ? 'discuss' : 'lock'} size={15} />
      {text.replies(discussion.count)}
    </button>
  );
}
