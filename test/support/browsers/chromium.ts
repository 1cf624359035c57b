import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/programs.mjs';
import { describeWith } from '../skipped-suites.js';

/** Chromium looks for updates, accounts and its maker's hosts by itself; none of that belongs to a test. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, for pages that are allowed to use one.
  '--use-fake-device-for-media-stream',
];

/** `isWhole`: not the shell without windows, which has no notifications. */
function chromiumForTests(isWhole: boolean): string | null {
  const path = findChromium({ isWhole });
  if (path && existsSync(path)) return path;
  if (process.env.CI === 'true') throw new Error('CI runs the page in a real Chromium, and there is none.');
  return null;
}

/** Runs the tests with a real Chromium. Without one they are left out loudly; in CI that is a failure. */
export function describeInChromium(
  name: string,
  tests: (browser: () => Browser) => void,
  { isWhole = false }: { isWhole?: boolean } = {},
): void {
  describeWith({ Chromium: chromiumForTests(isWhole) }, name, ({ Chromium: executablePath }) => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: flags });
    });
    afterAll(() => browser?.close());
    tests(() => {
      if (!browser) throw new Error('the browser is launched before each suite');
      return browser;
    });
  });
}
