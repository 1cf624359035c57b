import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isArticle, type Listed } from './row-estimates.js';
import type { RowsView } from './rows-view.js';

const REACHABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, audio, video, [tabindex="0"]';
/** These elements use arrows and page keys themselves. */
const WRITING = 'input, textarea, select, audio, video, dialog *';

export interface RowFocus {
  /** The row that is the tab stop. */
  stop: string | null;
  /** A focused row stays rendered wherever the person scrolls. */
  focused: string | null;
  before: RefObject<HTMLSpanElement | null>;
  after: RefObject<HTMLSpanElement | null>;
  focusRow: (key: string) => void;
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocusIn: (event: FocusEvent) => void;
    onPointerDown: () => void;
  };
}

const rowOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-key]') ?? null;
const keyOf = (element: Element | null): string | null => rowOf(element)?.dataset['key'] ?? null;

/** A roving tab stop for the list: arrows move between rows, and the focus survives when a row is replaced. */
export function useRowFocus(view: RowsView, rows: Listed[], onEnter: (key: string) => void): RowFocus {
  const [active, setActive] = useState<string | null>(null);
  const [before, after] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const { awaited, give } = useGivenFocus(view);
  const isPointer = useRef(false);
  const focused = useFocusedRow(view, rows, awaited);
  const stop = stopOf(view, rows, focused ?? active);
  const focusRow = (key: string) => {
    setActive(key);
    give(key);
  };
  const go = (index: number) => {
    const key = rows[index]?.key;
    if (key === undefined) return;
    if (index === rows.length - 1) view.showEnd();
    else view.show(key, 'nearest');
    focusRow(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    const row = rowOf(target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey || target.closest(WRITING)) return;
    if (event.key === 'Tab') return leave(row, target, event.shiftKey ? before : after);
    if (target === row && isMenuKey(event)) {
      // Otherwise the same press activates what gets the focus now.
      event.preventDefault();
      return onEnter(keyOf(row) ?? '');
    }
    const index = view.scrollAnchor.heights.indexOf(keyOf(row) ?? '');
    const next = nextOf(event.key, index, rows, view);
    if (next === null) return;
    event.preventDefault();
    go(next);
  };
  const onFocusIn = (event: FocusEvent) => {
    const target = event.target as Element;
    const key = keyOf(target);
    if (key === null) return;
    const isFromOutside = !rowOf(event.relatedTarget as Element | null);
    const held = stop === null ? null : view.elementOf(stop);
    if (isFromOutside && !isPointer.current && held && key !== stop) return held.focus();
    setActive(key);
  };
  const onPointerDown = () => {
    isPointer.current = true;
    requestAnimationFrame(() => requestAnimationFrame(() => (isPointer.current = false)));
  };
  return { stop, focused, before, after, focusRow, handlers: { onKeyDown, onFocusIn, onPointerDown } };
}

/** The menu key's own event goes to the row's container, which is above the message. */
const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'Enter' || key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Focuses a row as soon as it is rendered. */
function useGivenFocus(view: RowsView) {
  const awaited = useRef<string | null>(null);
  const look = () => {
    const element = awaited.current === null ? null : view.elementOf(awaited.current);
    if (!element) return;
    awaited.current = null;
    element.focus({ preventScroll: true });
  };
  useLayoutEffect(look);
  const give = (key: string) => {
    awaited.current = key;
    look();
  };
  return { awaited, give };
}

/** The focused row. When it leaves the list, the focus moves to the row that replaces it. */
function useFocusedRow(view: RowsView, rows: Listed[], awaited: RefObject<string | null>): string | null {
  const last = useRef<{ rows: Listed[]; key: string | null }>({ rows, key: null });
  const key = keyOf(document.activeElement);
  const { heights } = view.scrollAnchor;
  if (last.current.rows !== rows && key !== null && heights.indexOf(key) < 0) {
    awaited.current = arrivedAs(key, rows) ?? neighbourOf(key, last.current.rows, heights.indexOf);
  }
  last.current = { rows, key };
  return awaited.current ?? key;
}

/** The message that a pending row became. */
const arrivedAs = (key: string, rows: Listed[]): string | null =>
  rows.findLast((row) => row.type === 'message' && row.message.client_id === key)?.key ?? null;

function neighbourOf(key: string, rows: Listed[], indexOf: (key: string) => number): string | null {
  const at = rows.findIndex((row) => row.key === key);
  const isLeft = (row: Listed) => isArticle(row) && indexOf(row.key) >= 0;
  return (rows.slice(at + 1).find(isLeft) ?? rows.slice(0, Math.max(0, at)).findLast(isLeft))?.key ?? null;
}

/** The tab stop: the last focused row, or else the anchor row, or else the newest row. */
function stopOf({ scrollAnchor }: RowsView, rows: Listed[], active: string | null): string | null {
  const { span, heights, anchor } = scrollAnchor;
  const index = active === null ? -1 : heights.indexOf(active);
  if (active !== null && index >= 0 && (index >= span.first || active === keyOf(document.activeElement))) {
    if (index < span.last || active === keyOf(document.activeElement)) return active;
  }
  const start = anchor ? heights.indexOf(anchor.key) : rows.length - 1;
  return (articleFrom(rows, start, anchor ? 1 : -1) ?? articleFrom(rows, start, anchor ? -1 : 1))?.key ?? null;
}

function articleFrom(rows: Listed[], start: number, step: 1 | -1): Listed | undefined {
  let at = start;
  for (let row = rows[at]; row && !isArticle(row); row = rows[at]) at += step;
  return rows[at];
}

function nextOf(key: string, index: number, rows: Listed[], { scrollAnchor }: RowsView): number | null {
  const to = (start: number, step: 1 | -1): number | null => {
    const row = articleFrom(rows, start, step);
    return row ? scrollAnchor.heights.indexOf(row.key) : null;
  };
  if (key === 'ArrowDown') return to(index + 1, 1);
  if (key === 'ArrowUp') return to(index - 1, -1);
  if (key === 'Home') return to(0, 1);
  if (key === 'End') return to(rows.length - 1, -1);
  if (key === 'PageDown') return to(pageFrom(index, 1, scrollAnchor), -1) ?? to(index, 1);
  if (key === 'PageUp') return to(pageFrom(index, -1, scrollAnchor), 1) ?? to(index, -1);
  return null;
}

/** Almost one view height, and at least one row. */
function pageFrom(index: number, step: 1 | -1, { heights, view }: RowsView['scrollAnchor']): number {
  let at = index;
  for (let left = view * 0.9; left > 0 && at + step >= 0 && at + step < heights.count; left -= heights.at(at))
    at += step;
  return at;
}

/** Tab moves through the controls of one row and then out of the list. */
function leave(row: HTMLElement, target: Element, edge: RefObject<HTMLElement | null>): void {
  const isForward = edge.current?.dataset['edge'] === 'after';
  const offered = [row, ...row.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );
  const last = isForward ? offered.at(-1) : offered[0];
  // The browser's own Tab continues from there.
  if (target === last) edge.current?.focus({ preventScroll: true });
}
