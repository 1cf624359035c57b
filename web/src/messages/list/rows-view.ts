/**
 * Connects the message list to the DOM: reads heights and scroll position, and sets them so that the anchor stays in
 * place.
 */

import { estimateOf, type Listed } from './row-estimates.js';
import { ScrollAnchor } from './scroll-anchor.js';

/** Within this distance of the end, the list follows new messages. */
const NEAR_END_PX = 80;
/** A smaller difference is rounding by the browser. */
const STILL_PX = 4;
const MARGIN_PX = 12;

export interface RowsParts {
  list: HTMLElement;
  lead: HTMLElement;
  trail: HTMLElement;
}

export type Align = 'center' | 'nearest';

export class RowsView {
  readonly scrollAnchor = new ScrollAnchor<Listed>(globalThis.innerHeight, estimateOf);
  readonly #elements = new Map<string, HTMLElement>();
  readonly #sizes: ResizeObserver;
  readonly #onChange: (isOtherSpan: boolean) => void;
  #parts: RowsParts | null = null;
  /** The last scroll position that was set or read here; any other value is scrolling by the person. */
  #scrollTop = 0;
  /** A target was set that the scroll position has not reached yet. */
  #isGoing = true;

  constructor(onChange: (isOtherSpan: boolean) => void) {
    this.#onChange = onChange;
    this.#sizes = new ResizeObserver((entries) => this.#resized(entries));
  }

