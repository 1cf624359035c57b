/** The guide of the Python client as somebody follows it: an empty folder, and the lines as they stand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { secretText, signedHeaders } from '#src/adapters/webhooks/webhook-secrets.js';
import { developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { freePort } from '../support/servers/free-port.mjs';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';
import { needs, root, run } from './python-client.js';

const said: Record<string, RegExp> = {
  'hello.py': /^\d+: Günaydın!$/,
  'listen.py': /^burak: Kim var\?$/,
  'restart.py': /^satır 1\nsatır 2\nsatır 3$/,
  'refused.py': /^There is no such room\.$/,
  'file.py': /^0 of 12\n12 of 12\nrapor\.pdf$/,
};

interface Said {
  body: string;
  sender: object;
}

describeWith(needs, 'the first program in Python', ({ 'packages of the Python client': packages }) => {
  let folder: string;
  let server: ServerProcess;
  let guide: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-python-guide-'));
    server = await startServer({});
    guide = await readFile(join(root, 'docs/guides/python.md'), 'utf8');
    const { PATH, HOME } = process.env;
    env = { PATH, HOME, MEYDAN: server.url, PYTHONPATH: [join(folder, 'installed'), packages].join(delimiter) };
  }, 120_000);

  afterAll(async () => {
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const programs = (): [name: string, code: string][] =>
    [...guide.matchAll(/^```python (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]);

  it('is installed from the running service', async () => {
    const [, lines = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    expect(lines).toContain('pip install http://localhost:3000/docs/client-python.tgz');
    // A folder in place of the virtual environment, with the packages that are at hand.
    const PIP = { PIP_TARGET: join(folder, 'installed'), PIP_NO_DEPS: '1', PIP_NO_BUILD_ISOLATION: '0' };
    const here = lines.replaceAll('http://localhost:3000', server.url);
    await run('bash', ['--norc', '-euo', 'pipefail', '-c', here], { cwd: folder, env: { ...env, ...PIP } });
    await expect(readFile(join(folder, 'installed/meydan/py.typed'), 'utf8')).resolves.toBe('');
  }, 120_000);

  it('does what the guide says, and so do the others', async () => {
    expect(programs().map(([name]) => name)).toEqual(Object.keys(said));
    for (const [name, code] of programs()) {
      await mkdir(join(folder, 'programs'), { recursive: true });
      await writeFile(join(folder, 'programs', name), code);
      expect([name, await outputOf(name)]).toEqual([name, expect.stringMatching(said[name] as RegExp)]);
    }
  }, 120_000);

  it('lets a bot answer as the guide of bots says', async () => {
    const page = await readFile(join(root, 'docs/guides/bots.md'), 'utf8');
    const [, code = ''] = /^```python echo\.py\n([\s\S]*?)^```$/m.exec(page) ?? [];
    await mkdir(join(folder, 'programs'), { recursive: true });
    await writeFile(join(folder, 'programs', 'echo.py'), code);
    const { url } = server;
    const { token } = await developer(url, 'eflatun');
    const post = <T>(path: string, body: object) => rest<T>(url, path, { method: 'POST', token, body });
    await post('/rooms', { name: 'Kahve', slug: 'kahve' });
    const { bot: yanki } = await post<{ bot: { id: string } }>('/bots', { username: 'yanki' });
    const { secret: BOT_TOKEN } = await post<{ secret: string }>(`/bots/${yanki.id}/tokens`, { name: 'bir' });
    await post('/rooms/kahve/members', { account_id: yanki.id });
    const bot = spawn('python3', ['echo.py'], { cwd: join(folder, 'programs'), env: { ...env, BOT_TOKEN } });
    try {
      await once(bot.stdout, 'data');
      await post('/rooms/kahve/messages', { body: '@yanki Merhaba!' });
      const newest = async () =>
        (await rest<{ messages: Said[] }>(url, '/rooms/kahve/messages', { token })).messages[0];
      const answer = await poll(async () => [await newest()].find((row) => row?.body === 'Merhaba!'), {
        until: 'the bot has answered',
      });
      expect(answer.sender).toMatchObject({ username: 'yanki', is_bot: true });
    } finally {
      bot.kill('SIGKILL');
    }
  }, 60_000);

  it('receives a webhook as the guide of bots says', async () => {
    const page = await readFile(join(root, 'docs/guides/bots.md'), 'utf8');
    const [, code = ''] = /^```python receiver\.py\n([\s\S]*?)^```$/m.exec(page) ?? [];
    await mkdir(join(folder, 'programs'), { recursive: true });
    await writeFile(join(folder, 'programs', 'receiver.py'), code);
    const key = Buffer.alloc(32, 7);
    const PORT = String(await freePort());
    const given = { ...env, PORT, HOOK_SECRET: secretText(key) };
    const receiver = spawn('python3', ['receiver.py'], { cwd: join(folder, 'programs'), env: given });
    const body = '{"type": "message:new", "data": {"message": {"body": "Duydun mu?"}}}';
    const call = async (sent: string) => {
      const headers = { ...signedHeaders('msg_x', Date.now(), body, [key]) };
      return (await fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', headers, body: sent })).status;
    };
    try {
      await poll(async () => (await call('{}').catch(() => 0)) === 401, { until: 'the receiver refuses another body' });
      const [[said], status] = await Promise.all([once(receiver.stdout, 'data'), call(body)]);
      expect([String(said).trim(), status]).toEqual(['Duydun mu?', 204]);
    } finally {
      receiver.kill('SIGKILL');
    }
  }, 60_000);

  async function outputOf(name: string): Promise<string> {
    const { stdout } = await run('python3', [name], { cwd: join(folder, 'programs'), env, timeout: 60_000 });
    return stdout.trim();
  }
});
