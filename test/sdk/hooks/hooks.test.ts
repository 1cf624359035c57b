/** The hooks in React itself, in a browser: its strict mode, and its complaints about what breaks its rules. */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createClient } from '#sdk/index.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { type Booted, bootApp } from '../../support/clients/boot-app.js';
import { installPacked } from '../../support/processes/packed-client.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describeInChromium('the hooks in React', (browser) => {
  let folder: string;
  let service: Booted;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-hooks-'));
    service = await bootApp();
    await installPacked(folder);
    const context = await browser().newContext({ bypassCSP: true });
    page = await context.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => ['error', 'warning'].includes(line.type()) && complaints.push(line.text()));
    await page.goto(`${service.url}/api/health`);
    await page.addScriptTag({ content: await built(folder), type: 'module' });
    await page.waitForFunction('globalThis.begin !== undefined');
    await page.evaluate('begin()');
  }, 90_000);
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const texts = async (count: number) => {
    await page.waitForFunction(`document.querySelectorAll('p').length === ${count}`);
    return page.locator('p').allTextContents();
  };
  const press = (name: string) => page.getByRole('button', { name }).click();

  it('render a room as it is, follow it, and follow it again after another one was shown', async () => {
    expect(await texts(1)).toEqual(['kahve ilk']);
    await page.evaluate(`client.room('kahve').send('ikinci')`);
    expect(await texts(2)).toEqual(['kahve ilk', 'ikinci']);
    await press('okuma');
    expect(await texts(1)).toEqual(['okuma ilk']);
    await page.evaluate(`client.room('okuma').send('burada').then(() => null)`);
    expect(await texts(2)).toEqual(['okuma ilk', 'burada']);
    await press('kahve');
    await page.waitForFunction(`document.querySelector('p').textContent === 'kahve ilk'`);
    await page.evaluate(`client.room('kahve').send('üçüncü')`);
    expect(await texts(3)).toEqual(['kahve ilk', 'ikinci', 'üçüncü']);
  });

  it('show what others write and that they are writing, and nothing of a room that is hidden', async () => {
    const bora = createClient({ url: service.url });
    await bora.loginDeveloper('bora');
    await bora.chooseUsername('bora');
    await bora.connect();
    await bora.join('kahve');
    const room = bora.room('kahve');
    await room.open();
    room.setTyping(true);
    await page.waitForFunction(`document.querySelector('small').textContent === 'bora'`);
    await room.send('selam');
    expect(await texts(4)).toContain('selam');
    await page.waitForFunction(`document.querySelector('small').textContent === ''`);
    // The arrival counts as well.
    expect(await page.locator('section').getAttribute('data-unread')).toBe('2');
    await press('show');
    await page.waitForFunction(`document.querySelector('section') === null`);
    await room.send('saklı');
    await press('show');
    expect(await texts(5)).toContain('saklı');
    bora.close();
  });

  it('give React no reason to complain', () => {
    expect(complaints).toEqual([]);
  });
});

/** The program with React as it is while somebody develops, because only that one complains. */
async function built(folder: string): Promise<string> {
  for (const name of ['react', 'react-dom', 'scheduler']) {
    await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
  await cp(join(root, 'test/sdk/hooks/chat.jsx'), join(folder, 'chat.jsx'));
  const script = `
import { build } from ${JSON.stringify(join(root, 'node_modules/vite/dist/node/index.js'))};
const result = await build({ root: '.', configFile: false, logLevel: 'silent', mode: 'development',
  define: { 'process.env.NODE_ENV': '"development"' }, oxc: { jsx: { runtime: 'automatic' } },
  build: { lib: { entry: 'chat.jsx', formats: ['es'] }, write: false, minify: false } });
process.stdout.write(JSON.stringify([result].flat().flatMap(({ output }) => output).map(({ code }) => code).join('')));
`;
  await writeFile(join(folder, 'build.mjs'), script);
  const run = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NODE_ENV: 'development' },
  } as const;
  return JSON.parse(execFileSync(process.execPath, ['build.mjs'], run));
}
