import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Pages } from '../ui/use-pages.js';
import { DiscoverError } from './discover-error.js';
import { useDiscoverText } from './discover-text.js';

interface ListProps<T> {
  pages: Pages<T>;
  label: string;
  testId: string;
  missing: 'notSetUp' | 'noSuchTopic';
  /** The text of an empty list. */
  empty: ComponentChildren;
  /** Inserted after the first items, if there are any. */
  between?: ComponentChildren;
  children: (item: T) => ComponentChildren;
}

const BEFORE_BETWEEN = 3;

/** A list that loads the next page near its end; a button does the same. */
export function GrowingList<T>({ pages, label, testId, missing, empty, between, children }: ListProps<T>) {
  const { items, hasMore, isLoading, isKnown, error, more } = pages;
  if (isKnown && items.length === 0) return <>{empty}</>;
  return (
    <>
      <ol class="discover-list" aria-label={label} data-testid={testId} aria-busy={isLoading}>
        {items.slice(0, BEFORE_BETWEEN).map(children)}
        {items.length > 0 && between}
        {items.slice(BEFORE_BETWEEN).map(children)}
      </ol>
      {!isKnown && !error && <Waiting />}
      {error && <DiscoverError error={error} missing={missing} onAgain={more} />}
      {hasMore && !error && <More isLoading={isLoading} onMore={more} count={items.length} />}
    </>
  );
}

/** Placeholder lines while a list loads. */
export function Waiting() {
  const text = useDiscoverText();
  return (
    <div class="discover-waiting" role="status">
      <span class="unseen">{text.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

/** The end of the loaded items. */
export function More({ isLoading, onMore, count }: { isLoading: boolean; onMore: () => void; count: number }) {
  const text = useDiscoverText();
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!end.current) return undefined;
    // A new observer for each page: an end that is still visible triggers the next page.
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: '300px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [count, onMore]);
  return (
    <button
      ref={end}
      type="button"
      class="button button-quiet discover-more"
      data-testid="discover-more"
      disabled={isLoading}
      onClick={onMore}
    >
      {isLoading ? text.loading : text.more}
    </button>
  );
}
