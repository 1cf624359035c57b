/** What a running service is configured with: the shape that `loadConfig` fills. */
import type { DictionaryConfig } from './dictionary-config.js';
import type { NodeLink } from './node-link.js';
import type { OperatorGroupsConfig } from './operator-groups.js';
import type { PushConfig } from './push-config.js';
import type { RateWindows } from './rate-windows.js';
import type { RedisAddress } from './redis-address.js';
import type { RetentionDays } from './retention-days.js';
import type { Given } from './settings.js';
import type { SizeLimits } from './size-limits.js';
import type { TracingConfig } from './tracing-config.js';
import type { MailConfig, V1Config } from './v1-config.js';

export interface Config {
  readonly environment: 'development' | 'test' | 'production';
  readonly http: HttpConfig;
  readonly store: StoreConfig;
  readonly objects: ObjectsConfig;
  /** The number of processes that serve the port, each of them a node. */
  readonly workers: number;
  /** Null without a cluster. */
  readonly cluster: ClusterConfig | null;
  readonly identity: IdentityConfig;
  readonly push: PushConfig;
  /** Null without a dictionary. */
  readonly dictionary: DictionaryConfig | null;
  readonly v1: V1Config;
  readonly mail: MailConfig;
  /** Whether accounts can log in by name alone. */
  readonly devLogin: boolean;
  /** Whether people may have bots. */
  readonly bots: boolean;
  /** Whether bots may have webhooks. */
  readonly webhooks: boolean;
  /** The first signs, all verify. */
  readonly secrets: readonly [string, ...string[]];
  /** The key of the operator interface; null turns the interface off. */
  readonly consoleKey: string | null;
  /** The key was generated at this start, so that the start prints it. */
  readonly isConsoleKeyMade: boolean;
  /** Null = no group of the identity provider makes an operator. */
  readonly operatorGroups: OperatorGroupsConfig | null;
  readonly rateLimits: boolean;
  readonly rateWindows: RateWindows;
  /** Smaller bounds of messages and files than the specified ones. */
  readonly sizeLimits: SizeLimits;
  /** Other spans of retention than the usual ones. */
  readonly retentionDays: RetentionDays;
  /** Reserved as a username and as the beginning of a slug. */
  readonly brand: string;
  readonly appScheme: string;
  readonly accessTokenTtlS: number;
  readonly refreshTokenTtlS: number;
  /** From the login on, regardless of renewals. */
  readonly sessionMaxAgeS: number;
  readonly uploadLinkTtlS: number;
  readonly downloadLinkTtlS: number;
  /** How long a document can be downloaded after it was sent. */
  readonly documentTtlS: number;
  readonly panelCodeTtlS: number;
  /** Sockets of a closed session end within this time, even if the node missed the event. */
  readonly sessionRecheckS: number;
  readonly sweepIntervalS: number;
  /** The age at which stretches of logs are archived; 0 = never. */
  readonly logArchiveAfterDays: number;
  /** The price of a room's short link. */
  readonly vanityLinkStars: number;
  /** Null = no metrics server. */
  readonly metrics: MetricsConfig | null;
  /** Null = no traces are recorded. */
  readonly tracing: TracingConfig | null;
  /** The source revision of this build; null = unknown. */
  readonly buildRevision: string | null;
  /** Memory for rooms and accounts in MiB; null = a quarter of the heap limit, at least 256. */
  readonly actorBudgetMb: number | null;
  /** The time limit from SIGTERM to the exit. */
  readonly drainS: number;
  /** A main thread that is blocked for this long ends the process; 0 = never. */
  readonly stallS: number;
  /** The share of successful requests that are logged, and from when on a request is slow and logged always. */
  readonly requestLog: { readonly share: number; readonly slowMs: number };
  readonly logLevel: NonNullable<Given['LOG_LEVEL']>;
}

export interface HttpConfig {
  /** 0 takes a free port; see `listeningOn`. */
  readonly port: number;
  readonly host: string;
  /** Base of links, without a slash at its end. */
  readonly publicUrl: string;
  /** True if PUBLIC_URL is not set, so that `publicUrl` follows from the port. */
  readonly isPublicUrlDerived: boolean;
  /** The number of reverse proxies, which decides the X-Forwarded-For entry of the client. */
  readonly trustedProxies: number;
  /** Browser origins whose pages may open a socket; null = any. */
  readonly socketOrigins: readonly string[] | null;
  /** Whether the gateway may use internals of the socket libraries; see http/gateway/transport/fast-path.ts. */
  readonly socketFastPath: boolean;
}

export interface MetricsConfig {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  /** A scrape has to send it as its bearer token; null = none. */
  readonly token: string | null;
}

export interface StoreConfig {
  /** Absolute path of the folder of the embedded store and of generated secrets. */
  readonly dataDir: string;
  /** Null = the embedded engine. */
  readonly mongodbUri: string | null;
}

/** The object store. */
export type ObjectsConfig =
  | { readonly kind: 'local' /** Absolute path. */; readonly dir: string }
  | {
      readonly kind: 's3';
      /** The address at which this service reaches the store. */
      readonly endpoint: string;
      /** The address at which clients reach the store. */
      readonly publicEndpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Whether the bucket is in the path of an address, not in its host. */
      readonly forcePathStyle: boolean;
    };

export interface ClusterConfig {
  readonly redis: RedisAddress;
  /** The beginning of every key and channel; services that share a Redis need different ones. */
  readonly redisPrefix: string;
  /** Null = derived from this machine's name and the port. */
  readonly nodeName: string | null;
  /** Where other nodes reach this one directly; null: nowhere, undefined: where it reaches Redis from, at any port. */
  readonly link?: NodeLink;
  /** A node without a heartbeat for this long is dead. */
  readonly leaseMs: number;
}

export type IdentityConfig =
  | {
      readonly kind: 'external';
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly redirectUris: readonly string[];
    }
  /** The embedded provider. `redirectUris` are allowed besides that of the web page. */
  | { readonly kind: 'development'; readonly redirectUris: readonly string[] }
  | { readonly kind: 'none' };
