/** Connects to the server of a Redis Cluster that is the master of one hash tag; asks the cluster before each connection. */
import { connect as connectPlain, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectEncrypted } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import type { RedisHost } from '#src/config/redis-address.js';

export interface SlotMasterOptions {
  seeds: readonly RedisHost[];
  hashTag: string;
  login: { username?: string; password?: string };
  tls?: ConnectionOptions;
}

/** The first server of a range is its master. */
type SlotRange = [first: number, last: number, ...servers: [host: string, port: number, ...unknown[]][]];

const DISCONNECT_TIMEOUT_MS = 2_000;
/** A server that does not say in time where the master is, is passed over. */
const ASK_TIMEOUT_MS = 1_000;
const ASK_AGAIN_MS = 250;
const KNOWN_HOSTS_MAX = 64;

/** The class that ioredis wants. The servers that one connection has learned of are known to the next. */
export function slotMasterConnector(options: SlotMasterOptions) {
  const known = new Map(options.seeds.map((host) => [keyOf(host), host]));
  return class SlotMasterConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    /** ioredis has read INFO. A server that is no master has been demoted meanwhile. */
    override check({ role }: { role?: string }): boolean {
      return role === undefined || role === 'master';
    }

    /** ioredis gives a connection up for ever if this rejects, so that it asks until the cluster has a master. */
    override async connect(report: (type: string, error: Error) => void): Promise<Socket> {
      this.connecting = true;
      let master: RedisHost | null = null;
      for (let attempt = 0; master === null; attempt += 1) {
        if (attempt > 0) await setTimeout(ASK_AGAIN_MS);
        master = await findMaster(options, known).catch((error: Error) => {
          report('error', error);
          return null;
        });
        if (!this.connecting) throw new Error('the connection was closed meanwhile');
      }
      const { host, port } = master;
      const place: NetConnectOpts = { host, port };
      this.stream = options.tls ? connectEncrypted({ ...place, ...options.tls }) : connectPlain(place);
      this.stream.once('error', (error: Error) => {
        this.firstError = error;
      });
      return this.stream;
    }
  };
}

async function findMaster(options: SlotMasterOptions, known: Map<string, RedisHost>): Promise<RedisHost> {
  const problems: string[] = [];
  for (const asked of [...known.values()]) {
    try {
      const master = await masterBy(asked, options, known);
      if (master) return master;
      problems.push(`${keyOf(asked)} knows no master of {${options.hashTag}}`);
    } catch (error) {
      problems.push(`${keyOf(asked)}: ${(error as Error).message}`);
    }
  }
  throw new Error(`no server of the cluster names the master (${problems.slice(0, 3).join('; ')})`);
}

async function masterBy(
  asked: RedisHost,
  { login, tls, hashTag }: SlotMasterOptions,
  known: Map<string, RedisHost>,
): Promise<RedisHost | null> {
  const client = new Redis({
    ...asked,
    ...login,
    ...(tls && { tls }),
    lazyConnect: true,
    connectTimeout: ASK_TIMEOUT_MS,
    commandTimeout: ASK_TIMEOUT_MS,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  // `connect` and the command report it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const slot = Number(await client.cluster('KEYSLOT', hashTag));
    return remember(await client.cluster('SLOTS'), asked, slot, known);
  } finally {
    client.disconnect();
  }
}

/** The master of the slot. Servers without a name are where they were asked. */
function remember(
  ranges: readonly SlotRange[],
  asked: RedisHost,
  slot: number,
  known: Map<string, RedisHost>,
): RedisHost | null {
  let master: RedisHost | null = null;
  for (const [first, last, ...servers] of ranges) {
    const hosts = servers.map(([host, port]) => ({ host: host || asked.host, port: Number(port) }));
    for (const host of hosts) if (known.size < KNOWN_HOSTS_MAX) known.set(keyOf(host), host);
    if (slot >= first && slot <= last) master = hosts[0] ?? null;
  }
  return master;
}

const keyOf = ({ host, port }: RedisHost): string => `${host}:${port}`;
