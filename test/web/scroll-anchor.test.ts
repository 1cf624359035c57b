import { ScrollAnchor } from '#web/messages/list/scroll-anchor.js';

interface Row {
  key: string;
}

const VIEW = 500;
const GUESS = 40;
const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ key: `r${from + at}` }));

/** What the page does with each row that it draws: all are as high as this says. */
function drawn(scrollAnchor: ScrollAnchor<Row>, heightOf: (key: string) => number): void {
  do {
    for (let at = scrollAnchor.span.first; at < scrollAnchor.span.last; at += 1) {
      const key = scrollAnchor.heights.keyAt(at) as string;
      scrollAnchor.heights.measured(key, heightOf(key));
    }
  } while (scrollAnchor.reach());
}

function anchorOf(count: number, heightOf: (key: string) => number = () => GUESS): ScrollAnchor<Row> {
  const scrollAnchor = new ScrollAnchor<Row>(VIEW, () => GUESS);
  scrollAnchor.take(rows(0, count));
  drawn(scrollAnchor, heightOf);
  return scrollAnchor;
}

/** Where the mark's row stands in the view, with the content scrolled as the scroll anchor says. */
function placeOf(scrollAnchor: ScrollAnchor<Row>, key: string, scrollTop: number): number {
  return scrollAnchor.topOf(scrollAnchor.heights.indexOf(key)) - scrollTop;
}

describe('the scroll anchor of a list of rows', () => {
  it('holds a short list as a whole, and of a long one what fills the view three times at most', () => {
    expect(anchorOf(80).span).toEqual({ first: 0, last: 80 });
    const { span } = anchorOf(10_000);
    expect(span.last).toBe(10_000);
    expect(span.last - span.first).toBeLessThanOrEqual((VIEW * 3) / GUESS);
  });

  it('begins at the end, and stays there when rows come', () => {
    const scrollAnchor = anchorOf(1_000);
    expect(scrollAnchor.anchor).toBeNull();
    scrollAnchor.take(rows(0, 1_007));
    expect(scrollAnchor.span.last).toBe(1_007);
    expect(scrollAnchor.settle(0)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('keeps the row that is read where it is while rows are put in above it', () => {
    const scrollAnchor = anchorOf(1_000);
    scrollAnchor.follow(20_010);
    const mark = scrollAnchor.anchor;
    expect(mark).toEqual({ key: 'r501', offset: 30 });
    scrollAnchor.take([...rows(-60, 0), ...rows(0, 1_000)]);
    const scrollTop = scrollAnchor.settle(20_010);
    expect(placeOf(scrollAnchor, 'r501', scrollTop)).toBeCloseTo(30);
    expect(scrollAnchor.anchor).toEqual(mark);
  });

  it('needs no scrolling when rows above turn out to be higher than guessed, as long as there is room for it', () => {
    const heightOf = (key: string) => (key === 'r495' ? 90 : GUESS);
    const scrollAnchor = anchorOf(1_000, heightOf);
    scrollAnchor.follow(20_010);
    scrollAnchor.reach();
    drawn(scrollAnchor, heightOf);
    expect(scrollAnchor.settle(20_010)).toBeCloseTo(20_010);
    expect(placeOf(scrollAnchor, 'r501', 20_010)).toBeCloseTo(30);
    expect(Math.abs(scrollAnchor.drift)).toBeCloseTo(50);
    // At rest the free space tells the truth again, and the scroll makes up for it.
    const straight = scrollAnchor.settle(20_010, true);
    expect(straight).toBeCloseTo(20_060);
    expect(scrollAnchor.drift).toBe(0);
    expect(placeOf(scrollAnchor, 'r501', straight)).toBeCloseTo(30);
  });

  it('has no free space above the first row', () => {
    const heightOf = (key: string) => (Number(key.slice(1)) < 100 ? 70 : GUESS);
    const scrollAnchor = anchorOf(200, heightOf);
    let scrollTop = 4_000;
    for (let steps = 0; steps < 200 && scrollAnchor.span.first > 0; steps += 1) {
      scrollTop = Math.max(0, scrollTop - 100);
      scrollAnchor.follow(scrollTop);
      const mark = scrollAnchor.anchor as { key: string; offset: number };
      scrollAnchor.reach();
      drawn(scrollAnchor, heightOf);
      scrollTop = scrollAnchor.settle(scrollTop);
      expect(placeOf(scrollAnchor, mark.key, scrollTop)).toBeCloseTo(mark.offset);
    }
    expect(scrollAnchor.span.first).toBe(0);
    expect(scrollAnchor.lead).toBe(0);
  });

  it('holds to the next row when the one that held the place is gone, as rows are whose time is over', () => {
    const scrollAnchor = anchorOf(1_000);
    scrollAnchor.follow(20_010);
    scrollAnchor.take(rows(505, 1_000));
    expect(scrollAnchor.anchor?.key).toBe('r505');
    const scrollTop = scrollAnchor.settle(20_010);
    // It was in view, and has not moved within it.
    expect(placeOf(scrollAnchor, 'r505', scrollTop)).toBeCloseTo(190);
    scrollAnchor.take(rows(700, 1_000));
    expect(scrollAnchor.anchor?.key).toBe('r700');
    scrollAnchor.follow(4_000);
    scrollAnchor.take(rows(700, 750));
    expect(scrollAnchor.anchor?.key).toBe('r749');
    scrollAnchor.take([]);
    expect(scrollAnchor.anchor).toBeNull();
  });

  it('finds its way wherever the scroll is put', () => {
    const scrollAnchor = anchorOf(10_000);
    for (const scrollTop of [0, 399_500, 123_456, 77, 200_000]) {
      scrollAnchor.follow(scrollTop);
      scrollAnchor.reach();
      const { key, offset } = scrollAnchor.anchor as { key: string; offset: number };
      expect(placeOf(scrollAnchor, key, scrollTop)).toBeCloseTo(offset);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThan(VIEW);
      expect(scrollAnchor.span.first).toBeLessThanOrEqual(scrollAnchor.heights.indexOf(key));
      expect(scrollAnchor.span.last).toBeGreaterThan(scrollAnchor.heights.indexOf(key));
    }
  });

  it('knows what it measured also when the row comes back', () => {
    const scrollAnchor = anchorOf(100, (key) => (key === 'r95' ? 300 : GUESS));
    scrollAnchor.take(rows(0, 50));
    scrollAnchor.take(rows(0, 100));
    expect(scrollAnchor.heights.at(95)).toBe(300);
    expect(scrollAnchor.heights.measured('r95', 300)).toBe(false);
    expect(scrollAnchor.heights.measured('nobody', 10)).toBe(false);
  });
});