  attach(parts: RowsParts | null): void {
    this.#parts = parts;
    this.#sizes.disconnect();
    if (!parts) return;
    this.scrollAnchor.resize(parts.list.clientHeight);
    this.#sizes.observe(parts.list);
    for (const element of this.#elements.values()) this.#sizes.observe(element);
  }

  /** Registers the element of a row, or null when it is removed. */
  row(key: string, element: HTMLElement | null): void {
    const held = this.#elements.get(key);
    if (held) this.#sizes.unobserve(held);
    if (!element) return void this.#elements.delete(key);
    this.#elements.set(key, element);
    this.#sizes.observe(element);
  }

  elementOf(key: string): HTMLElement | null {
    return this.#elements.get(key) ?? null;
  }

  /** True while the view is on its way to a target, so the rows in view were not requested. */
  get isGoing(): boolean {
    return this.#isGoing;
  }

  get isNearEnd(): boolean {
    if (!this.#parts || !this.scrollAnchor.anchor) return true;
    return this.#left(this.#parts.list) < NEAR_END_PX;
  }

  /** The lowest visible row; null before the first one. */
  get lowest(): string | null {
    return this.#parts && this.scrollAnchor.lowest(this.#scrollTop - this.#origin(this.#parts));
  }

  /** Whether the top of a row is in the view. */
  isInView(key: string): boolean {
    const index = this.scrollAnchor.heights.indexOf(key);
    if (!this.#parts || index < 0) return false;
    const top = this.scrollAnchor.topOf(index) + this.#origin(this.#parts) - this.#scrollTop;
    return top >= 0 && top < this.scrollAnchor.view;
  }

  /** How much of the list is above the view. */
  get above(): number {
    const { anchor, heights, view } = this.scrollAnchor;
    return anchor
      ? heights.between(0, heights.indexOf(anchor.key)) - anchor.offset
      : heights.between(0, heights.count) - view;
  }

  /** Sets the anchor from the scroll position. Call it before the rows change. */
  look(): void {
    if (!this.#parts || this.#isGoing) return;
    const { list } = this.#parts;
    const { scrollTop } = list;
    if (scrollTop === this.#scrollTop) return;
    this.#scrollTop = scrollTop;
    // Only the exact end follows new rows; otherwise the next measurement would move the rows under a finger.
    const isEnd = this.#left(list) < STILL_PX && this.scrollAnchor.trail === 0;
    if (isEnd) this.scrollAnchor.hold(null);
    else this.scrollAnchor.follow(scrollTop - this.#origin(this.#parts));
  }

  /** Replaces the rows. A view near the end follows the newest row. */
  take(rows: Listed[]): void {
    this.look();
    const { anchor, heights, trail } = this.scrollAnchor;
    const newest = rows.at(-1)?.key;
    const isNewer = newest !== undefined && heights.indexOf(newest) < 0;
    if (anchor && isNewer && trail === 0 && !this.#isGoing && this.isNearEnd) this.scrollAnchor.hold(null);
    this.scrollAnchor.take(rows);
  }

  /** After rows were inserted or measured: scrolls so that visible rows do not move. */
  settle(isStraight = false): void {
    if (!this.#parts) return;
    this.#space(this.#parts);
    for (const [key, element] of this.#elements) this.scrollAnchor.heights.measured(key, heightOf(element));
    this.#place(this.#parts, isStraight);
    this.#isGoing = false;
    this.#onChange(this.scrollAnchor.reach());
  }

  scrolled(): void {
    this.look();
    this.#onChange(this.scrollAnchor.reach());
  }

  /** Scrolling has stopped: the scrollbar is corrected to the true height. */
  rest(): void {
    this.look();
    if (Math.abs(this.scrollAnchor.drift) >= 1) this.settle(true);
  }

  /** Scrolls to a row; false when there is none with the key. */
  show(key: string, align: Align): boolean {
    const { heights, view } = this.scrollAnchor;
    const index = heights.indexOf(key);
    if (index < 0) return false;
    const height = heights.at(index);
    const now = this.#parts ? this.scrollAnchor.topOf(index) + this.#origin(this.#parts) - this.#scrollTop : 0;
    this.#go({ key, offset: align === 'center' ? Math.max(0, (view - height) / 2) : nearest(now, height, view) });
    return true;
  }

  showEnd(): void {
    this.#go(null);
  }

  /** Scrolls smoothly over a short distance, unless the person prefers reduced motion. */
  glideToEnd(): void {
    const list = this.#parts?.list;
    const isFar = !list || this.#left(list) > this.scrollAnchor.view * 2;
    if (isFar || matchMedia('(prefers-reduced-motion: reduce)').matches) return this.showEnd();
    list.scrollTo({ top: list.scrollHeight, behavior: 'smooth' });
  }

  showMark(mark: { key: string; offset: number }): boolean {
    if (this.scrollAnchor.heights.indexOf(mark.key) < 0) return false;
    this.#go(mark);
    return true;
  }

  #go(mark: { key: string; offset: number } | null): void {
    this.scrollAnchor.hold(mark);
    this.#isGoing = true;
    if (this.scrollAnchor.reach()) this.#onChange(true);
    else this.settle();
  }

  #left = (list: HTMLElement): number => list.scrollHeight - list.scrollTop - list.clientHeight;

  #origin({ list, lead }: RowsParts): number {
    return lead.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  }

  #place(parts: RowsParts, isStraight: boolean): void {
    const { scrollAnchor } = this;
    const { list } = parts;
    const isEnd = scrollAnchor.anchor === null;
    const origin = this.#origin(parts);
    const aim = isEnd ? scrollAnchor.toEnd() : origin + scrollAnchor.settle(this.#scrollTop - origin, isStraight);
    this.#space(parts);
    if (Math.abs(aim - list.scrollTop) >= 0.01) list.scrollTop = aim;
    this.#scrollTop = list.scrollTop;
    const missed = this.#scrollTop - aim;
    if (isEnd || missed === 0) return;
    // The list ends before the target position.
    if (Math.abs(missed) >= 1) return scrollAnchor.follow(this.#scrollTop - origin);
    scrollAnchor.round(missed);
    this.#space(parts);
  }

  #space({ lead, trail }: RowsParts): void {
    lead.style.height = `${this.scrollAnchor.lead}px`;
    trail.style.height = `${this.scrollAnchor.trail}px`;
  }

  #resized(entries: ResizeObserverEntry[]): void {
    const list = this.#parts?.list;
    if (!list) return;
    this.scrollAnchor.resize(list.clientHeight);
    const { heights } = this.scrollAnchor;
    const isOther = entries.some(({ target }) => {
      const { key } = (target as HTMLElement).dataset;
      return key === undefined || heights.at(heights.indexOf(key)) !== heightOf(target);
    });
    if (!isOther) return;
    this.look();
    this.settle();
  }
}

const heightOf = (element: Element): number => element.getBoundingClientRect().height;

function nearest(now: number, height: number, view: number): number {
  if (now < MARGIN_PX || height > view) return MARGIN_PX;
  return Math.min(now, view - height - MARGIN_PX);
}
