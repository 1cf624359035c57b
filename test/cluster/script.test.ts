/** `npm run cluster`: what an operator tries out, started and stopped as at a keyboard. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { freePorts } from '../support/servers/free-port.mjs';
import { mongodForTests } from '../support/servers/mongod.js';
import { redisForTests } from '../support/servers/redis.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/cluster.mjs', import.meta.url));
const START_MS = 240_000;

interface Entered {
  accountId: string;
  token: string;
}

describeWith({ mongod: mongodForTests(), 'redis-server': redisForTests() }, 'npm run cluster', theScript);

function theScript(): void {
  let dir = '';
  let script: ChildProcess;
  let output = '';
  let url = '';
  let metricsPort = 0;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-cluster-'));
    const { PATH, HOME, TMPDIR, MEYDAN_MONGOD, MEYDAN_REDIS } = process.env;
    const given = Object.entries({ PATH, HOME, TMPDIR, MEYDAN_MONGOD, MEYDAN_REDIS });
    const kept = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    // Each node takes the next one.
    metricsPort = await freePorts(4);
    const env = {
      ...kept,
      METRICS_PORT: String(metricsPort),
      DATA_DIR: dir,
      RATE_LIMITS: 'off',
      LEASE_MS: '4000',
    } as unknown as NodeJS.ProcessEnv;
    script = spawn(process.execPath, [SCRIPT, '--nodes', '2', '--port', '0'], { env, stdio: 'pipe' });
    for (const stream of [script.stdout, script.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ready = () => /The cluster is ready at (http:\/\/localhost:\d+)/.exec(output)?.[1] ?? ended();
    const ended = () => {
      if (script.exitCode !== null) throw new Error(`the script ended with ${script.exitCode}:\n${output}`);
      return null;
    };
    url = await poll(ready, { until: 'the cluster is ready', withinMs: START_MS, everyMs: 100 });
  }, START_MS + 10_000);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(async () => {
    if (script.exitCode === null && script.signalCode === null) {
      // Asked twice, it cuts off everything that it has started.
      script.kill('SIGINT');
      script.kill('SIGINT');
      await once(script, 'exit');
    }
    await rm(dir, { recursive: true, force: true });
  }, 60_000);

  const nodeUrl = (name: string) =>
    new RegExp(`^ {2}${name} {2}(http://localhost:\\d+)`, 'm').exec(output)?.[1] ?? 'none';

  async function ask(method: string, path: string, token: string | null, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  }

  async function enter(name: string): Promise<Entered> {
    const answer = await ask('POST', '/api/auth/developer', null, { name });
    const { account, access_token: token } = (await answer.json()) as { account: { id: string }; access_token: string };
    const named = await ask('PUT', '/api/me/username', token, { username: name });
    expect(named.status).toBe(200);
    return { accountId: account.id, token };
  }

  /** Which node it is comes with the first event. */
  async function connect(to: string, { token }: Entered): Promise<{ socket: Socket; node: string }> {
    const socket = io(to, { transports: ['websocket'], auth: { token }, forceNew: true });
    sockets.push(socket);
    const { node } = await new Promise<{ node: string }>((resolve, reject) => {
      socket.once('ready', resolve);
      socket.once('connect_error', reject);
    });
    return { socket, node };
  }

  const told = (socket: Socket, name: string, payload: object) => socket.timeout(10_000).emitWithAck(name, payload);

  it('shows the metrics of its first node at METRICS_PORT', async () => {
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  });

  it('carries a message from one node to a client of the other', async () => {
    const [ada, bora] = [await enter('ada'), await enter('bora')];
    expect((await ask('POST', '/api/rooms', ada.token, { name: 'Meydan', slug: 'orta' })).status).toBe(201);
    expect((await ask('POST', '/api/rooms/orta/join', bora.token, {})).status).toBe(200);
    const here = (await connect(nodeUrl('node-1'), ada)).socket;
    const there = (await connect(nodeUrl('node-2'), bora)).socket;
    expect(await told(there, 'room:open', { room: 'orta' })).toMatchObject({ ok: true });
    const heard = new Promise((resolve) => there.once('message:new', resolve));
    expect(await told(here, 'message:new', { room: 'orta', body: 'selam' })).toMatchObject({ ok: true });
    expect(await heard).toMatchObject({ room: 'orta', message: { body: 'selam', sender: { username: 'ada' } } });
  }, 60_000);

  it('spreads sockets over the nodes behind one port, and spares one that drains', async () => {
    const cem = await enter('cem');
    const first = (await connect(nodeUrl('node-1'), cem)).node;
    const second = (await connect(nodeUrl('node-2'), cem)).node;
    const four = [];
    for (let at = 0; at < 4; at += 1) four.push((await connect(url, cem)).node);
    expect(four.toSorted()).toEqual([first, first, second, second].toSorted());
    script.stdin?.write('drain 1\n');
    await poll(() => output.includes('[node-1] SIGTERM: draining'), { until: 'one drains', withinMs: 20_000 });
    const { node, socket } = await connect(url, cem);
    expect(node).toBe(second);
    expect(await told(socket, 'room:open', { room: 'nowhere' })).toMatchObject({ error: { code: 'room_not_found' } });
    await poll(() => output.split('[node-1] Meydan is ready').length === 3, {
      until: 'it is back',
      withinMs: 90_000,
    });
  }, 150_000);

  it('leaves nothing behind on Ctrl-C', async () => {
    script.kill('SIGINT');
    const [code] = await once(script, 'close');
    expect(code).toBe(0);
    expect(output).toContain('Everything is stopped.');
    // One that drained before, and both at the end.
    expect(output.match(/Drained\./g) ?? output).toHaveLength(3);
    await expect(fetch(`${url}/api/ready`)).rejects.toThrow();
    await expect(fetch(`${nodeUrl('node-2')}/api/ready`)).rejects.toThrow();
    const [database] = /127\.0\.0\.1:\d+(?=\/meydan)/.exec(output) ?? [];
    await expect(fetch(`http://${database}/`)).rejects.toThrow();
  }, 90_000);
}
