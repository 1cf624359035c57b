import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { myId } from '../app/app-state.js';

/** One page of a list, as the service returns it. */
export interface ListPage<T> {
  items: T[];
  hasMore: boolean;
}

export interface Pages<T> {
  items: T[];
  hasMore: boolean;
  isLoading: boolean;
  /** Whether the first page was loaded. */
  isKnown: boolean;
  error: WireError | null;
  more: () => void;
}

interface Held<T> extends ListPage<T> {
  at: number;
}

/** A list is restored as it was if the person returns within this time. */
const KEPT_MS = 120_000;
const kept = new Map<string, Held<unknown>>();

/**
 * A list that loads page by page. A list with a key is cached for the account. An item that moved to a later page is
 * shown once.
 */
export function usePages<T>(
  name: string | null,
  idOf: (item: T) => string | number,
  load: (offset: number) => Promise<ListPage<T>>,
): Pages<T> {
  const key = name === null ? null : `${myId()} ${name}`;
  const [held, setHeld] = useState<Held<T> | null>(() => keptOf<T>(key));
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<WireError | null>(null);
  const life = useRef({ isOver: false, isAsking: false, count: held?.items.length ?? 0 });
  const more = useCallback(() => {
    const mine = life.current;
    if (mine.isAsking || mine.isOver) return;
    mine.isAsking = true;
    setLoading(true);
    setError(null);
    load(mine.count)
      .then((page) => {
        mine.count += page.items.length;
        if (!mine.isOver) setHeld((before) => keep(key, grown(before, page, idOf)));
      })
      .catch((failed: unknown) => !mine.isOver && setError(wireOf(failed)))
      .finally(() => {
        mine.isAsking = false;
        if (!mine.isOver) setLoading(false);
      });
  }, [key]);
  useEffect(() => {
    life.current.isOver = false;
    if (!held) more();
    return () => {
      life.current.isOver = true;
    };
  }, []);
  return {
    items: held?.items ?? [],
    hasMore: held?.hasMore ?? false,
    isKnown: held !== null,
    isLoading,
    error,
    more,
  };
}

function keptOf<T>(key: string | null): Held<T> | null {
  const found = kept.get(key ?? '') as Held<T> | undefined;
  return found && Date.now() - found.at < KEPT_MS ? found : null;
}

function keep<T>(key: string | null, list: ListPage<T>): Held<T> {
  const next = { ...list, at: Date.now() };
  if (key !== null) kept.set(key, next);
  return next;
}

function grown<T>(before: ListPage<T> | null, page: ListPage<T>, idOf: (item: T) => string | number): ListPage<T> {
  const items = before?.items ?? [];
  const ids = new Set(items.map(idOf));
  return { items: [...items, ...page.items.filter((item) => !ids.has(idOf(item)))], hasMore: page.hasMore };
}
