import { memo } from 'preact/compat';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { summaryOf } from '../message-summary.js';
import { ListedRow, type ListedRowProps } from './listed-row.js';
import { isArticle, type Listed } from './row-estimates.js';
import type { RowsView } from './rows-view.js';

const LABEL_CHARS = 160;

interface RowItemProps extends ListedRowProps {
  view: RowsView;
  /** Position among the articles and their number, which is -1 while older ones are not loaded. */
  position: number;
  setSize: number;
  isStop: boolean;
  isFlashed: boolean;
  /** Set when the row is outside the rendered range and stays only because it has the focus. */
  top: number | null;
}

/** The container of one row: measured, focusable, and counted for screen readers. */
export const RowItem = memo(function RowItem(props: RowItemProps) {
  const { view, position, setSize, isStop, isFlashed, top, ...said } = props;
  const { row } = said;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    view.row(row.key, element.current);
    return () => view.row(row.key, null);
  }, [row.key]);
  const label = useLabel(row);
  const place = {
    'data-key': row.key,
    class: `item${isFlashed ? ' row-flash' : ''}${top === null ? '' : ' item-apart'}`,
    ...(top !== null && { style: { top: `${top}px` } }),
  };
  if (!isArticle(row)) {
    return (
      <div ref={element as never} {...place}>
        <ListedRow {...said} />
      </div>
    );
  }
  return (
    <article
      ref={element}
      {...place}
      tabIndex={isStop ? 0 : -1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-label={label}
    >
      <ListedRow {...said} />
    </article>
  );
});

function useLabel(row: Listed): string | undefined {
  const text = useText();
  const message = row.type === 'message' ? row.message : null;
  return useMemo(() => {
    if (!message) return undefined;
    const name = message.sender?.username ?? text.someone;
    const who = message.sender?.is_bot ? `${name} (${text.bot})` : name;
    return `${who}, ${momentName(message.inserted_at, text)}: ${summaryOf(message, text).slice(0, LABEL_CHARS)}`;
  }, [message, text]);
}
