/**
 * A connection to the one Redis server that holds the keys of this service: a named server, the master that sentinels
 * name, or the master of a slot of a Redis Cluster. All keys and channels share one hash tag, so that one server has
 * all of them, and a connection that subscribes behaves the same in all three cases.
 */
import { Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from '#src/config/redis-address.js';
import { slotMasterConnector } from './slot-master-connector.js';

export interface RedisConnectionOptions {
  address: RedisAddress;
  prefix: string;
  /** A server that has answered nothing for this long counts as gone, also if the connection stands. */
  silentMs: number;
  /** Whether a connection that comes back subscribes by itself to what the lost one had; default: yes. */
  resubscribes?: boolean;
}

type SeveralHosts = Exclude<RedisAddress, { kind: 'server' }>;

/**
 * The library renews subscriptions without a look at their outcome, so that a connection that is lost or closed
 * meanwhile would leave a rejection that nobody handles. Whoever subscribes gets the failure all the same.
 */
class Connection extends Redis {
  override sendCommand(...sent: Parameters<Redis['sendCommand']>): unknown {
    const [command] = sent;
    if (command.name.endsWith('subscribe')) command.promise.catch(() => undefined);
    return super.sendCommand(...sent);
  }
}

/** The connection is opened by `connect()`. A command waits briefly for a reconnect and then fails. */
export function createRedisConnection({ address, prefix, silentMs, ...rest }: RedisConnectionOptions): Redis {
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    socketTimeout: silentMs,
    autoResubscribe: rest.resubscribes ?? true,
    retryStrategy: reconnectDelay,
    reconnectOnError: isElsewhere,
  } satisfies RedisOptions;
  const redis =
    address.kind === 'server'
      ? new Connection(address.url, options)
      : new Connection({ ...options, ...byAddress(address, prefix) });
  // The caller of a command gets its failure; the library repeats it here.
  redis.on('error', () => undefined);
  return redis;
}

/** Where the server is, is asked anew for each connection. */
function byAddress(address: SeveralHosts, prefix: string): Omit<RedisOptions, 'replyMapping'> {
  const login = loginOf(address);
  const tls = address.isTls ? { tls: {} } : {};
  if (address.kind === 'cluster') {
    const Connector = slotMasterConnector({ seeds: address.seeds, hashTag: prefix, login, ...tls });
    return { ...login, ...tls, Connector };
  }
  const { sentinels, sentinelLogin, master, db, isTls } = address;
  return {
    ...login,
    ...tls,
    db,
    sentinels: sentinels.map((sentinel) => ({ ...sentinel })),
    name: master,
    ...(sentinelLogin.username !== null && { sentinelUsername: sentinelLogin.username }),
    ...(sentinelLogin.password !== null && { sentinelPassword: sentinelLogin.password }),
    ...(isTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
    // Sentinels announce a new master; a former one that still runs would keep the connection otherwise.
    failoverDetector: true,
    sentinelRetryStrategy: reconnectDelay,
  };
}

function loginOf({ username, password }: SeveralHosts): { username?: string; password?: string } {
  return { ...(username !== null && { username }), ...(password !== null && { password }) };
}

const reconnectDelay = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000);

/** The server is not, or no longer, the master of our keys: the command fails, the next one meets the one that is. */
const isElsewhere = ({ message }: Error): boolean => /^(MOVED|READONLY|CLUSTERDOWN|MASTERDOWN) /.test(message);
