import { useEffect, useState } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { useApp } from '#page/app/use-app.js';
import { belowOf } from '#page/ui/menu/menu.js';
import { JumpToUnread } from '../jumps/jump-to-unread.js';
import { useUnreadAbove } from '../jumps/use-unread-above.js';
import { openMessageMenu } from '../menu/message-menu-state.js';
import { JumpToLatest } from './jump-to-latest.js';
import type { ListedRowProps } from './listed-row.js';
import { MessageAnnouncer, newerThan } from './message-announcer.js';
import { isArticle, type Listed } from './row-estimates.js';
import { RowItem } from './row-item.js';
import { useRowsText } from './rows-text.js';
import type { RowsView } from './rows-view.js';
import type { Timeline } from './timeline.js';
import { useJumps } from './use-jumps.js';
import { useListed, useOrdinals } from './use-listed.js';
import { type RowFocus, useRowFocus } from './use-row-focus.js';
import { useScroll } from './use-scroll.js';

interface MessageListProps {
  slug: string;
  onReply: (message: Message) => void;
  onEdit: (message: Message) => void;
}

/** The message list, virtualized: only rows in or near the view are in the document. */
export function MessageList({ slug, onReply, onEdit }: MessageListProps) {
  const rowsText = useRowsText();
  const timeline = useApp((state) => state.timelines[slug]);
  const me = useApp((state) => state.account?.id ?? '');
  const [opened, setOpened] = useState<string | null>(null);
  const rows = useListed(slug, timeline, me);
  const { view, isAway, isLoading, onScroll, ...parts } = useScroll(slug, rows, timeline);
  const focus = useRowFocus(view, rows, (key) => openMenuOf(key, rows, view));
  const { flashed, isBack, back } = useJumps(view, isAway, focus.focusRow);
  const count = unreadBelow(timeline, me, isAway);
  const unread = useUnreadAbove(slug, view, timeline, me);
  useOwnToEnd(rows, view);
  // ARIA requires an article in a feed, and allows nothing else; an empty room begins with buttons.
  const isFeed = rows.some(isArticle) && !(rows[0]?.type === 'beginning' && rows[0].isEmpty);
  const named = { role: isFeed ? 'feed' : 'group', 'aria-label': rowsText.messages } as const;
  return (
    <div class="rows-frame">
      <span ref={focus.before} tabIndex={-1} data-edge="before" />
      <div
        class="rows"
        ref={parts.list}
        onScroll={onScroll}
        data-testid="rows"
        data-loaded={timeline?.messages.length ?? 0}
        {...named}
        aria-busy={isLoading}
        {...focus.handlers}
      >
        <div class="rows-inner">
          <div ref={parts.lead} class="rows-space" />
          <Rows
            slug={slug}
            rows={rows}
            view={view}
            focus={focus}
            flashed={flashed}
            opened={opened}
            me={me}
            onReply={onReply}
            onEdit={onEdit}
            isComplete={timeline?.hasOlder === false}
            onOpen={setOpened}
          />
          <div ref={parts.trail} class="rows-space" />
        </div>
      </div>
      <span ref={focus.after} tabIndex={-1} data-edge="after" />
      {unread && <JumpToUnread {...unread} onClick={unread.go} />}
      {isAway && <JumpToLatest count={count} isBack={isBack} onClick={() => back() || view.glideToEnd()} />}
      {timeline && <MessageAnnouncer timeline={timeline} me={me} />}
    </div>
  );
}

interface RowsProps extends Omit<ListedRowProps, 'row' | 'quoted' | 'isOpen'> {
  rows: Listed[];
  view: RowsView;
  focus: RowFocus;
  flashed: string | null;
  opened: string | null;
  isComplete: boolean;
}

function Rows({ rows, view, focus, flashed, opened, isComplete, ...others }: RowsProps) {
  const { ordinals, total } = useOrdinals(rows);
  const { span, heights } = view.scrollAnchor;
  return (
    <>
      {there(view, focus.focused).map((index) => {
        const row = rows[index];
        if (!row) return null;
        const isApart = index < span.first || index >= span.last;
        return (
          <RowItem
            key={row.key}
            row={row}
            view={view}
            position={ordinals[index] ?? 0}
            setSize={isComplete ? total : -1}
            isStop={focus.stop === row.key}
            isFlashed={flashed === row.key}
            top={isApart ? heights.between(0, index) : null}
            quoted={quotedBy(row, rows, view)}
            isOpen={opened === row.key}
            {...others}
          />
        );
      })}
    </>
  );
}

/** The rows in or near the view, and the row that has the focus. */
function there({ scrollAnchor }: RowsView, focused: string | null): number[] {
  const { first, last } = scrollAnchor.span;
  const near = Array.from({ length: last - first }, (_, at) => first + at);
  const index = focused === null ? -1 : scrollAnchor.heights.indexOf(focused);
  if (index < 0) return near;
  if (index < first) return [index, ...near];
  return index >= last ? [...near, index] : near;
}

function quotedBy(row: Listed, rows: Listed[], { scrollAnchor }: RowsView): Message | null {
  if (row.type !== 'message' || !row.message.reply_to) return null;
  const quoted = rows[scrollAnchor.heights.indexOf(row.message.reply_to)];
  return quoted && 'message' in quoted ? quoted.message : null;
}

/** Enter on a row opens its menu. */
function openMenuOf(key: string, rows: Listed[], view: RowsView): void {
  const row = rows.find((listed) => listed.key === key);
  const element = view.elementOf(key);
  if (row?.type !== 'message' || row.message.deleted_at !== null || !element) return;
  openMessageMenu(row.message, belowOf(element));
}

/** The number of unread messages below the view. */
function unreadBelow(timeline: Timeline | undefined, me: string, isAway: boolean): number {
  return timeline && isAway ? newerThan(timeline.readSeq, timeline, me).length : 0;
}

/** Scrolls to a message that the person sends. */
function useOwnToEnd(rows: Listed[], view: RowsView): void {
  const newest = rows.at(-1);
  const own = newest?.type === 'pending' ? newest.key : null;
  useEffect(() => {
    if (own !== null) view.showEnd();
  }, [own]);
}
