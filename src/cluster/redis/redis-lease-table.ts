/** The lease table in Redis; lease-scripts.ts describes its keys. */
import type { Redis } from 'ioredis';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import {
  type Beat,
  type ClaimGuard,
  type LeaseTable,
  type NodeEntry,
  type PlacedBy,
  type Placement,
  type Table,
  TableUnavailable,
} from '../lease-table.js';
import { BEAT, BEGIN, CLAIM, END, GIVE, LEAVE, PLACE } from './lease-scripts.js';

export interface RedisLeaseTableOptions {
  redis: Redis;
  /** A connection for subscriptions only. */
  subscriber: Redis;
  /** The prefix of all keys; clusters that share a Redis need different ones. */
  prefix: string;
  leaseMs: number;
  /** A later answer counts as none. */
  timeoutMs: number;
}

type Command = 'leaseBegin' | 'leaseBeat' | 'leaseClaim' | 'leaseGive' | 'leasePlace' | 'leaseLeave' | 'leaseEnd';
type Scripted = Record<Command, (...values: (string | number)[]) => Promise<unknown>>;

const KEYS = ['gen', 'nodes', 'owners', 'version', 'placements'];

export class RedisLeaseTable implements LeaseTable {
  readonly #options: RedisLeaseTableOptions;
  readonly #keys: string[];
  readonly #scripts: Scripted;
  /** The run id of the connected server; read again with every connection. */
  #runId: Promise<string> | null = null;
  #token = '';

  constructor(options: RedisLeaseTableOptions) {
    const { redis, prefix } = options;
    this.#options = options;
    this.#keys = KEYS.map((key) => `{${prefix}}:${key}`);
    const scripts: [Command, string][] = [
      ['leaseBegin', BEGIN],
      ['leaseBeat', BEAT],
      ['leaseClaim', CLAIM],
      ['leaseGive', GIVE],
      ['leasePlace', PLACE],
      ['leaseLeave', LEAVE],
      ['leaseEnd', END],
    ];
    for (const [name, lua] of scripts) redis.defineCommand(name, { numberOfKeys: KEYS.length, lua });
    this.#scripts = redis as unknown as Scripted;
    redis.on('close', () => {
      this.#runId = null;
    });
  }

  async begin({ name, token }: NodeEntry, holding: readonly number[]): Promise<Beat> {
    this.#token = token;
    return beatOf(await this.#run('leaseBegin', token, name, ...holding));
  }

  async beat(token: string, version: number): Promise<Beat> {
    return beatOf(await this.#run('leaseBeat', token, version));
  }

  async claim(token: string, slots: readonly number[], { over, generation }: ClaimGuard): Promise<number[]> {
    return slotsOf(await this.#run('leaseClaim', token, generation, over.length, ...over, ...slots));
  }

  async give(token: string, to: string, slots: readonly number[]): Promise<number[]> {
    return slotsOf(await this.#run('leaseGive', token, to, ...slots));
  }

  async place(token: string, by: PlacedBy, slots: readonly (readonly [number, string | null])[]): Promise<void> {
    const values = slots.flatMap(([slot, on]) => [slot, on ?? '']);
    const [answer] = (await this.#run('leasePlace', token, by === 'operator' ? '=' : '~', ...values)) as string[];
    if (answer !== 'placed') throw new TableUnavailable('this node is not alive in the table');
  }

  async leave(token: string): Promise<Beat> {
    return beatOf(await this.#run('leaseLeave', token));
  }

  async end(token: string): Promise<void> {
    await this.#run('leaseEnd', token);
  }

  onChange(listener: () => void): void {
    const { subscriber } = this.#options;
    const channel = this.#keys[3] as string;
    subscriber.on('message', (from: string, by: string) => {
      if (from === channel && by !== this.#token) listener();
    });
    // Without the subscription a change is seen at the next heartbeat. Every new connection subscribes again.
    subscriber.subscribe(channel).catch(() => undefined);
  }

  async #run(command: Command, ...values: (string | number)[]): Promise<unknown> {
    const { leaseMs, timeoutMs } = this.#options;
    try {
      const ran = this.#server().then((runId) => this.#scripts[command](...this.#keys, runId, leaseMs, ...values));
      return await withTimeout(timeoutMs, ran);
    } catch (cause) {
      throw new TableUnavailable(`Redis: ${(cause as Error).message}`, { cause });
    }
  }

  #server(): Promise<string> {
    this.#runId ??= this.#options.redis.info('server').then((text) => {
      const id = /^run_id:(\w+)/m.exec(text)?.[1];
      if (!id) throw new Error('Redis does not report its run_id');
      return id;
    });
    const asked = this.#runId;
    asked.catch(() => {
      if (this.#runId === asked) this.#runId = null;
    });
    return asked;
  }
}

type LivingAnswer = [
  quietMs: number,
  tableMs: number,
  generation: string,
  version: number,
  nodes?: string[],
  owners?: string[],
  placements?: string[],
];

const slotsOf = (answer: unknown): number[] => (answer as string[]).map(Number);

function beatOf(answer: unknown): Beat {
  const [status, ...rest] = answer as [string, ...unknown[]];
  if (status === 'lost' || status === 'void') return { status };
  if (status === 'taken') return { status, by: rest[0] as string };
  const [quietMs, tableMs, generation, version, nodes, owners, placements = []] = rest as LivingAnswer;
  return {
    status: 'alive',
    quietMs,
    tableMs,
    generation,
    table: nodes && owners ? tableOf(version, nodes, owners, placements) : null,
  };
}

function tableOf(version: number, nodes: string[], owners: string[], placements: string[]): Table {
  return {
    version,
    nodes: pairs(nodes).map(([token, name]) => ({ token, name: name.slice(1), isLeaving: name.startsWith('-') })),
    owners: new Map(pairs(owners).map(([slot, token]) => [Number(slot), token])),
    placements: new Map(pairs(placements).map(([slot, placed]) => [Number(slot), placementOf(placed)])),
  };
}

const placementOf = (placed: string): Placement => ({
  on: placed.slice(1),
  by: placed.startsWith('=') ? 'operator' : 'balancer',
});

function pairs(flat: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([flat[at] as string, flat[at + 1] as string]);
  return found;
}
