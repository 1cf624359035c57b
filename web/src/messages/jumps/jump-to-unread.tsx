import { useText } from '#page/app/text/text.js';
import { Icon } from '#page/ui/icon.js';
import { useRowsText } from '../list/rows-text.js';

interface JumpToUnreadProps {
  count: number;
  onClick: () => void;
}

/** Leads to the first unread message, which is above the view or not loaded. */
export function JumpToUnread({ count, onClick }: JumpToUnreadProps) {
  const text = useText();
  const rowsText = useRowsText();
  return (
    <button type="button" class="to-unread" data-testid="to-unread" onClick={onClick}>
      <Icon name="up" size={16} />
      {count > 0 ? rowsText.unreadAbove(count) : text.unreadLine}
    </button>
  );
}
