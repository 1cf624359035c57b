/** A main thread that stands still: the service ends itself, and nothing that it acknowledged is lost. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRoom, developer, logOf, type Person, rest } from './support/clients/rest.js';
import { buildFresh } from './support/processes/fresh-build.js';
import { type ServerProcess, startServer } from './support/processes/server-process.js';
import { EXIT_STALLED, STALL_ON_SIGNAL, stallSignals } from './support/processes/stalling.js';
import { freePort } from './support/servers/free-port.mjs';
import { poll } from './support/time/poll.js';

const START_MS = 180_000;
const STALL_S = 3;
/** The soak has more. */
const LIVES = Number(process.env.STALL_LIVES ?? 5);
const STOOD = 'main thread stalled';
const STANDS = 'main thread stalled: the process exits';

/** Not over a connection that the stalled process has closed meanwhile. */
const ONCE = { headers: { connection: 'close' } };
const isReady = async ({ url }: ServerProcess) => (await fetch(`${url}/api/ready`, ONCE)).status === 200;
const stall = ({ pid }: ServerProcess, how: keyof typeof stallSignals) => process.kill(pid, stallSignals[how]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The line of the log that says so. */
function lineOf(server: ServerProcess, msg: string): Record<string, unknown> | undefined {
  const line = server
    .output()
    .split('\n')
    .findLast((one) => one.includes(`"msg":"${msg}`));
  return line === undefined ? undefined : JSON.parse(line);
}

async function countedAt(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^meydan_stall_seconds_count (\d+)$/m.exec(text)?.[1]);
}

describe('a main thread that stands still', () => {
  let server: ServerProcess;
  let ada: Person;
  let metricsPort: number;
  beforeAll(async () => {
    buildFresh();
    metricsPort = await freePort();
    const settings = { STALL_S: String(STALL_S), METRICS_PORT: String(metricsPort), NODE_OPTIONS: STALL_ON_SIGNAL };
    server = await startServer(settings);
    ada = await developer(server.url, 'ada');
    await createRoom(server.url, ada, 'oda');
  }, START_MS);
  afterAll(() => server?.remove());

  const say = (body: string) =>
    rest(server.url, '/rooms/oda/messages', { method: 'POST', token: ada.token, body: { body } });

  const newLine = (time: unknown) => {
    const line = lineOf(server, STOOD);
    return line?.time === time ? undefined : line;
  };

  it('is logged with its length and what was begun, and counted, when it goes on', async () => {
    await say('merhaba');
    // A busy machine may have made it stand still at its start, too.
    const before = { line: lineOf(server, STOOD)?.time, count: await countedAt(metricsPort) };
    stall(server, 'a loop of two seconds');
    const line = await poll(() => newLine(before.line), { until: 'the stall is logged' });
    expect(line).toMatchObject({
      level: 'warn',
      part: 'process',
      lastBegun: expect.stringMatching(/^(room|user|job) /),
    });
    expect(line.stalledMs).toBeGreaterThanOrEqual(1_000);
    expect(await countedAt(metricsPort)).toBeGreaterThan(before.count);
  });

  it('is no stall while the whole process is stopped', async () => {
    process.kill(server.pid, 'SIGSTOP');
    await pause((STALL_S + 1) * 1_000);
    process.kill(server.pid, 'SIGCONT');
    expect(await isReady(server)).toBe(true);
    await pause(1_000);
    expect(await isReady(server)).toBe(true);
    expect(lineOf(server, STANDS)).toBeUndefined();
  }, 30_000);

  it.each([
    ['an endless loop', 'R'],
    ['a lock that nobody opens', 'S'],
  ] as const)(
    'ends the process when it is %s, with its own exit code; what was acknowledged is there',
    async (how, state) => {
      await say(`before ${how}`);
      stall(server, how);
      expect(await server.ended()).toBe(EXIT_STALLED);
      const line = lineOf(server, STANDS);
      const stack = expect.arrayContaining([expect.stringContaining('stall-on-signal.mjs:')]);
      expect(line).toMatchObject({ level: 'fatal', part: 'process', lastBegun: expect.any(String), stack });
      if (process.platform === 'linux') expect(line).toMatchObject({ mainThread: { state } });
      await server.start();
      expect((await logOf(server.url, ada, 'oda')).map(({ body }) => body)).toContain(`before ${how}`);
    },
    START_MS,
  );

  it('has left a log without a fault', async () => {
    expect(await server.stop()).toBe(0);
    server.verifyLog();
  }, 60_000);
});

it(
  'ends a process with that code every time, whatever its other threads do',
  async () => {
    buildFresh();
    const child = fileURLToPath(new URL('./support/stands-and-ends.mjs', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'meydan-ends-'));
    const codes: (number | null)[] = [];
    for (let life = 0; life < LIVES; life += 1) {
      const [code] = await once(spawn(process.execPath, [child, folder], { stdio: 'inherit' }), 'exit');
      codes.push(code);
    }
    await rm(folder, { recursive: true, force: true });
    expect(codes).toEqual(Array.from({ length: LIVES }, () => EXIT_STALLED));
  },
  START_MS,
);

it(
  'does not end a process that a debugger may hold',
  async () => {
    const server = await startServer({ STALL_S: '1', NODE_OPTIONS: `--inspect=127.0.0.1:0 ${STALL_ON_SIGNAL}` });
    try {
      stall(server, 'a loop of two seconds');
      expect(await isReady(server)).toBe(true);
      expect(lineOf(server, STANDS)).toBeUndefined();
    } finally {
      await server.remove();
    }
  },
  START_MS,
);
