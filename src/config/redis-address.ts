/**
 * The address of Redis: one server, the sentinels that watch it, or a cluster.
 *
 * `redis://user:password@host:6379/1`
 * `redis+sentinel://user:password@host:26379,host:26379/name-of-the-master?db=1&sentinel_password=…`
 * `redis+cluster://user:password@host:6379,host:6379`
 *
 * `rediss` in place of `redis` uses TLS everywhere.
 */
export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisLogin {
  readonly username: string | null;
  readonly password: string | null;
}

export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (RedisLogin & {
      readonly kind: 'sentinel';
      readonly isTls: boolean;
      readonly sentinels: readonly RedisHost[];
      readonly sentinelLogin: RedisLogin;
      readonly master: string;
      readonly db: number;
    })
  | (RedisLogin & { readonly kind: 'cluster'; readonly isTls: boolean; readonly seeds: readonly RedisHost[] });

const SERVER = /^rediss?:\/\/[^\s/]+/;
const SEVERAL =
  /^(?<scheme>rediss?)\+(?<kind>sentinel|cluster):\/\/(?:(?<username>[^\s:@/]*)(?::(?<password>[^\s@/]*))?@)?(?<hosts>[^\s@/?#]+)(?:\/(?<path>[^\s/?#]*))?(?:\?(?<query>[^\s#]*))?$/;
const HOST = /^(?:\[(?<v6>[0-9A-Fa-f:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d{1,5}))?$/;
const HOSTS_MAX = 32;
const DB_MAX = 1_023;

/** Throws on an invalid text; the message repeats nothing of it, because it may hold a password. */
export function parseRedisAddress(text: string): RedisAddress {
  if (SERVER.test(text)) return { kind: 'server', url: text };
  const { scheme, kind, username, password, hosts = '', path = '', query = '' } = SEVERAL.exec(text)?.groups ?? {};
  if (kind === undefined) throw new Error('no address of Redis');
  const isTls = scheme === 'rediss';
  const login = { username: decoded(username), password: decoded(password) };
  const asked = new URLSearchParams(query);
  if (kind === 'cluster') {
    if (path !== '') throw new Error('a cluster has neither a name nor databases');
    refuseOthers(asked, []);
    return { kind: 'cluster', isTls, ...login, seeds: hostsOf(hosts, 6379) };
  }
  refuseOthers(asked, ['db', 'sentinel_username', 'sentinel_password']);
  if (path === '') throw new Error('the name of the master is missing');
  const sentinelLogin = { username: asked.get('sentinel_username'), password: asked.get('sentinel_password') };
  const sentinels = hostsOf(hosts, 26_379);
  const master = decodeURIComponent(path);
  return { kind: 'sentinel', isTls, ...login, sentinels, sentinelLogin, master, db: dbOf(asked.get('db')) };
}

function hostsOf(text: string, defaultPort: number): RedisHost[] {
  const hosts = text.split(',').map((item) => {
    const { v6, name, port } = HOST.exec(item)?.groups ?? {};
    const host = v6 ?? name;
    const number = port === undefined ? defaultPort : Number(port);
    if (host === undefined || number < 1 || number > 65_535) throw new Error('not a host with a port');
    return { host, port: number };
  });
  if (hosts.length > HOSTS_MAX) throw new Error('too many hosts');
  return hosts;
}

function dbOf(text: string | null): number {
  const db = Number(text ?? 0);
  if (!Number.isInteger(db) || db < 0 || db > DB_MAX) throw new Error('not a database');
  return db;
}

function refuseOthers(asked: URLSearchParams, known: readonly string[]): void {
  for (const name of asked.keys()) if (!known.includes(name)) throw new Error('an unknown parameter');
}

const decoded = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : decodeURIComponent(text);
