/** One browser with one look: visits pages, takes their pictures and notes their faults. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { faultsOn } from './faults.mjs';
import { contextOf, nameOf } from './looks.mjs';

const WITHIN_MS = 20_000;

/** `film` is the result of a walk: the faults that were found, the pictures that were taken, their folder. */
export async function openCamera({ browser, url, look, film }) {
  const context = await browser.newContext(contextOf(look));
  context.setDefaultTimeout(WITHIN_MS);
  const page = await context.newPage();
  const errors = [];
  const underway = requestsOf(page);
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && errors.push(`console: ${message.text()}`));
  const id = (name) => page.getByTestId(name);
  const camera = {
    url,
    look,
    page,
    id,
    /** From the beginning, independent of the page before. */
    async open(path) {
      await page.goto('about:blank');
      underway.clear();
      await page.goto(`${url}${path}`);
    },
    shows: (name, text) => (text ? id(name).filter({ hasText: text }) : id(name)).first().waitFor(),
    tap: (name) => id(name).first().click(),
    async shot(name, options) {
      await settled(page, underway);
      film.shots.push(await pictureOf(page, name, look, film.out));
      const found = [...(await faultsOn(page, options)), ...errors.splice(0)];
      film.faults.push(...found.map((fault) => `${name} (${nameOf(look)}): ${fault}`));
    },
    /** The browser's own message about a response that was meant to be a refusal. */
    forgive: (pattern) => void errors.splice(0, errors.length, ...errors.filter((error) => !pattern.test(error))),
    close: () => context.close(),
  };
  return camera;
}

async function pictureOf(page, name, look, out) {
  const file = `${name}.${nameOf(look)}.png`;
  if (out) await page.screenshot({ path: join(out, file) });
  return { name, look: nameOf(look), file };
}

/** Every requested file is there and painted; further requests that follow are waited for as well. */
async function settled(page, underway) {
  const giveUpAt = performance.now() + WITHIN_MS;
  await painted(page);
  while (underway.size > 0) {
    if (performance.now() > giveUpAt) throw new Error(`never at rest: ${[...underway].map((one) => one.url())}`);
    await wait(20);
    if (underway.size === 0) await painted(page);
  }
  await page.waitForFunction(() => {
    const isInSight = (image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    };
    return [...document.images].every((image) => image.complete || !isInSight(image));
  });
  await painted(page);
}

const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

function requestsOf(page) {
  const underway = new Set();
  const isOver = (request) => underway.delete(request);
  page
    .on('request', (request) => underway.add(request))
    .on('requestfinished', isOver)
    .on('requestfailed', isOver);
  return underway;
}
