/** A service in a process of its own with its limits on, people who talk in it, and the figures of their waits. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'socket.io-client';
import { dial } from '../gateway/talker.js';
import { startServer } from '../support/processes/server-process.js';
import { freePort } from '../support/servers/free-port.mjs';
import { poll } from '../support/time/poll.js';

const FLOODER = new URL('flooder.mjs', import.meta.url).pathname;
/** Twenty messages in ten seconds are everybody's. */
const SEND_INTERVAL_MS = 600;
const ARTICLE_TEXT = 'x'.repeat(60_000);

export interface Figures {
  /** Of the others in the flooded room, and of people in another room, from the moment they meant to send. */
  room: Waits;
  elsewhere: Waits;
  loopP99Ms: number;
  loopMaxMs: number;
  memoryMb: number;
  /** Processor time of the service, of one core. */
  cpuShare: number;
  /** How long the flood went on, with the answers that were still due. */
  seconds: number;
  flood: { asked: number; answered: number; closed: number };
}

interface Waits {
  count: number;
  p50: number;
  p99: number;
}

export interface Flood {
  kind: string;
  /** Connections, and what is under way on each. */
  sockets: number;
  inFlight: number;
}

interface Member {
  token: string;
  socket: Socket;
  room: string;
}

export interface FloodedService extends AsyncDisposable {
  /** What people notice while nobody, or somebody, floods for so long. */
  measure(flood: Flood | null, seconds: number): Promise<Figures>;
}

export async function openFloodedService(): Promise<FloodedService> {
  const metricsPort = await freePort();
  const server = await startServer({ METRICS_PORT: String(metricsPort), TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  const members: Member[] = [];
  let logins = 0;
  const logIn = () => logInTo(server.url, `kisi${++logins}`);
  try {
    for (const [slug, size] of [
      ['kahve', 16],
      ['bahce', 8],
    ] as const)
      members.push(...(await peopleOf(server.url, slug, size, logIn)));
    await Promise.all(members.filter(({ room }) => room === 'kahve').map(sendArticle));
  } catch (error) {
    await server.remove();
    throw error;
  }
  return {
    async measure(flood, forS) {
      const newcomer = await logIn();
      await join(server.url, newcomer, 'kahve');
      const messageId = await messageOf(server.url, newcomer);
      const orders = { ...flood, port: Number(new URL(server.url).port), tokens: [newcomer], room: 'kahve', messageId };
      const flooder = flood ? new Flooder(orders) : null;
      try {
        await flooder?.begun();
        const before = await figuresOf(metricsPort);
        const began = performance.now();
        const waits = await waitsOf(members, forS);
        const { cpuS, ...figures } = await figuresOf(metricsPort);
        const seconds = (performance.now() - began) / 1_000;
        const cpuShare = Number(((cpuS - before.cpuS) / seconds).toFixed(2));
        return {
          ...waits,
          ...figures,
          cpuShare,
          seconds,
          flood: (await flooder?.end()) ?? { asked: 0, answered: 0, closed: 0 },
        };
      } finally {
        flooder?.kill();
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { socket } of members) socket.disconnect();
      await server.remove();
    },
  };
}

async function peopleOf(url: string, slug: string, size: number, logIn: () => Promise<string>): Promise<Member[]> {
  const tokens: string[] = [];
  while (tokens.length < size) tokens.push(await logIn());
  await ask(url, tokens[0] as string, 'POST', '/api/rooms', { name: slug, slug });
  await Promise.all(tokens.slice(1).map((token) => join(url, token, slug)));
  return Promise.all(
    tokens.map(async (token) => {
      const socket = dial(url, { token });
      await once(socket as never, 'ready');
      await socket.timeout(10_000).emitWithAck('room:open', { room: slug });
      return { token, socket, room: slug };
    }),
  );
}

const join = (url: string, token: string, slug: string) => ask(url, token, 'POST', `/api/rooms/${slug}/join`, {});

async function messageOf(url: string, token: string): Promise<string> {
  const { message } = await ask(url, token, 'POST', '/api/rooms/kahve/messages', { body: 'merhaba' });
  return message.id;
}

async function sendArticle({ socket, room }: Member): Promise<void> {
  const article = { title: 'Uzun', blocks: [{ type: 'paragraph', text: ARTICLE_TEXT }] };
  const { ok, error } = await socket.timeout(10_000).emitWithAck('message:new', { room, article });
  if (!ok) throw new Error(`An article was refused: ${JSON.stringify(error)}`);
}

/** Each from a network of its own: logins are counted by network. */
async function logInTo(url: string, name: string): Promise<string> {
  const from = `192.0.2.${Number(name.slice(4)) % 250}`;
  const { access_token: token, account } = await ask(url, null, 'POST', '/api/auth/developer', { name }, from);
  if (account.username !== name) await ask(url, token, 'PUT', '/api/me/username', { username: name });
  return token;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON of the service.
type Json = any;

async function ask(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body: object,
  from = '192.0.2.251',
) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  const json: Json = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json)}`);
  return json;
}

/** Everybody talks at an even pace, one a little after the other. */
async function waitsOf(members: readonly Member[], seconds: number): Promise<Pick<Figures, 'room' | 'elsewhere'>> {
  const waits: { room: string; ms: number }[] = [];
  const talk = async ({ socket, room }: Member, index: number) => {
    const first = performance.now() + (index * SEND_INTERVAL_MS) / members.length;
    const sent: Promise<void>[] = [];
    for (let due = first; due < first + seconds * 1_000; due += SEND_INTERVAL_MS) {
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      sent.push(send(socket, room, due).then((ms) => void waits.push({ room, ms })));
    }
    await Promise.all(sent);
  };
  await Promise.all(members.map(talk));
  const of = (room: string) => quantiles(waits.filter((each) => each.room === room).map(({ ms }) => ms));
  return { room: of('kahve'), elsewhere: of('bahce') };
}

async function send(socket: Socket, room: string, due: number): Promise<number> {
  const { ok, error } = await socket.timeout(60_000).emitWithAck('message:new', { room, body: 'merhaba' });
  if (!ok) throw new Error(`Somebody who keeps to the limits was refused: ${JSON.stringify(error)}`);
  return performance.now() - due;
}

function quantiles(values: number[]): Waits {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

/** Since the last reading, but for memory, which is what it is. */
async function figuresOf(
  port: number,
): Promise<Pick<Figures, 'loopP99Ms' | 'loopMaxMs' | 'memoryMb'> & { cpuS: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  const delay = (quantile: string) =>
    Math.round(value(`meydan_event_loop_delay_seconds{quantile="${quantile}"}`) * 1_000);
  const memoryMb = Math.round(value('meydan_memory_bytes{kind="rss"}') / 1_048_576);
  return { loopP99Ms: delay('0.99'), loopMaxMs: delay('1'), memoryMb, cpuS: value('meydan_cpu_seconds_total') };
}

/** The process that floods. */
class Flooder {
  readonly #child: ChildProcess;
  #said = '';

  constructor(orders: object) {
    this.#child = spawn(process.execPath, [FLOODER, JSON.stringify(orders)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout?.on('data', (text) => {
      this.#said += text;
    });
  }

  async begun(): Promise<void> {
    await poll(() => this.#said.startsWith('begun\n'), { until: 'the flood begins', withinMs: 60_000 });
  }

  async end(): Promise<Figures['flood']> {
    this.#child.stdin?.end();
    await poll(() => this.#said.endsWith('}\n'), { until: 'the flood tells its counts', withinMs: 60_000 });
    return JSON.parse(this.#said.slice('begun\n'.length));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
