/** What somebody sees of the list of a long room, and how it moves. */
import type { LogRow } from '../rooms/history.js';
import { poll } from '../time/poll.js';
import { type PagePerson, rowsOnScreen } from './page-person.js';

const LIST = `const list = document.querySelector('[data-testid="rows"]');`;

export const rowsOf = ({ page }: PagePerson) => page.getByTestId('rows');

export const rowBy = ({ page }: PagePerson, id: string) => page.locator(`[data-key="${id}"]`);

/** From the upper edge of the list, in pixels; null while the row is not in the document. */
export const topOf = ({ page }: PagePerson, id: string): Promise<number | null> =>
  page.evaluate<number | null>(`(() => {
    ${LIST}
    const row = list.querySelector('[data-key="${id}"]');
    return row && row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  })()`);

export interface InList {
  /** Rows in the document. */
  there: number;
  /** Rows that the page holds. */
  loaded: number;
  /** Ids of the messages that are whole in the view, from top to bottom. */
  inView: string[];
  /** The message right above the view that is in the document. */
  above: string;
  /** Pixels of the view that no row covers. */
  blank: number;
  fromEnd: number;
}

export const listOf = ({ page }: PagePerson): Promise<InList> =>
  page.evaluate<InList>(`(() => {
    ${LIST}
    const { top, bottom } = list.getBoundingClientRect();
    const items = [...list.querySelectorAll('.item:not(.item-apart)')];
    const boxes = items.map((item) => ({ item, box: item.getBoundingClientRect() }));
    const isMessage = ({ item }) => item.querySelector('[data-testid="message"]') !== null;
    const seen = boxes.filter(({ box }) => box.bottom > top && box.top < bottom);
    const covered = seen.reduce((sum, { box }) => sum + Math.min(bottom, box.bottom) - Math.max(top, box.top), 0);
    return {
      there: items.length,
      loaded: Number(list.dataset.loaded),
      inView: seen
        .filter(({ item, box }) => item.localName === 'article' && box.top >= top && box.bottom <= bottom)
        .map(({ item }) => item.dataset.key),
      above: boxes.findLast((one) => isMessage(one) && one.box.bottom <= top)?.item.dataset.key ?? '',
      blank: bottom - top - covered,
      fromEnd: list.scrollHeight - list.scrollTop - list.clientHeight,
    };
  })()`);

/** Two frames: what was asked for is drawn. */
export const drawn = ({ page }: Pick<PagePerson, 'page'>): Promise<void> =>
  page.evaluate<void>('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

export async function scrollBy(person: PagePerson, pixels: number): Promise<void> {
  await person.page.evaluate(`(() => { ${LIST} list.scrollTop += ${pixels}; })()`);
  await drawn(person);
}

export async function scrollTo(person: PagePerson, share: number): Promise<void> {
  await person.page.evaluate(`(() => { ${LIST} list.scrollTop = list.scrollHeight * ${share}; })()`);
  await drawn(person);
}

/** Goes up again and again until so many rows are loaded, or everything is. */
export async function loadRows({ page }: PagePerson, count: number): Promise<void> {
  await page.evaluate(`(() => {
    ${LIST}
    const loaded = () => Number(list.dataset.loaded);
    const up = () => {
      list.scrollTop = 0;
      if (loaded() < ${count} && !list.querySelector('.rows-begin')) setTimeout(up, 5);
    };
    up();
  })()`);
  const isThere = () =>
    page.evaluate<boolean>(`(() => {
      ${LIST}
      return Number(list.dataset.loaded) >= ${count} || list.querySelector('.rows-begin') !== null;
    })()`);
  await poll(isThere, { until: `${count} rows are loaded`, withinMs: 180_000, everyMs: 200 });
}

/** Everything that is loaded, read from the first row to the newest one as a person would. */
export async function everyRow(person: PagePerson): Promise<LogRow[]> {
  const found = new Map<string, LogRow>();
  for (await scrollTo(person, 0); ; await scrollBy(person, 400)) {
    for (const row of await rowsOnScreen(person)) found.set(row.id, row);
    if ((await listOf(person)).fromEnd <= 1) return [...found.values()];
  }
}

export interface Frames {
  p50: number;
  p95: number;
  longestTask: number;
}

/** Scrolls by so many pixels with each frame, and says how long frames took, in milliseconds. */
export const framesOf = ({ page }: PagePerson, count: number, step: number): Promise<Frames> =>
  page.evaluate<Frames>(`(async () => {
    ${LIST}
    const tasks = [0];
    const watch = new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) tasks.push(duration);
    });
    watch.observe({ type: 'longtask' });
    const times = [];
    let last = performance.now();
    while (times.length < ${count}) {
      list.scrollTop += ${step};
      const now = await new Promise((drawn) => requestAnimationFrame(drawn));
      times.push(now - last);
      last = now;
    }
    watch.disconnect();
    times.sort((a, b) => a - b);
    const part = (share) => Math.round(times[Math.floor(share * times.length)]);
    return { p50: part(0.5), p95: part(0.95), longestTask: Math.round(Math.max(...tasks)) };
  })()`);
