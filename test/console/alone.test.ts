/** `npm run console`: the console as a process of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleSettings } from '#console/settings.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ConsoleProcess, KEYS, startConsoleProcess } from './process.js';
import { draftOf } from './support.js';

let dir: string;
let running: ConsoleProcess | undefined;

beforeAll(async () => {
  buildFresh();
  dir = await mkdtemp(join(tmpdir(), 'meydan-console-'));
}, 180_000);
afterEach(() => running?.kill());
afterAll(() => rm(dir, { recursive: true, force: true }));

const start = async (settings: Record<string, string> = KEYS): Promise<ConsoleProcess> => {
  running = await startConsoleProcess(dir, settings);
  return running;
};

const asked = ({ url }: ConsoleProcess, key: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}/console/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });

describe('the console alone', () => {
  it('tells where the service finds it, keeps what it was given, and ends when it is asked to', async () => {
    const first = await start();
    expect(first.said()).toContain(`DICTIONARY_URL=${first.url}/console/dictionary`);
    expect(first.said()).not.toContain(KEYS.CONSOLE_KEY);
    const body = JSON.stringify(draftOf({ message: 'm1' }));
    const { status } = await asked(first, KEYS.DICTIONARY_KEY, 'dictionary/entries', { method: 'POST', body });
    expect(status).toBe(201);
    expect(await first.stop()).toBe(0);
    const second = await start();
    const entries = await asked(second, KEYS.CONSOLE_KEY, 'admin/entries');
    expect(await entries.json()).toMatchObject({ total: 1 });
    expect(await second.stop()).toBe(0);
  }, 180_000);

  it('makes keys that were not given, and tells them', async () => {
    const it_ = await start({});
    const key = /key (\w{64}) \(CONSOLE_KEY\)/.exec(it_.said())?.[1] ?? '';
    expect((await asked(it_, key, 'admin/categories')).status).toBe(200);
    const served = /DICTIONARY_KEY=(\w{64})/.exec(it_.said())?.[1] ?? '';
    expect((await asked(it_, served, 'dictionary/categories')).status).toBe(200);
    expect((await asked(it_, key, 'dictionary/categories')).status).toBe(401);
    expect(await it_.stop()).toBe(0);
  }, 180_000);

  it('leads whoever opens its address to the page', async () => {
    const { url } = await start();
    const answer = await fetch(`${url}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/console/']);
  }, 180_000);

  it('says in a sentence why it cannot start', async () => {
    await expect(start({ ...KEYS, PORT: 'no' })).rejects.toThrow(/cannot start\. PORT=no is wrong/);
  }, 180_000);

  it('in production wants both keys', () => {
    const settings = { NODE_ENV: 'production', DATA_DIR: dir };
    expect(() => consoleSettings(settings)).toThrow(/DICTIONARY_KEY is missing[\s\S]*CONSOLE_KEY is missing/);
    expect(consoleSettings({ ...settings, ...KEYS })).toMatchObject({
      key: KEYS.DICTIONARY_KEY,
      consoleKey: KEYS.CONSOLE_KEY,
      config: { http: { port: 3100 } },
    });
  });
});
