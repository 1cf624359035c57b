import { useEffect, useRef, useState } from 'preact/hooks';
import { isTyping, useKeys } from '../keys.js';

export interface Loaded<T> {
  rows: T[];
  /** Null where the rows are not counted. */
  total: number | null;
  /** Needed where the rows are not counted. */
  hasMore?: boolean;
}

export type RowsState = 'loading' | 'ready' | 'failed';

export interface Rows<T> extends Loaded<T> {
  state: RowsState;
  /** The reason of `failed`. */
  error: unknown;
  hasMore: boolean;
  reload(): void;
  more(): void;
  /** Removes the matching rows without a request. */
  drop(which: (row: T) => boolean): void;
  put(row: T, same: (row: T) => boolean): void;
}

/** The rows of one query. A new query starts over, and a late response to an old query is dropped. */
export function useRows<T>(question: string, load: (known: readonly T[]) => Promise<Loaded<T>>): Rows<T> {
  const [state, setState] = useState<RowsState>('loading');
  const [error, setError] = useState<unknown>(null);
  const [{ rows, total, hasMore }, setLoaded] = useState<Loaded<T>>({ rows: [], total: null });
  const asked = useRef(0);
  const read = (before: T[]) => {
    asked.current += 1;
    const mine = asked.current;
    load(before).then(
      (found) => {
        if (mine !== asked.current) return;
        setLoaded({ ...found, rows: [...before, ...found.rows] });
        setState('ready');
      },
      (failed: unknown) => {
        if (mine !== asked.current) return;
        setError(failed);
        setState('failed');
      },
    );
  };
  const reload = () => {
    setState('loading');
    read([]);
  };
  useEffect(reload, [question]);
  return {
    rows,
    total,
    state,
    error,
    hasMore: hasMore ?? rows.length < (total ?? 0),
    reload,
    more: () => read(rows),
    drop: (which) => {
      const kept = rows.filter((row) => !which(row));
      setLoaded((held) => ({
        ...held,
        rows: kept,
        total: total === null ? null : total - (rows.length - kept.length),
      }));
    },
    put: (row, same) => setLoaded((held) => ({ ...held, rows: rows.map((one) => (same(one) ? row : one)) })),
  };
}

export interface Choice {
  /** Index of the selected row; -1 if there is none. */
  at: number;
  choose(at: number): void;
  /** On a narrow screen the selected row replaces the list. */
  isOpen: boolean;
  open(at: number): void;
  close(): void;
}

/** Selects rows with `j` and `k` and moves the focus with the selection. */
export function useChoice(count: number, name: string): Choice {
  const [wanted, setWanted] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const at = Math.min(wanted, count - 1);
  const choose = (next: number) => {
    setWanted(next);
    // A row that moves up by itself must not take the focus from a note that was begun meanwhile.
    if (!isTyping(document.activeElement)) rowAt(name, next)?.focus();
  };
  const close = () => {
    setOpen(false);
    if (isOpen) rowAt(name, at)?.focus();
  };
  const step = (by: number) => () => count > 0 && choose(Math.min(Math.max(at + by, 0), count - 1));
  useKeys({ j: () => void step(1)(), k: () => void step(-1)(), Escape: close });
  return {
    at,
    choose,
    isOpen: isOpen && count > 0,
    open: (next) => {
      choose(next);
      setOpen(true);
    },
    close,
  };
}

const rowAt = (name: string, at: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-rows="${name}"] [data-row="${at}"]`);
