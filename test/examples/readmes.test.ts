/** Each example as its README tells it: the very lines are typed, after the very `npm start`. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/browsers/chromium.js';
import { Command, commandsOf } from '../support/processes/readme-commands.js';

const EXAMPLES = ['echo-bot', 'load', 'terminal-chat', 'web-page'];

/** Of the terminal chat: what it does before it prints anything. */
interface Session {
  openSession(url: string, name: string): Promise<unknown>;
  enterRoom(session: unknown, slug: string): Promise<{ slug: string }>;
}

let folder: string;
let service: Command;
let url: string;
const begun: Command[] = [];

/** More may be added to a line: what the README leaves to the reader, such as a port that is free here. */
function type(command: string | undefined, more = ''): Command {
  if (!command) throw new Error('the README tells nothing of the kind');
  const run = new Command(`${command} ${more}`, { MEYDAN: url });
  begun.push(run);
  return run;
}

const readme = (example: string) => commandsOf(`examples/${example}/README.md`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-examples-'));
  const [start] = await readme('load');
  expect(start).toBe('RATE_LIMITS=off npm start');
  service = new Command(start ?? '', { PORT: '0', METRICS_PORT: 'off', DATA_DIR: join(folder, 'data') });
  [, url = ''] = await service.says(/ready at (http:\S+)/);
}, 120_000);
afterAll(async () => {
  for (const run of [...begun, service]) await run?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe('an example', () => {
  it('has a README that begins with the service, and is told of here', async () => {
    const folders = await readdir(new URL('../../examples', import.meta.url));
    expect(folders.filter((name) => !name.includes('.')).sort()).toEqual(EXAMPLES);
    for (const example of EXAMPLES) expect((await readme(example))[0]).toMatch(/npm start$/);
  });

  it('is a chat in two terminals', async () => {
    const [, ada, bora] = await readme('terminal-chat');
    const [one, other] = [type(ada), type(bora)];
    await Promise.all([one.says('# connected'), other.says('# connected')]);
    one.type('merhaba bora');
    await other.says('ada: merhaba bora');
    other.type('merhaba ada');
    await one.says('bora: merhaba ada');
  });

  it('has everybody in the room who found none at the same moment, and wanted to found it', async () => {
    const { enterRoom, openSession } = (await import(resolve('examples/terminal-chat/session.mjs'))) as Session;
    const names = ['ece', 'efe', 'ela', 'eda', 'emre', 'eren'];
    const sessions = await Promise.all(names.map((name) => openSession(url, name)));
    const rooms = await Promise.all(sessions.map((session) => enterRoom(session, 'ayni-anda')));
    expect(rooms.map(({ slug }) => slug)).toEqual(names.map(() => 'ayni-anda'));
    await expect(enterRoom(sessions[0], 'No address')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is a bot that answers in the terminal', async () => {
    const [, bot] = await readme('echo-bot');
    const yanki = type(bot, `--memory ${join(folder, 'bot.json')}`);
    await yanki.says('yanki listens in kahve');
    const [, chat] = await readme('terminal-chat');
    const ada = type(chat);
    await ada.says('# connected');
    ada.type('!echo kim var');
    await ada.says(/yanki: kim var/);
  });

  it('is a load that finds nothing wrong with the service', async () => {
    const [, load] = await readme('load');
    const run = type(load, `--url ${url} --seconds 1`);
    expect({ code: await run.ended(), output: run.output }).toMatchObject({ code: 0 });
    expect(run.output).toContain('"lost":0,"duplicated":0,"reordered":0,"unauthorized":0');
  });
});

describeInChromium('an example in the browser', (browser) => {
  const rows = (page: Page) => page.getByRole('log').getByRole('listitem');

  async function enter(address: string, name: string): Promise<Page> {
    const context = await browser().newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    await page.getByLabel('Service').fill(url);
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Room').fill('kitap');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
    return page;
  }

  it('is a page on which two people talk', async () => {
    const [, vite] = await readme('web-page');
    const [, address = ''] = await type(vite, '--port 0').says(/(http:\/\/localhost:\d+\/)/);
    const [ada, bora] = [await enter(address, 'ada'), await enter(address, 'bora')];
    await ada.getByLabel('Message', { exact: true }).fill('<b>merhaba</b>');
    await bora.getByRole('main').getByText('ada …').waitFor();
    await ada.getByRole('button', { name: 'Send' }).click();
    await rows(bora).filter({ hasText: 'ada: <b>merhaba</b>' }).waitFor();
    await rows(ada).and(ada.locator('.sent')).filter({ hasText: 'ada: <b>merhaba</b>' }).waitFor();
    await bora.getByLabel('Message', { exact: true }).fill('buradayım');
    await bora.getByRole('button', { name: 'Send' }).click();
    await rows(ada).filter({ hasText: 'bora: buradayım' }).waitFor();
    await Promise.all([ada, bora].map((page) => page.context().close()));
  });
});
