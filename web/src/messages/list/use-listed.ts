import { useMemo } from 'preact/hooks';
import { dayKey } from '#page/app/text/time.js';
import { useApp } from '#page/app/use-app.js';
import { isArticle, type Listed, listed } from './row-estimates.js';
import { shownRows } from './rows.js';
import type { Timeline } from './timeline.js';

const none: Listed[] = [];

/** All rows of a room's list, from top to bottom. */
export function useListed(slug: string, timeline: Timeline | undefined, me: string): Listed[] {
  const outbox = useApp((state) => state.outbox);
  const pending = useMemo(
    () => outbox.filter((item) => item.room === slug && !item.extra.discussion_of),
    [outbox, slug],
  );
  const shown = useMemo(() => timeline && shownRows(timeline, me, dayKey), [timeline, me]);
  return useMemo(() => {
    if (!timeline || !shown) return pending.length > 0 ? listed([], pending, 'none') : none;
    return listed(shown, pending, timeline.hasOlder ? 'none' : shown.some(isSaid) ? 'full' : 'empty');
  }, [timeline, shown, pending]);
}

const isSaid = ({ type }: { type: string }): boolean => type === 'message';

/** The 1-based position of each article row, and the number of articles. */
export function useOrdinals(rows: Listed[]): { ordinals: Int32Array; total: number } {
  return useMemo(() => {
    let total = 0;
    const ordinals = Int32Array.from(rows, (row) => {
      if (isArticle(row)) total += 1;
      return total;
    });
    return { ordinals, total };
  }, [rows]);
}
