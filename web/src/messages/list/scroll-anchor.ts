/**
 * Which rows of a long list are there, and where. The place of the reader is a row and its distance from the upper edge
 * of the view, never a number of pixels from the top: so nothing that happens above moves what is read. Pure.
 */
import { createRowHeights, type Keyed, type RowHeights } from './row-heights.js';

export interface Anchor {
  key: string;
  /** From the upper edge of the view to that of the row. */
  offset: number;
}

/** The rows from `first` up to, but not with, `last`. */
export interface Span {
  first: number;
  last: number;
}

/** A list of so few rows is there as a whole: the browser's own search finds everything in it. */
const WHOLE = 80;
/** How far rows reach beyond the view, in heights of the view: more are put in when less is left than the first. */
const LEAST = 0.6;
const AMPLE = 1;
/** How far the free space above may be from the truth before it is set right at once, in heights of the view. */
const LOOSE = 2;

export class ScrollAnchor<R extends Keyed> {
  readonly heights: RowHeights<R>;
  #rows: R[] = [];
  #view: number;
  #span: Span = { first: 0, last: 0 };
  #lead = 0;
  /** The rows in view: the first that still exists holds the place. Empty = the end of the list is held. */
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

  /** The space kept free above the first row that is there. */
  get lead(): number {
    return this.#lead;
  }

  /** The space below the last row that is there. */
  get trail(): number {
    return this.heights.between(this.#span.last, this.heights.count);
  }

  /** Null while the end is held. */
  get anchor(): Anchor | null {
    return this.#marks[0] ?? null;
  }

  /** How far the free space is from what the heights say. */
  get drift(): number {
    return this.#lead - this.#truth();
  }

  resize(height: number): void {
    this.#view = height;
  }

  hold(mark: Anchor | null): void {
    this.#marks = mark ? [mark] : [];
  }

  /** Distance of a row's upper edge from that of the content. */
  topOf(index: number): number {
    return this.#lead + this.heights.between(this.#span.first, index);
  }

  /** The list as it is now. The row that holds the place stays where it is; if it is gone, its neighbour does. */
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

  /** True when other rows have to be there than are. */
  reach(): boolean {
    const need = this.#wanted(LEAST);
    if (need.first >= this.#span.first && need.last <= this.#span.last) return false;
    const next = this.#wanted(AMPLE);
    // The rows that stay do not move, whatever is put in above them.
    const lead = this.topOf(next.first);
    this.#span = next;
    this.#lead = next.first > 0 && lead >= 0 ? lead : this.#truth();
    return true;
  }

  /** Scrolled: what is in view holds the place from now on. */
  follow(top: number): void {
    const seen = this.#inView(top);
    // A row that is cut off by the upper edge may grow unseen: one that begins in the view holds the place better.
    const whole = seen.findIndex(({ offset }) => offset >= 0);
    this.#marks = whole > 0 ? [...seen.slice(whole), ...seen.slice(0, whole)] : seen;
  }

  /**
   * After rows were measured: where to scroll so that the mark stands as it stood. What was guessed wrong above is taken
   * from the free space as long as there is enough of it and it stays near the truth; then nothing has to be scrolled.
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

  /** The browser scrolls by whole points of the screen: the rest goes into the free space. */
  round(by: number): void {
    if (this.#span.first > 0) this.#lead = Math.max(0, this.#lead + by);
  }

  /** The lowest row that is wholly in view, or the one that fills it. */
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

  /** The rows around a mark that fill the view, and so many heights of it beyond either edge. */
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
