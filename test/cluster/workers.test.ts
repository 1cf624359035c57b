/** `WORKERS=2`: two nodes of one cluster in two processes, behind one port and under one process that starts them. */
import { spawnSync } from 'node:child_process';
import { io, type Socket } from 'socket.io-client';
import { collectorOptions } from '#src/concurrency/collector-options.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { freePorts } from '../support/servers/free-port.mjs';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const LEASE_MS = 2_400;

describeOnRedis('workers behind one port', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    let server: ServerProcess;
    let token = '';
    let metricsPort = 0;
    const sockets: Socket[] = [];

    beforeAll(async () => {
      metricsPort = await freePorts(2);
      server = await startServer({
        WORKERS: '2',
        NODE_NAME: 'meydan',
        MONGODB_URI: mongod().freshUri(),
        REDIS_URL: redis().url,
        SECRET: 'x'.repeat(32),
        METRICS_PORT: String(metricsPort),
        LEASE_MS: String(LEASE_MS),
        RATE_LIMITS: 'off',
      });
      const answer = await ask('POST', '/api/auth/developer', { name: 'ada' });
      token = ((await answer.json()) as { access_token: string }).access_token;
      expect((await ask('PUT', '/api/me/username', { username: 'ada' })).status).toBe(200);
      await poll(() => server.output().includes('2 workers'), { until: 'all workers are ready' });
    }, 180_000);
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.close();
    });
    afterAll(() => server?.remove(), 60_000);

    const ask = (method: string, path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });

    /** Which node it is comes with the first event. */
    async function connect(): Promise<{ socket: Socket; node: string }> {
      const socket = io(server.url, {
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
        reconnection: false,
      });
      sockets.push(socket);
      const { node } = await new Promise<{ node: string }>((resolve, reject) => {
        socket.once('ready', resolve);
        socket.once('connect_error', reject);
      });
      return { socket, node };
    }

    const told = (socket: Socket, name: string, payload: object) => socket.timeout(10_000).emitWithAck(name, payload);

    const workers = () =>
      spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((pid) => pid !== '')
        .map(Number);

    /** The messages of a room, each sent until it is acknowledged. */
    async function send(texts: string[]): Promise<void> {
      for (const text of texts) {
        const sent = () => ask('POST', '/api/rooms/orta/messages', { body: text, client_id: text });
        await poll(async () => (await sent().catch(() => null))?.ok, { until: `${text} is stored`, everyMs: 100 });
      }
    }

    async function stored(): Promise<string[]> {
      const { socket } = await connect();
      const bodies: string[] = [];
      for (let after = 0; ; ) {
        const page = await told(socket, 'message:list', { room: 'orta', after_seq: after, limit: 200 });
        const rows = page.messages as { seq: number; body: string }[];
        if (rows.length === 0) return bodies;
        bodies.push(...rows.map(({ body }) => body));
        after = rows.at(-1)?.seq as number;
      }
    }

    it('share the sockets, and each of them shows its own metrics', async () => {
      const nodes = [];
      for (let count = 0; count < 4; count += 1) nodes.push((await connect()).node);
      expect(new Set(nodes).size).toBe(2);
      for (const port of [metricsPort, metricsPort + 1]) {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        expect(text).toMatch(/^meydan_sockets_open 2$/m);
      }
    });

    it('carry what happens in one to the sockets of the other', async () => {
      expect((await ask('POST', '/api/rooms', { name: 'Meydan', slug: 'orta' })).status).toBe(201);
      const all = [await connect(), await connect(), await connect(), await connect()];
      const here = all[0] as (typeof all)[number];
      const there = all.find(({ node }) => node !== here.node) as (typeof all)[number];
      expect(await told(there.socket, 'room:open', { room: 'orta' })).toMatchObject({ ok: true });
      const heard = new Promise((resolve) => there.socket.once('message:new', resolve));
      expect(await told(here.socket, 'message:new', { room: 'orta', body: 'selam', client_id: 'selam' })).toMatchObject(
        {
          ok: true,
        },
      );
      expect(await heard).toMatchObject({ message: { body: 'selam' } });
    });

    it('have no helpers of the collector where no processor is to spare for them', () => {
      const commands = workers().map(
        (pid) => spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout,
      );
      const [option] = collectorOptions(2);
      expect(commands.map((command) => command.includes('--no-parallel-scavenge'))).toEqual(
        Array(2).fill(option !== undefined),
      );
    });

    it('are started again after a kill -9, and what was acknowledged is there', async () => {
      const before = workers();
      process.kill(before[0] as number, 'SIGKILL');
      await send(['one', 'two', 'three']);
      await poll(() => workers().length === 2 && !workers().includes(before[0] as number), {
        until: 'another one runs',
      });
      // A session may have ten sockets.
      const isShared = async () => {
        const [one, other] = [await connect(), await connect()];
        for (const { socket } of [one, other]) socket.close();
        return one.node !== other.node;
      };
      await poll(() => isShared().catch(() => false), {
        until: 'both serve again',
        withinMs: 60_000,
        everyMs: 200,
      });
      expect(server.output()).toContain('worker exited');
      expect(await stored()).toEqual(expect.arrayContaining(['selam', 'one', 'two', 'three']));
    }, 120_000);

    it('are replaced one after the other on SIGUSR2, while requests go on', async () => {
      const before = workers();
      process.kill(server.pid, 'SIGUSR2');
      const failures: unknown[] = [];
      let count = 0;
      while (!server.output().includes('All workers are new.')) {
        const name = `during-${count}`;
        count += 1;
        await send([name]);
        // A connection of its own: one that is kept open may be closed by a draining worker just as it is used again.
        const headers = { connection: 'close' };
        const asked = fetch(`${server.url}/api/usernames/available?username=eda`, { headers });
        const answer = await asked.catch((error: unknown) => error);
        if (!(answer instanceof Response) || answer.status !== 200) failures.push(answer);
      }
      expect(failures).toEqual([]);
      expect(count).toBeGreaterThan(2);
      expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
      const names = Array.from({ length: count }, (_, at) => `during-${at}`);
      expect((await stored()).filter((text) => text.startsWith('during'))).toEqual(names);
    }, 120_000);

    it('drain with the process that started them', async () => {
      const pids = workers();
      const code = await server.stop();
      expect(code === 0 ? '' : server.output()).toBe('');
      const isAlive = (pid: number) => spawnSync('kill', ['-0', String(pid)]).status === 0;
      expect(pids.filter(isAlive)).toEqual([]);
    }, 60_000);
  });
});

describe('workers on the embedded store', () => {
  it('are refused, with the settings that they need', async () => {
    const { loadConfig } = await import('#src/config/config.js');
    expect(() => loadConfig({ WORKERS: '2' })).toThrow(/WORKERS=2 is set without REDIS_URL/);
    expect(() => loadConfig({ WORKERS: 'auto' })).toThrow(/WORKERS=auto is set without REDIS_URL/);
  });
});
