/** The page of the examples in a project of its own: with the packed client, bundled, served from another origin. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/browsers/chromium.js';
import { developer, logOf } from '../support/clients/rest.js';
import { installPacked } from '../support/processes/packed-client.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let folder: string;
let pages: Server;
let address: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-page-'));
  await installPacked(folder);
  await cp(join(root, 'examples/web-page'), folder, { recursive: true });
  const page = join(folder, 'page.mjs');
  // The one line that the README tells to change.
  await writeFile(page, (await readFile(page, 'utf8')).replace("'#sdk/index.js'", "'@meydan/client'"));
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '.', '--logLevel', 'error'], {
    cwd: folder,
  });
  pages = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '');
    readFile(join(folder, 'dist', file)).then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
  server = await startServer({ RATE_LIMITS: 'off' });
}, 180_000);
afterAll(async () => {
  await server?.remove();
  pages?.close();
  await rm(folder, { recursive: true, force: true });
});

describeInChromium('the packed client in a browser', (browser) => {
  const message = (page: Page) => page.getByLabel('Message', { exact: true });

  async function say(page: Page, body: string): Promise<void> {
    await message(page).fill(body);
    await message(page).press('Enter');
  }

  it('talks from a page of another origin, and says once what was written while the service was gone', async () => {
    const page = await browser().newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    await page.getByLabel('Service').fill(server.url);
    await page.getByLabel('Your name').fill('ada');
    await page.getByRole('button', { name: 'Enter' }).click();
    await message(page).waitFor();
    await say(page, 'bir');
    await page.locator('.sent', { hasText: 'ada: bir' }).waitFor();
    await server.kill();
    await page.getByRole('status').filter({ hasText: 'No connection.' }).waitFor();
    await say(page, 'iki');
    await say(page, 'üç');
    await page.locator('.waiting', { hasText: 'üç' }).waitFor();
    await server.start();
    await page.locator('.sent', { hasText: 'ada: üç' }).waitFor();
    expect(await page.locator('.waiting').count()).toBe(0);
    const log = await logOf(server.url, await developer(server.url, 'ada'), 'kahve');
    expect(log.map(({ body }) => body)).toEqual(['bir', 'iki', 'üç']);
    expect(await page.getByRole('alert').textContent()).toBe('');
    await page.close();
  }, 120_000);
});
