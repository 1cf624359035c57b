import { useText } from '#page/app/text/text.js';
import { Icon } from '#page/ui/icon.js';
import { useRowsText } from './rows-text.js';

interface ToNewestProps {
  /** New messages below the view. */
  count: number;
  /** True after a jump: the button leads back first. */
  isBack: boolean;
  onClick: () => void;
}

export function JumpToLatest({ count, isBack, onClick }: ToNewestProps) {
  const text = useText();
  const rowsText = useRowsText();
  const title = isBack ? rowsText.goBack : count > 0 ? rowsText.toNewestOf(count) : text.toNewest;
  return (
    <button type="button" class="to-newest" title={title} aria-label={title} data-testid="to-newest" onClick={onClick}>
      <Icon name={isBack ? 'reply' : 'down'} />
      {count > 0 && (
        <span class="to-newest-count" data-testid="to-newest-count" aria-hidden="true">
          {count > 999 ? '999+' : count}
        </span>
      )}
    </button>
  );
}
