/** `npm run console`: the console as a process of its own, as its operators run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleSettings } from '#console/settings.js';
import { buildFresh } from '../support/fresh-build.js';
import { poll } from '../support/poll.js';
import { draftOf } from './support.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEYS = { DICTIONARY_KEY: 'the-key-of-the-service', CONSOLE_KEY: 'the-key-of-operators' };

let dir: string;
let child: ChildProcess | undefined;
let said = '';

beforeAll(async () => {
  buildFresh();
  dir = await mkdtemp(join(tmpdir(), 'meydan-console-'));
}, 180_000);
afterEach(() => child?.kill('SIGKILL'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Its address, once it says so. */
async function start(settings: Record<string, string> = KEYS): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), PORT: '0', DATA_DIR: dir, ...settings };
  said = '';
  child = spawn(process.execPath, ['dist/console/main.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ready = () => /ready at (\S+)\/console\//.exec(said)?.[1];
  await poll(ready, { until: 'the console is ready', withinMs: 60_000, everyMs: 20 });
  return ready() as string;
}

async function stop(): Promise<number | null> {
  const ended = once(child as ChildProcess, 'exit');
  child?.kill('SIGTERM');
  return (await ended)[0];
}

const asked = (url: string, key: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}/console/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });

describe('the console alone', () => {
  it('tells where the service finds it, keeps what it was given, and ends when it is asked to', async () => {
    const url = await start();
    expect(said).toContain(`DICTIONARY_URL=${url}/console/dictionary`);
    expect(said).not.toContain(KEYS.CONSOLE_KEY);
    const body = JSON.stringify(draftOf({ message: 'm1' }));
    const { status } = await asked(url, KEYS.DICTIONARY_KEY, 'dictionary/entries', { method: 'POST', body });
    expect(status).toBe(201);
    expect(await stop()).toBe(0);
    const again = await start();
    const entries = await asked(again, KEYS.CONSOLE_KEY, 'admin/entries');
    expect(await entries.json()).toMatchObject({ total: 1 });
    expect(await stop()).toBe(0);
  }, 180_000);

  it('makes keys that were not given, and tells them', async () => {
    const url = await start({});
    const key = /key (\w{64}) \(CONSOLE_KEY\)/.exec(said)?.[1] ?? '';
    expect((await asked(url, key, 'admin/categories')).status).toBe(200);
    const served = /DICTIONARY_KEY=(\w{64})/.exec(said)?.[1] ?? '';
    expect((await asked(url, served, 'dictionary/categories')).status).toBe(200);
    expect((await asked(url, key, 'dictionary/categories')).status).toBe(401);
    expect(await stop()).toBe(0);
  }, 180_000);

  it('in production wants both keys', () => {
    const settings = { NODE_ENV: 'production', DATA_DIR: dir };
    expect(() => consoleSettings(settings)).toThrow(/DICTIONARY_KEY is missing[\s\S]*CONSOLE_KEY is missing/);
    expect(consoleSettings({ ...settings, ...KEYS })).toMatchObject({
      ...{ key: KEYS.DICTIONARY_KEY, consoleKey: KEYS.CONSOLE_KEY },
      config: { http: { port: 3100 } },
    });
  });
});
