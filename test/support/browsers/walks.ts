/**
 * Walks of the page on the engines of the run. What the page shows does not depend on the store, whose contract is
 * tested on both engines, so that an ordinary run walks on the embedded one, with one journey on MongoDB.
 * `npm run test:soak -- walks` walks on MongoDB (WALK_ENGINES=mongo).
 */
import type { Browser } from 'playwright-core';
import { type EngineSettings, onEachEngine } from '../store/engine-settings.js';
import { describeInChromium } from './chromium.js';

type Walk = (browser: () => Browser, engine: EngineSettings) => void;

const engines = (process.env.WALK_ENGINES ?? 'embedded').split(',');

export function walkInChromium(name: string, walk: Walk, options: { isWhole?: boolean } = {}): void {
  if (!engines.includes('mongo')) return describeInChromium(name, (browser) => walk(browser, () => ({})), options);
  onEachEngine(name, (engine, isOnMongo) => {
    if (!engines.includes(isOnMongo ? 'mongo' : 'embedded')) return;
    describeInChromium('in Chromium', (browser) => walk(browser, engine), options);
  });
}
