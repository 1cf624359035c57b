/** Parses the environment into one frozen Config. Invalid settings stop the start with one message for all of them. */
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError } from './config-error.js';
import type {
  ClusterConfig,
  Config,
  HttpConfig,
  IdentityConfig,
  MetricsConfig,
  ObjectsConfig,
} from './config-shape.js';
import { conflictsOf } from './conflict-rules.js';
import { buildDictionary } from './dictionary-config.js';
import { buildOperatorGroups } from './operator-groups.js';
import { buildPush } from './push-config.js';
import { rateWindowsWith } from './rate-windows.js';
import { type Environment, readSettings } from './read-settings.js';
import { ownConsoleKey, ownSecret } from './secret-file.js';
import type { Given } from './settings.js';
import { buildTracing } from './tracing-config.js';
import { buildMail, buildV1 } from './v1-config.js';

export { ConfigError } from './config-error.js';
export type * from './config-shape.js';
export type { DictionaryConfig } from './dictionary-config.js';
export type { OperatorGroupsConfig } from './operator-groups.js';
export type { PushConfig, WebPushConfig } from './push-config.js';
export { type RateWindowName, type RateWindows, rateWindows } from './rate-windows.js';
export type { Environment } from './read-settings.js';
export type { TracingConfig } from './tracing-config.js';
export { type MailConfig, type V1Config, v1Origins } from './v1-config.js';

/** Reads the settings. Outside production it also generates a missing DATA_DIR/secret. */
export function loadConfig(env: Environment): Config {
  const given = readSettings(env);
  const conflicts = conflictsOf(given);
  if (conflicts.length > 0) throw new ConfigError(conflicts);
  return deepFreeze(build(given));
}

/** The config with the actual port. */
export function listeningOn(config: Config, port: number): Config {
  const publicUrl = config.http.isPublicUrlDerived ? `http://localhost:${port}` : config.http.publicUrl;
  return deepFreeze({ ...config, http: { ...config.http, port, publicUrl } });
}

function build(given: Given): Config {
  const isProduction = given.NODE_ENV === 'production';
  const dataDir = resolve(given.DATA_DIR ?? './data');
  const secrets = (given.SECRET ?? [ownSecret(dataDir)]) as [string, ...string[]];
  return {
    environment: given.NODE_ENV ?? 'development',
    http: buildHttp(given, isProduction),
    store: { dataDir, mongodbUri: given.MONGODB_URI ?? null },
    objects: buildObjects(given, dataDir),
    workers: given.WORKERS === 'auto' ? availableParallelism() : (given.WORKERS ?? 1),
    cluster: buildCluster(given),
    identity: buildIdentity(given, isProduction),
    push: buildPush(given, secrets),
    dictionary: buildDictionary(given, secrets[0]),
    v1: buildV1(given),
    mail: buildMail(given, dataDir),
    devLogin: given.DEV_LOGIN ? given.DEV_LOGIN === 'on' : !isProduction,
    bots: given.BOTS !== 'off',
    webhooks: given.BOTS !== 'off' && given.WEBHOOKS !== 'off',
    secrets,
    operatorGroups: buildOperatorGroups(given),
    consoleKey: given.CONSOLE_KEY ?? (isProduction ? null : ownConsoleKey(dataDir)),
    isConsoleKeyMade: given.CONSOLE_KEY === undefined && !isProduction,
    rateLimits: given.RATE_LIMITS !== 'off',
    rateWindows: rateWindowsWith(given.RATE_WINDOWS),
    sizeLimits: given.SIZE_LIMITS ?? {},
    retentionDays: given.RETENTION_DAYS ?? {},
    brand: given.SERVICE_BRAND ?? 'meydan',
    appScheme: given.APP_SCHEME ?? 'meydan',
    accessTokenTtlS: given.ACCESS_TOKEN_TTL_S ?? 3_600,
    refreshTokenTtlS: given.REFRESH_TOKEN_TTL_S ?? 7_776_000,
    sessionMaxAgeS: given.SESSION_MAX_AGE_S ?? 31_536_000,
    uploadLinkTtlS: given.UPLOAD_LINK_TTL_S ?? 600,
    downloadLinkTtlS: given.DOWNLOAD_LINK_TTL_S ?? 3_600,
    documentTtlS: given.DOCUMENT_TTL_S ?? 3_600,
    panelCodeTtlS: given.PANEL_CODE_TTL_S ?? 180,
    sessionRecheckS: given.SESSION_RECHECK_S ?? 30,
    sweepIntervalS: given.SWEEP_INTERVAL_S ?? 60,
    logArchiveAfterDays: given.LOG_ARCHIVE_AFTER_DAYS ?? 0,
    vanityLinkStars: given.VANITY_LINK_STARS ?? 500,
    metrics: buildMetrics(given),
    tracing: buildTracing(given),
    buildRevision: given.BUILD_REVISION ?? null,
    actorBudgetMb: given.ACTOR_BUDGET_MB ?? null,
    drainS: given.DRAIN_S ?? 25,
    stallS: given.STALL_S ?? 30,
    requestLog: { share: given.LOG_REQUEST_SHARE ?? 1, slowMs: given.LOG_SLOW_REQUEST_MS ?? 1_000 },
    logLevel: given.LOG_LEVEL ?? (given.NODE_ENV === 'test' ? 'warn' : 'info'),
  };
}

function buildMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Given): MetricsConfig | null {
  if (METRICS_PORT === 'off') return null;
  return { port: METRICS_PORT ?? 9_464, host: METRICS_HOST ?? '127.0.0.1', token: METRICS_TOKEN ?? null };
}

function buildHttp(given: Given, isProduction: boolean): HttpConfig {
  const port = given.PORT ?? 3_000;
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${port}`;
  const originsUnset = isProduction ? [new URL(publicUrl).origin] : null;
  return {
    port,
    host: given.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    isPublicUrlDerived: given.PUBLIC_URL === undefined,
    trustedProxies: given.TRUST_PROXY ?? 0,
    socketOrigins: given.SOCKET_ORIGINS === 'any' ? null : (given.SOCKET_ORIGINS ?? originsUnset),
    socketFastPath: given.SOCKET_FAST_PATH !== 'off',
  };
}

/** Self-hosted stores rarely have a host name for each bucket; those of Amazon always do. */
function buildObjects(given: Given, dataDir: string): ObjectsConfig {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!bucket || !accessKeyId || !secretAccessKey) return { kind: 'local', dir: join(dataDir, 'objects') };
  const region = given.S3_REGION ?? 'us-east-1';
  const endpoint = given.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return {
    kind: 's3',
    endpoint,
    publicEndpoint: given.S3_PUBLIC_ENDPOINT ?? endpoint,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: given.S3_FORCE_PATH_STYLE ? given.S3_FORCE_PATH_STYLE === 'on' : given.S3_ENDPOINT !== undefined,
  };
}

function buildCluster({
  REDIS_URL,
  REDIS_PREFIX = 'meydan',
  NODE_NAME,
  NODE_LINK,
  LEASE_MS = 6_000,
}: Given): ClusterConfig | null {
  if (!REDIS_URL) return null;
  return {
    redis: REDIS_URL,
    redisPrefix: REDIS_PREFIX,
    nodeName: NODE_NAME ?? null,
    ...(NODE_LINK !== undefined && { link: NODE_LINK }),
    leaseMs: LEASE_MS,
  };
}

function buildIdentity(given: Given, isProduction: boolean): IdentityConfig {
  const redirectUris = given.OIDC_REDIRECT_URIS ?? [];
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (issuer && clientId && clientSecret) return { kind: 'external', issuer, clientId, clientSecret, redirectUris };
  return isProduction ? { kind: 'none' } : { kind: 'development', redirectUris };
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
