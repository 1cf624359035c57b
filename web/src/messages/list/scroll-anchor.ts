/**
 * Which rows of a long list are rendered, and where. The anchor is a row and its distance from the top of the view,
 * never a scroll offset, so changes above do not move the visible rows. Pure.
 */
import { createRowHeights, type Keyed, type RowHeights } from './row-heights.js';

export interface Anchor {
  key: string;
  /** Distance from the top of the view to the top of the row. */
  offset: number;
}

/** The rows from `first` to `last`, exclusive. */
export interface Span {
  first: number;
  last: number;
}

/** A list with fewer rows is rendered completely, so that the browser's own search finds everything. */
const WHOLE = 80;
/** Overscan in view heights: rows are added when less than the first value is left, up to the second. */
const LEAST = 0.6;
const AMPLE = 1;
/** How far the spacer above may differ from the true height before it is corrected at once, in view heights. */
const LOOSE = 2;

export class ScrollAnchor<R extends Keyed> {
  readonly heights: RowHeights<R>;
  #rows: R[] = [];
  #view: number;
  #span: Span = { first: 0, last: 0 };
  #lead = 0;
  /** Visible rows; the first one that still exists is the anchor. Empty: anchored to the end of the list. */
  #marks: Anchor[] = [];

  constructor(viewHeight: number, guess: (row: R) => number) {
    this.#view = viewHeight;
    this.heights = createRowHeights(guess);
  }

  get span(): Span {
    return this.#span;
  }

  get view(): number {
    return this.#view;
  }

  /** The height of the spacer above the first rendered row. */
  get lead(): number {
    return this.#lead;
  }

  /** The height of the spacer below the last rendered row. */
  get trail(): number {
    return this.heights.between(this.#span.last, this.heights.count);
  }

  /** Null while anchored to the end. */
  get anchor(): Anchor | null {
    return this.#marks[0] ?? null;
  }

  /** The difference between the spacer and the true height. */
  get drift(): number {
    return this.#lead - this.#truth();
  }

  resize(height: number): void {
    this.#view = height;
  }

  hold(mark: Anchor | null): void {
    this.#marks = mark ? [mark] : [];
  }

  /** The distance of a row's top from the top of the content. */
  topOf(index: number): number {
    return this.#lead + this.heights.between(this.#span.first, index);
  }

  /** Replaces the rows. The anchor row stays in place; if it is gone, its neighbor becomes the anchor. */
  take(rows: R[]): void {
    if (rows === this.#rows) return;
    const held = this.#survivor(new Set(rows.map(({ key }) => key)));
    const top = held ? this.topOf(this.heights.indexOf(held.key)) : 0;
    this.heights.take(rows);
    this.#rows = rows;
    this.#marks = held ? [held] : [];
    this.#span = this.#wanted(AMPLE);
    const lead = held ? top - this.heights.between(this.#span.first, this.heights.indexOf(held.key)) : -1;
    this.#lead = this.#span.first > 0 && lead >= 0 ? lead : this.#truth();
  }

  /** True when the rendered range has to change. */
  reach(): boolean {
    const need = this.#wanted(LEAST);
    if (need.first >= this.#span.first && need.last <= this.#span.last) return false;
    const next = this.#wanted(AMPLE);
    // The remaining rows do not move, whatever is inserted above.
    const lead = this.topOf(next.first);
    this.#span = next;
    this.#lead = next.first > 0 && lead >= 0 ? lead : this.#truth();
    return true;
  }

  /** The person scrolled: the anchor is taken from the visible rows. */
  follow(top: number): void {
    const seen = this.#inView(top);
    // A row that is cut off at the top may grow out of view, so a row that starts in the view is the better anchor.
    const whole = seen.findIndex(({ offset }) => offset >= 0);
    this.#marks = whole > 0 ? [...seen.slice(whole), ...seen.slice(0, whole)] : seen;
  }

  /**
   * After rows were measured: returns the scroll offset that keeps the anchor in place. The spacer absorbs estimation
   * errors above while it is large enough and near the true height; then no scrolling is needed.
   */
  settle(top: number, isStraight = false): number {
    const mark = this.anchor;
    if (!mark) return this.toEnd();
    const below = this.heights.between(this.#span.first, this.heights.indexOf(mark.key)) - mark.offset;
    const exact = top - below;
    const isNear = exact >= 0 && Math.abs(exact - this.#truth()) < this.#view * LOOSE;
    this.#lead = this.#span.first > 0 && isNear && !isStraight ? exact : this.#truth();
    return this.#lead + below;
  }

  toEnd(): number {
    this.#lead = this.#truth();
    return Number.MAX_SAFE_INTEGER;
  }

  /** Browsers scroll by whole device pixels; the spacer absorbs the remainder. */
  round(by: number): void {
    if (this.#span.first > 0) this.#lead = Math.max(0, this.#lead + by);
  }

  /** The lowest row that is completely in view, or the one that fills it. */
  lowest(top: number): string | null {
    const seen = this.#inView(top);
    const isWhole = ({ key, offset }: Anchor) => offset + this.heights.at(this.heights.indexOf(key)) <= this.#view + 1;
    return (seen.findLast(isWhole) ?? seen[0])?.key ?? null;
  }

  #truth(): number {
    return this.heights.between(0, this.#span.first);
  }

  #survivor(exists: Set<string>): Anchor | null {
    const [mark] = this.#marks;
    const held = this.#marks.find(({ key }) => exists.has(key));
    if (held || !mark) return held ?? null;
    const start = this.heights.indexOf(mark.key);
    const below = this.#rows.slice(start).find(({ key }) => exists.has(key));
    if (below) return { key: below.key, offset: Math.max(0, mark.offset) };
    const above = this.#rows.slice(0, start).findLast(({ key }) => exists.has(key));
    return above ? { key: above.key, offset: mark.offset } : null;
  }

  #wanted(beyond: number): Span {
    const { count } = this.heights;
    if (count <= WHOLE) return { first: 0, last: count };
    return this.anchor ? this.#around(this.anchor, beyond) : this.#atEnd(beyond);
  }

  /** The rows around an anchor that fill the view and the overscan on both sides. */
  #around({ key, offset }: Anchor, beyond: number): Span {
    const { heights } = this;
    const reach = this.#view * beyond;
    let first = heights.indexOf(key);
    let last = first;
    for (let top = offset; first > 0 && top > -reach; first -= 1) top -= heights.at(first - 1);
    for (let top = offset; last < heights.count && top < this.#view + reach; last += 1) top += heights.at(last);
    return { first, last };
  }

  #atEnd(beyond: number): Span {
    const { heights } = this;
    let first = heights.count;
    for (let left = this.#view * (1 + beyond); first > 0 && left > 0; first -= 1) left -= heights.at(first - 1);
    return { first, last: heights.count };
  }

  #inView(top: number): Anchor[] {
    const { heights } = this;
    let index = this.#span.first;
    let edge = this.#lead;
    for (; index > 0 && edge > top; edge -= heights.at(index)) index -= 1;
    for (; index < heights.count - 1 && edge + heights.at(index) <= top; index += 1) edge += heights.at(index);
    const seen: Anchor[] = [];
    for (; index < heights.count && edge < top + this.#view; index += 1) {
      seen.push({ key: heights.keyAt(index) ?? '', offset: edge - top });
      edge += heights.at(index);
    }
    return seen;
  }
}
