import { Ladder } from '#web/state/ladder.js';

interface Row {
  key: string;
}

const VIEW = 500;
const GUESS = 40;
const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ key: `r${from + at}` }));

/** What the page does with each row that it draws: all are as high as this says. */
function drawn(ladder: Ladder<Row>, heightOf: (key: string) => number): void {
  do {
    for (let at = ladder.span.first; at < ladder.span.last; at += 1) {
      const key = ladder.heights.keyAt(at) as string;
      ladder.heights.measured(key, heightOf(key));
    }
  } while (ladder.reach());
}

function ladderOf(count: number, heightOf: (key: string) => number = () => GUESS): Ladder<Row> {
  const ladder = new Ladder<Row>(VIEW, () => GUESS);
  ladder.take(rows(0, count));
  drawn(ladder, heightOf);
  return ladder;
}

/** Where the mark's row stands in the view, with the content scrolled as the ladder says. */
function placeOf(ladder: Ladder<Row>, key: string, scrollTop: number): number {
  return ladder.topOf(ladder.heights.indexOf(key)) - scrollTop;
}

describe('a ladder of rows', () => {
  it('holds a short list as a whole, and of a long one what fills the view three times at most', () => {
    expect(ladderOf(80).span).toEqual({ first: 0, last: 80 });
    const { span } = ladderOf(10_000);
    expect(span.last).toBe(10_000);
    expect(span.last - span.first).toBeLessThanOrEqual((VIEW * 3) / GUESS);
  });

  it('begins at the end, and stays there when rows come', () => {
    const ladder = ladderOf(1_000);
    expect(ladder.mark).toBeNull();
    ladder.take(rows(0, 1_007));
    expect(ladder.span.last).toBe(1_007);
    expect(ladder.settle(0)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('keeps the row that is read where it is while rows are put in above it', () => {
    const ladder = ladderOf(1_000);
    ladder.follow(20_010);
    const mark = ladder.mark;
    expect(mark).toEqual({ key: 'r501', offset: 30 });
    ladder.take([...rows(-60, 0), ...rows(0, 1_000)]);
    const scrollTop = ladder.settle(20_010);
    expect(placeOf(ladder, 'r501', scrollTop)).toBeCloseTo(30);
    expect(ladder.mark).toEqual(mark);
  });

  it('needs no scrolling when rows above turn out to be higher than guessed, as long as there is room for it', () => {
    const heightOf = (key: string) => (key === 'r495' ? 90 : GUESS);
    const ladder = ladderOf(1_000, heightOf);
    ladder.follow(20_010);
    ladder.reach();
    drawn(ladder, heightOf);
    expect(ladder.settle(20_010)).toBeCloseTo(20_010);
    expect(placeOf(ladder, 'r501', 20_010)).toBeCloseTo(30);
    expect(Math.abs(ladder.drift)).toBeCloseTo(50);
    // At rest the free space tells the truth again, and the scroll makes up for it.
    const straight = ladder.settle(20_010, true);
    expect(straight).toBeCloseTo(20_060);
    expect(ladder.drift).toBe(0);
    expect(placeOf(ladder, 'r501', straight)).toBeCloseTo(30);
  });

  it('has no free space above the first row', () => {
    const heightOf = (key: string) => (Number(key.slice(1)) < 100 ? 70 : GUESS);
    const ladder = ladderOf(200, heightOf);
    let scrollTop = 4_000;
    for (let steps = 0; steps < 200 && ladder.span.first > 0; steps += 1) {
      scrollTop = Math.max(0, scrollTop - 100);
      ladder.follow(scrollTop);
      const mark = ladder.mark as { key: string; offset: number };
      ladder.reach();
      drawn(ladder, heightOf);
      scrollTop = ladder.settle(scrollTop);
      expect(placeOf(ladder, mark.key, scrollTop)).toBeCloseTo(mark.offset);
    }
    expect(ladder.span.first).toBe(0);
    expect(ladder.lead).toBe(0);
  });

  it('holds to the next row when the one that held the place is gone, as rows are whose time is over', () => {
    const ladder = ladderOf(1_000);
    ladder.follow(20_010);
    ladder.take(rows(505, 1_000));
    expect(ladder.mark?.key).toBe('r505');
    const scrollTop = ladder.settle(20_010);
    // It was in view, and has not moved within it.
    expect(placeOf(ladder, 'r505', scrollTop)).toBeCloseTo(190);
    ladder.take(rows(700, 1_000));
    expect(ladder.mark?.key).toBe('r700');
    ladder.follow(4_000);
    ladder.take(rows(700, 750));
    expect(ladder.mark?.key).toBe('r749');
    ladder.take([]);
    expect(ladder.mark).toBeNull();
  });

  it('finds its way wherever the scroll is put', () => {
    const ladder = ladderOf(10_000);
    for (const scrollTop of [0, 399_500, 123_456, 77, 200_000]) {
      ladder.follow(scrollTop);
      ladder.reach();
      const { key, offset } = ladder.mark as { key: string; offset: number };
      expect(placeOf(ladder, key, scrollTop)).toBeCloseTo(offset);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThan(VIEW);
      expect(ladder.span.first).toBeLessThanOrEqual(ladder.heights.indexOf(key));
      expect(ladder.span.last).toBeGreaterThan(ladder.heights.indexOf(key));
    }
  });

  it('knows what it measured also when the row comes back', () => {
    const ladder = ladderOf(100, (key) => (key === 'r95' ? 300 : GUESS));
    ladder.take(rows(0, 50));
    ladder.take(rows(0, 100));
    expect(ladder.heights.at(95)).toBe(300);
    expect(ladder.heights.measured('r95', 300)).toBe(false);
    expect(ladder.heights.measured('nobody', 10)).toBe(false);
  });
});
