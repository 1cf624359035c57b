/**
 * `npm run screenshots -- --only room,panel --out folder --looks phone.light.tr --check`: the service with invented
 * people in it, and a picture of every page in every look. Ends with 1 when a page has a barrier, is wider than its
 * screen or complains in the browser's console. `--check` looks and takes no pictures.
 */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './programs.mjs';
import { allLooks, looksIn } from './screenshots/looks.mjs';
import { drawPictures } from './screenshots/pictures.mjs';
import { seedBusiness } from './screenshots/seed-business.mjs';
import { seedChat } from './screenshots/seed-chat.mjs';
import { seedDiscover } from './screenshots/seed-discover.mjs';
import { seedOperators } from './screenshots/seed-operators.mjs';
import { startService } from './screenshots/service.mjs';
import { writeSheet } from './screenshots/sheet.mjs';
import { parts, walk } from './screenshots/walk.mjs';
import { checkNode, ensureBuild, ensurePackages, fail, root } from './setup.mjs';

/** Chromium looks for updates and its maker's hosts by itself; none of that belongs here. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  // A microphone that beeps.
  '--use-fake-device-for-media-stream',
];
const CONCURRENCY = 2;

function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      out: { type: 'string', default: join(root, 'screenshots') },
      looks: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',') ?? [];
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) fail(`There is no part ${unknown.join(', ')}. There is: ${parts.join(', ')}.`);
  return {
    only,
    looks: values.looks ? looksIn(values.looks) : allLooks,
    out: values.check ? null : resolve(values.out),
  };
}

async function launch() {
  // The shell without windows has no microphone.
  const executablePath = findChromium({ isWhole: true }) ?? findChromium();
  if (!existsSync(executablePath ?? '')) fail('There is no Chromium. Install it, or set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: flags });
}

async function seed(url, browser) {
  const pictures = await drawPictures(browser);
  const chat = await seedChat(url, pictures);
  const discover = await seedDiscover(url, chat, pictures);
  const operators = await seedOperators(url);
  return { ...chat, ...discover, ...operators, ...(await seedBusiness(url, chat, pictures)) };
}

async function takeAll({ only, looks, out }) {
  const film = { faults: [], shots: [], out };
  const browser = await launch();
  const service = await startService();
  try {
    const town = await seed(service.url, browser);
    const waiting = [...looks];
    const walker = async () => {
      for (let look = waiting.shift(); look; look = waiting.shift()) {
        await walk({ browser, url: service.url, town, look, film, only });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, walker));
  } finally {
    await browser.close();
    await service.stop();
  }
  return film;
}

const options = optionsOf(process.argv.slice(2));
checkNode();
ensurePackages();
ensureBuild();
if (options.out) {
  await rm(options.out, { recursive: true, force: true });
  await mkdir(options.out, { recursive: true });
}
const film = await takeAll(options);
if (options.out) await writeSheet(options.out, film);
for (const fault of film.faults) console.error(fault);
console.log(
  `${film.shots.length} looks at ${new Set(film.shots.map(({ name }) => name)).size} pages, ${film.faults.length} faults.`,
);
if (film.faults.length > 0) process.exitCode = 1;
