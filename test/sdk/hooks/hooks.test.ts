/** The hooks in React itself, in a browser: its strict mode, and its complaints about what breaks its rules. */
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
    await installReact(folder);
    page = await pageWith(await readFile(join(root, 'test/sdk/hooks/chat.jsx'), 'utf8'));
    await page.waitForFunction('globalThis.begin !== undefined');
    await page.evaluate('begin()');
  }, 90_000);
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page of the service's own origin, with nothing in it but the program. */
  const pageWith = async (program: string): Promise<Page> => {
    const opened = await (await browser().newContext({ bypassCSP: true })).newPage();
    opened.on('pageerror', ({ message }) => complaints.push(message));
    opened.on('console', (line) => ['error', 'warning'].includes(line.type()) && complaints.push(line.text()));
    await opened.goto(`${service.url}/api/health`);
    await opened.evaluate(`document.body.innerHTML = '<div id="chat"></div>'`);
    await opened.addScriptTag({ content: await built(folder, program, service.url), type: 'module' });
    return opened;
  };
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

  it('make the program of the guide a chat', async () => {
    const guide = await readFile(join(root, 'docs/guides/sdk.md'), 'utf8');
    const [, program = ''] = /^```jsx chat\.jsx\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const chat = await pageWith(program);
    await chat.getByLabel('Message').fill('Merhaba');
    await chat.keyboard.press('Enter');
    await chat.getByText('gul: Merhaba').waitFor();
    expect(await chat.locator('main').getAttribute('data-connection')).toBe('online');
  });

  it('give React no reason to complain', () => {
    expect(complaints).toEqual([]);
  });
});

async function installReact(folder: string): Promise<void> {
  for (const name of ['react', 'react-dom', 'scheduler']) {
    await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  }
}

/** The program with React as it is while somebody develops, because only that one complains. */
async function built(folder: string, program: string, url: string): Promise<string> {
  await writeFile(join(folder, 'program.jsx'), program);
  const script = `
import { build } from ${JSON.stringify(join(root, 'node_modules/vite/dist/node/index.js'))};
const define = { 'process.env.NODE_ENV': '"development"', 'import.meta.env.VITE_MEYDAN': '"${url}"' };
const result = await build({ root: '.', configFile: false, logLevel: 'silent', mode: 'development', define,
  build: { lib: { entry: 'program.jsx', formats: ['es'] }, write: false, minify: false, target: 'esnext' } });
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
