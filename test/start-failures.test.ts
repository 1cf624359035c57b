/** A start that fails says why in a sentence that names the setting, and the process ends by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { buildFresh } from './support/processes/fresh-build.js';
import { type ServerProcess, startServer } from './support/processes/server-process.js';
import { freePort } from './support/servers/free-port.mjs';
import { mongodForTests, startMongod } from './support/servers/mongod.js';
import { redisForTests, startRedis } from './support/servers/redis.js';
import { poll } from './support/time/poll.js';

const SECRETS = ['c01dcafeb1946ac92492d2347c6235b4d2611184', '5eedf00d591785b794601e212b260e25925636fd'];
/** Two seconds are the promise; a busy machine is given more. */
const END_WITHIN_MS = 6_000;

interface Failed {
  code: number | null;
  output: string;
  /** From its last words to its end. */
  tookMs: number;
}

async function failedStart(settings: Record<string, string>): Promise<Failed> {
  const { PATH } = process.env;
  const env = { ...(PATH && { PATH }), PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'warn', ...settings };
  const child: ChildProcess = spawn(process.execPath, ['dist/src/main.js'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let saidAt = Number.NaN;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (text.includes('Meydan cannot start.')) saidAt = performance.now();
    });
  }
  const ended = once(child, 'close');
  const said = poll(() => !Number.isNaN(saidAt), { until: 'it says why', withinMs: 60_000 });
  await Promise.race([said, ended]);
  const cut = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  const [code] = (await ended) as [number | null];
  clearTimeout(cut);
  return { code, output, tookMs: performance.now() - saidAt };
}

function expectSentence({ code, output, tookMs }: Failed, sentence: string | RegExp): void {
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
  expect(tookMs).toBeLessThan(END_WITHIN_MS);
}

let dir: string;
beforeAll(buildFresh, 120_000);
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-failing-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('a start that fails ends with 1 and names the cause', () => {
  it('when the port of the metrics is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    expectSentence(
      await failedStart({ DATA_DIR: dir, METRICS_PORT: String(port) }),
      `METRICS_PORT=${port} cannot be opened`,
    );
    taken.close();
  }, 60_000);

  it('when SECRET is not that of the data', async () => {
    const first = await startServer({ DATA_DIR: dir, SECRET: SECRETS[0] as string });
    expect(await first.stop()).toBe(0);
    expectSentence(await failedStart({ DATA_DIR: dir, SECRET: SECRETS[1] as string }), 'SECRET does not open');
    await first.remove();
  }, 120_000);

  it.each([
    ['is no address of this machine', '203.0.113.7'],
    ['is a name that nobody knows', 'no-such-host.invalid'],
  ])(
    'when HOST %s',
    async (_, host) => {
      expectSentence(
        await failedStart({ DATA_DIR: dir, HOST: host, ALLOW_DEV_DOORS: 'yes' }),
        `HOST=${host} cannot be listened on`,
      );
    },
    60_000,
  );

  it('when the folder of the data is a file', async () => {
    await writeFile(join(dir, 'file'), '');
    expectSentence(await failedStart({ DATA_DIR: join(dir, 'file') }), /file.*cannot be (used|created)/);
  }, 60_000);

  it('when the folder of the files cannot be made', async () => {
    await mkdir(join(dir, 'data'));
    await writeFile(join(dir, 'data/objects'), '');
    expectSentence(await failedStart({ DATA_DIR: join(dir, 'data') }), /objects.* cannot be used.*DATA_DIR/);
  }, 60_000);
});

it('ends the process when the thread of the embedded store breaks', async () => {
  const hook = new URL('./support/processes/crash-store-thread.mjs', import.meta.url).pathname;
  const server = await startServer({ NODE_OPTIONS: `--import ${hook}` });
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.ended()).toBe(1);
  expect(server.output()).toMatch(/Stopping: .*the thread of .*store\.db/);
  await server.remove();
}, 120_000);

const [mongodBinary, redisBinary] = [mongodForTests(), redisForTests()];

if (mongodBinary && redisBinary) {
  it('gives back the slots of a node whose start fails after it has joined the others', async () => {
    const [mongod, redis] = [await startMongod(mongodBinary), await startRedis(redisBinary)];
    const shared = { MONGODB_URI: mongod.uriOf('meydan'), REDIS_URL: redis.url, SECRET: SECRETS[0] as string };
    const metricsPort = String(await freePort());
    const client = new Redis(redis.url);
    let first: ServerProcess | undefined;
    try {
      first = await startServer({ ...shared, NODE_NAME: 'a', METRICS_PORT: metricsPort });
      const isAllTaken = async () => (await client.hlen('{meydan}:owners')) === 1_024;
      await poll(isAllTaken, { until: 'the first node holds every slot', withinMs: 30_000 });
      const failed = await failedStart({ ...shared, NODE_NAME: 'b', DATA_DIR: dir, METRICS_PORT: metricsPort });
      expectSentence(failed, `METRICS_PORT=${metricsPort} cannot be opened`);
      const nodes = await client.hgetall('{meydan}:nodes');
      expect(Object.keys(nodes)).toHaveLength(1);
      expect(new Set(await client.hvals('{meydan}:owners'))).toEqual(new Set(Object.keys(nodes)));
    } finally {
      client.disconnect();
      await first?.remove();
      await redis.stop();
      await mongod.stop();
    }
  }, 240_000);
}
