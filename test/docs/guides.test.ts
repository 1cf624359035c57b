/** Every block of code of the guides is run as it stands there, each guide against a service of its own. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signedHeaders } from '#src/adapters/webhooks/webhook-secrets.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { freePort } from '../support/servers/free-port.mjs';
import { poll } from '../support/time/poll.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = join(root, 'docs/guides');

interface Block {
  language: string;
  file: string | undefined;
  code: string;
}

let folder: string;
beforeAll(async () => {
  // Inside the repository, so that what the client depends on is found.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/guides-'));
  const client = join(folder, 'node_modules/@meydan/client');
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'sdk/tsconfig.json')];
  execFileSync(process.execPath, [...compiler, '--outDir', join(client, 'dist')]);
  await cp(join(root, 'sdk/package.json'), join(client, 'package.json'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function blocksOf(guide: string): Promise<Block[]> {
  const text = await readFile(join(guides, `${guide}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+) ?(\S+)?\n([\s\S]*?)^```$/gm)].map(([, language = '', file, code = '']) => ({
    language,
    file,
    code,
  }));
}

/** The shell's blocks belong together, as a reader types them one after the other. Returns what they say as errors. */
async function runShell({ url }: Booted, blocks: Block[], settings: Record<string, string> = {}): Promise<string> {
  const script = blocks.filter(({ language }) => language === 'bash').map(({ code }) => code);
  expect(script.length).toBeGreaterThan(0);
  const { stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script.join('\n')], {
    env: { PATH: process.env.PATH, MEYDAN: url, ...settings },
  });
  return stderr;
}

async function fileOf({ file = '', code }: Block): Promise<string> {
  await writeFile(join(folder, file), code);
  return join(folder, file);
}

async function runProgram({ url }: Booted, block: Block): Promise<string> {
  const { stdout } = await run(process.execPath, [await fileOf(block)], {
    env: { PATH: process.env.PATH, MEYDAN: url },
    timeout: 60_000,
  });
  return stdout.trim();
}

const said: Record<string, RegExp> = {
  'hello.mjs': /^\d+: Günaydın!$/,
  'listen.mjs': /^bora: Kim var\?$/,
  'files.mjs': /^Akşam için: corba\.pdf$/,
  'refused.mjs': /^There is no such room\.$/,
  'catch-up.mjs': /^Bunu kaçırdın\.$/,
};

describe('a block of code', () => {
  let service: Booted;
  beforeEach(async () => {
    service = await bootApp();
  });
  afterEach(() => service?.[Symbol.asyncDispose]());

  it.each(['curl', 'semantics', 'production'])('for the shell does what it says: %s', async (guide) => {
    await runShell(service, await blocksOf(guide));
  });

  it.each(['sdk', 'semantics'])('that is a program does what it says: %s', async (guide) => {
    const programs = (await blocksOf(guide)).filter(({ language }) => language === 'js');
    expect(programs.length).toBeGreaterThan(0);
    for (const block of programs)
      expect(await runProgram(service, block)).toMatch(said[block.file ?? ''] ?? /^untold$/);
  });
});

describe('the bot of the guide', () => {
  it('says again what is said to it, and ends when it is asked to', async () => {
    await using service = await bootApp();
    const blocks = await blocksOf('bots');
    const script = [...blocks, { language: 'bash', file: undefined, code: 'echo "$BOT_TOKEN" >&2' }];
    const BOT_TOKEN = (await runShell(service, script)).trim();
    const ada = await service.person('ada');
    const [block] = blocks.filter(({ file }) => file === 'echo.mjs');
    if (!block) throw new Error('the guide has no echo.mjs');
    const env = { PATH: process.env.PATH, MEYDAN: service.url, BOT_TOKEN };
    const bot = spawn(process.execPath, [await fileOf(block)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(bot, 'exit');
    try {
      await once(bot.stdout, 'data');
      await service.ask(ada, 'POST', '/api/rooms/kahve/messages', { body: '@yanki Merhaba!' });
      await poll(async () => (await bodies(service, ada)).includes('Merhaba!'), { until: 'the bot has answered' });
      bot.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
    } finally {
      bot.kill('SIGKILL');
    }
  });
});

describe('the receiver of the guide', () => {
  it('says what it was called with, and believes no signature over anything else', async () => {
    await using service = await bootApp();
    const blocks = await blocksOf('bots');
    const PORT = String(await freePort());
    const script = [...blocks, { language: 'bash', file: undefined, code: 'echo "$HOOK_SECRET" >&2' }];
    const RECEIVER = `http://127.0.0.1:${PORT}/meydan`;
    const HOOK_SECRET = (await runShell(service, script, { RECEIVER })).trim();
    const [block] = blocks.filter(({ file }) => file === 'receiver.mjs');
    if (!block) throw new Error('the guide has no receiver.mjs');
    const env = { PATH: process.env.PATH, PORT, HOOK_SECRET };
    const receiver = spawn(process.execPath, [await fileOf(block)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    receiver.stdout.on('data', (chunk) => {
      said += chunk;
    });
    try {
      await poll(() => said.includes('Listening.'), { until: 'the receiver listens' });
      const ada = await service.person('ada');
      await service.ask(ada, 'POST', '/api/rooms/kahve/messages', { body: 'Duydun mu?' });
      await poll(() => said.includes('Duydun mu?'), { until: 'the receiver was called' });
      expect(await forgedCalls(RECEIVER, HOOK_SECRET)).toEqual([204, 401, 401, 401]);
    } finally {
      receiver.kill('SIGKILL');
    }
  });
});

/** A call that is right, one with another body, one with other spaces in it, and one of yesterday. */
async function forgedCalls(url: string, secret: string): Promise<number[]> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const body = '{"type": "webhook:test"}';
  const call = async (sent: string, at: number) => {
    const headers = { ...signedHeaders('msg_x', at, body, [key]), 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: sent })).status;
  };
  const now = Date.now();
  return [
    await call(body, now),
    await call('{"type": "x"}', now),
    await call(JSON.stringify(JSON.parse(body)), now),
    await call(body, now - 86_400_000),
  ];
}

async function bodies({ ask }: Booted, person: Awaited<ReturnType<Booted['person']>>): Promise<string[]> {
  const { body } = await ask(person, 'GET', '/api/rooms/kahve/messages');
  return body.messages.map((row: { body: string }) => row.body);
}

describe('the guides', () => {
  const tried: Record<string, string[]> = {
    backup: ['bash'],
    // echo.py and receiver.py: test/python/guide.test.ts
    bots: ['bash', 'js', 'python'],
    curl: ['bash'],
    import: ['json', 'sh'],
    production: ['bash'],
    // test/python/guide.test.ts
    python: ['python', 'sh'],
    sdk: ['html', 'js', 'jsx', 'sh'],
    semantics: ['bash', 'js'],
    upgrading: ['bash', 'sh'],
  };

  it('have no code that is not tried here, in operator-guides.test.ts or in test/sdk/hooks', async () => {
    const names = (await readdir(guides)).map((file) => file.replace('.md', ''));
    for (const name of names) {
      const languages = new Set((await blocksOf(name)).map(({ language }) => language));
      expect([name, [...languages].sort()]).toEqual([name, tried[name]]);
    }
    expect(names.sort()).toEqual(Object.keys(tried));
  });
});
