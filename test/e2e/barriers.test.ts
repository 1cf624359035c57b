/**
 * Half of the pages in one look, the other half with another commit: the walk of `npm run screenshots`, without the
 * pictures. The soak asks for all pages, and for the look that differs most from this one too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { partOfCommit } from '../../scripts/test/part-of-commit.mjs';
import { describeInChromium } from '../support/browsers/chromium.js';

/** Each takes about as long as the other. */
const HALVES = ['entry,plain,panel,new,console', 'chat,room,finding,info,people,discover'];
const LOOKS = process.env.BARRIER_LOOKS;
const PAGES = LOOKS ? HALVES.join() : partOfCommit(HALVES, 2).join();
/** A bound on what hangs: the walk itself takes a minute on two idle cores. */
const WITHIN_MS = 600_000;

async function walk(): Promise<{ code: number | null; said: string; faults: string[] }> {
  const which = ['--looks', LOOKS ?? 'phone.light.tr', '--only', PAGES];
  const child = spawn(process.execPath, ['scripts/screenshots.mjs', '--check', ...which]);
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const faults = said.err.split('\n').filter((line) => line !== '' && line !== 'Building …');
  return { code, said: said.out, faults };
}

type FaultsOn = (page: Page) => Promise<string[]>;

/** Plain JavaScript, as the script needs it. */
async function loadFaults(): Promise<FaultsOn> {
  const file = new URL('../../scripts/screenshots/faults.mjs', import.meta.url).href;
  return ((await import(file)) as { faultsOn: FaultsOn }).faultsOn;
}

describeInChromium('every page', (browser) => {
  it(
    'has no barriers, is not wider than its screen and complains of nothing',
    async () => {
      const { code, said, faults } = await walk();
      expect(faults).toEqual([]);
      expect(said).toMatch(/^\d{2,3} looks at \d{2,3} pages, 0 faults\.\n$/);
      expect(code).toBe(0);
    },
    WITHIN_MS,
  );

  it('would not pass with a nameless button, a line too long, or a list that scrolls sideways', async () => {
    const faultsOn = await loadFaults();
    const page = await browser().newPage({ viewport: { width: 390, height: 844 } });
    const body = (inner: string) =>
      page.setContent(`<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${inner}</main>`);
    await body('<p>Nothing is wrong here.</p>');
    expect(await faultsOn(page)).toEqual([]);
    await body('<button></button>');
    expect((await faultsOn(page)).join()).toContain('barrier button-name');
    await body('<p style="width: 800px">Far too wide.</p>');
    expect((await faultsOn(page)).join()).toContain('overflow: ');
    const list = '<p style="width: 600px">Wide, and in a list.</p><p style="height: 900px">Long.</p>';
    await body(`<div tabindex="0" style="height: 400px; overflow-y: auto">${list}</div>`);
    expect((await faultsOn(page)).join()).toContain('sideways: div');
    await page.close();
  });
});
