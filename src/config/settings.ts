/**
 * Every setting of the environment: its format, and an example for its error message. A test compares docs and
 * .env.example with this table.
 */
import joi from 'joi';
import { clusterSettings } from './cluster-settings.js';
import type { NodeLink } from './node-link.js';
import { type OperatorGroupsGiven, operatorGroupSettings } from './operator-groups.js';
import { type PushGiven, pushSettings } from './push-config.js';
import { type RateLimits, rateWindowSetting } from './rate-windows.js';
import type { RedisAddress } from './redis-address.js';
import { type RetentionDays, retentionDaysSetting } from './retention-days.js';
import type { Setting } from './setting.js';
import { type SizeLimits, sizeLimitSetting } from './size-limits.js';
import { type TracingGiven, tracingSettings } from './tracing-config.js';
import { listOf, sender, smtpUrl, webOrigin, webUrl } from './value-kinds.js';

export type { Setting };

const TEN_YEARS_S = 315_360_000;
/** Far below the longest timer of Node (24 days): a longer one fires at once. */
const DRAIN_MAX_S = 3_600;

export const secretBytesMin = 32;
export const consoleKeyCharsMin = 16;

const seconds = (least: number, most: number, example: string): Setting => ({
  schema: joi.number().integer().min(least).max(most),
  mustBe: `a whole number of seconds, from ${least} to ${most}`,
  example,
});
const ttl = (example: string): Setting => seconds(1, TEN_YEARS_S, example);
/** S3 stores refuse links with a longer lifetime. */
const linkTtl = (example: string): Setting => seconds(1, 604_800, example);
const oneOf = (values: string[]): Setting => ({
  schema: joi.string().valid(...values),
  mustBe: `one of ${values.join(', ')}`,
  example: values[0] ?? '',
});

const accessKey: Setting = {
  schema: joi.string().min(consoleKeyCharsMin).max(512).pattern(/^\S+$/),
  mustBe: `at least ${consoleKeyCharsMin} characters without blanks`,
  example: 'the output of: openssl rand -hex 32',
  isSecret: true,
};

export const settings = {
  NODE_ENV: oneOf(['development', 'test', 'production']),
  LOG_LEVEL: oneOf(['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']),
  LOG_REQUEST_SHARE: { schema: joi.number().min(0).max(1), mustBe: 'a share from 0 to 1', example: '0.01' },
  LOG_SLOW_REQUEST_MS: {
    schema: joi.number().integer().min(1).max(600_000),
    mustBe: 'a whole number of milliseconds, from 1 to 600000',
    example: '1000',
  },
  PORT: {
    schema: joi.number().integer().min(0).max(65_535),
    mustBe: 'a port number from 0 to 65535 (0 takes a free one)',
    example: '3000',
  },
  HOST: {
    schema: joi.alternatives(joi.string().ip({ cidr: 'forbidden' }), joi.string().hostname()),
    mustBe: 'an address or host name to listen on',
    example: '127.0.0.1',
  },
  PUBLIC_URL: {
    schema: joi.string().custom(webUrl),
    mustBe: 'the http or https address of this service, without query or fragment',
    example: 'https://chat.example.org',
  },
  DATA_DIR: { schema: joi.string().max(4096), mustBe: 'a folder', example: './data' },
  MONGODB_URI: {
    schema: joi.string().pattern(/^mongodb(\+srv)?:\/\/[^\s/]+/),
    mustBe: 'the address of a MongoDB replica set',
    example: 'mongodb://127.0.0.1:27017/meydan?replicaSet=rs0',
    isSecret: true,
  },
  ...clusterSettings,
  S3_ENDPOINT: {
    schema: joi.string().custom(webOrigin),
    mustBe: 'the address of an S3-compatible object store, without bucket and path',
    example: 'https://s3.eu-central-1.amazonaws.com',
  },
  S3_PUBLIC_ENDPOINT: {
    schema: joi.string().custom(webOrigin),
    mustBe: 'the address of the object store for clients, without bucket and path',
    example: 'https://files.example.org',
  },
  S3_REGION: {
    schema: joi.string().pattern(/^[a-z0-9-]{1,64}$/),
    mustBe: 'the name of a region',
    example: 'eu-central-1',
  },
  S3_BUCKET: {
    schema: joi.string().pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    mustBe: 'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
    example: 'meydan-files',
  },
  S3_ACCESS_KEY_ID: { schema: joi.string().max(256), mustBe: 'an access key id', example: 'AKIA…', isSecret: true },
  S3_SECRET_ACCESS_KEY: {
    schema: joi.string().max(1024),
    mustBe: 'the secret of that access key',
    example: 'the-secret-of-the-key',
    isSecret: true,
  },
  S3_FORCE_PATH_STYLE: oneOf(['on', 'off']),
  OIDC_ISSUER: {
    schema: joi.string().custom(webUrl),
    mustBe: 'the issuer address of the identity provider',
    example: 'https://login.example.org',
  },
  OIDC_CLIENT_ID: { schema: joi.string().max(512), mustBe: 'the client id from the provider', example: 'meydan' },
  OIDC_CLIENT_SECRET: {
    schema: joi.string().max(4096),
    mustBe: 'the client secret from the provider',
    example: 'the-secret-from-the-provider',
    isSecret: true,
  },
  OIDC_REDIRECT_URIS: {
    schema: listOf(joi.string().pattern(/^[a-z][a-z0-9+.-]*:[^\s#]+$/i)),
    mustBe: 'a comma list of redirect addresses, as registered with the provider',
    example: 'https://chat.example.org/login,meydan://login',
  },
  DEV_LOGIN: oneOf(['on', 'off']),
  BOTS: oneOf(['on', 'off']),
  WEBHOOKS: oneOf(['on', 'off']),
  SECRET: {
    schema: listOf(joi.string()),
    mustBe: 'one secret, or a comma list of them: the first signs, all verify',
    example: 'the output of: openssl rand -hex 32',
    isSecret: true,
  },
  ...pushSettings,
  CONSOLE_KEY: accessKey,
  DICTIONARY_URL: {
    schema: joi.alternatives(joi.valid('off'), joi.string().custom(webUrl)),
    mustBe: 'the http or https address of a dictionary console, without query or fragment, or off',
    example: 'https://dictionary.example.org/api',
  },
  DICTIONARY_KEY: {
    schema: joi
      .string()
      .min(consoleKeyCharsMin)
      .max(512)
      .pattern(/^[!-~]+$/),
    mustBe: `at least ${consoleKeyCharsMin} characters without blanks`,
    example: 'the output of: openssl rand -hex 32',
    isSecret: true,
  },
  SMTP_URL: {
    schema: joi.string().custom(smtpUrl),
    mustBe: 'the address of a mail server',
    example: 'smtp://user:password@mail.example.org:587',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: joi.string().max(320).custom(sender),
    mustBe: 'the sender of mails, as an address or as Name <address>',
    example: 'Meydan <no-reply@example.org>',
  },
  V1_ALLOWED_ORIGINS: {
    schema: listOf(joi.string().custom(webOrigin)),
    mustBe: 'a comma list of origins (scheme, host and port, nothing else)',
    example: 'https://chat.example.org,https://www.example.org',
  },
  V1_ACCESS_TOKEN_TTL_S: ttl('900'),
  V1_REFRESH_TOKEN_TTL_S: ttl('2592000'),
  V1_CODE_TTL_S: ttl('60'),
  V1_REPLAY_WINDOW_S: seconds(0, TEN_YEARS_S, '15'),
  RATE_LIMITS: oneOf(['on', 'off']),
  RATE_WINDOWS: rateWindowSetting,
  SIZE_LIMITS: sizeLimitSetting,
  RETENTION_DAYS: retentionDaysSetting,
  ALLOW_UNLIMITED: oneOf(['yes', 'no']),
  ALLOW_DEV_DOORS: oneOf(['yes', 'no']),
  SOCKET_FAST_PATH: oneOf(['on', 'off']),
  SOCKET_ORIGINS: {
    schema: joi.alternatives(joi.valid('any'), listOf(joi.string().custom(webOrigin))),
    mustBe: 'any, or a comma list of origins (scheme, host and port, nothing else)',
    example: 'https://chat.example.org,https://admin.example.org',
  },
  TRUST_PROXY: {
    schema: joi.number().integer().min(0).max(16),
    mustBe: 'the number of proxies in front, from 0 to 16',
    example: '1',
  },
  SERVICE_BRAND: {
    schema: joi.string().pattern(/^[a-z][a-z0-9]{1,23}$/),
    mustBe: '2 to 24 small letters and digits, a letter first',
    example: 'meydan',
  },
  APP_SCHEME: {
    schema: joi.string().pattern(/^[a-z][a-z0-9+.-]{1,31}$/),
    mustBe: 'a URL scheme without the colon',
    example: 'meydan',
  },
  ACCESS_TOKEN_TTL_S: ttl('3600'),
  REFRESH_TOKEN_TTL_S: ttl('7776000'),
  SESSION_MAX_AGE_S: ttl('31536000'),
  UPLOAD_LINK_TTL_S: linkTtl('600'),
  DOWNLOAD_LINK_TTL_S: linkTtl('3600'),
  DOCUMENT_TTL_S: ttl('3600'),
  PANEL_CODE_TTL_S: ttl('180'),
  SESSION_RECHECK_S: seconds(2, 3_600, '30'),
  SWEEP_INTERVAL_S: ttl('60'),
  LOG_ARCHIVE_AFTER_DAYS: {
    schema: joi.number().integer().min(7).max(36_500).allow(0),
    mustBe: 'a whole number of days from 7 to 36500, or 0',
    example: '365',
  },
  ACTOR_BUDGET_MB: {
    schema: joi.number().integer().min(16).max(1_048_576),
    mustBe: 'a whole number of MiB, from 16 to 1048576',
    example: '512',
  },
  DRAIN_S: seconds(0, DRAIN_MAX_S, '25'),
  STALL_S: {
    schema: joi.number().integer().min(0).max(3_600),
    mustBe: 'a whole number of seconds, from 1 to 3600, or 0 for no watch',
    example: '30',
  },
  VANITY_LINK_STARS: {
    schema: joi.number().integer().min(0).max(1_000_000_000),
    mustBe: 'a whole number of stars, from 0 to 1000000000',
    example: '500',
  },
  METRICS_PORT: {
    schema: joi.alternatives(joi.valid('off'), joi.number().integer().min(0).max(65_535)),
    mustBe: 'a port number from 0 to 65535 (0 takes a free one), or off',
    example: '9464',
  },
  METRICS_HOST: {
    schema: joi.alternatives(joi.string().ip({ cidr: 'forbidden' }), joi.string().hostname()),
    mustBe: 'an address or host name to listen on',
    example: '0.0.0.0',
  },
  METRICS_TOKEN: accessKey,
  ...tracingSettings,
  ...operatorGroupSettings,
  BUILD_REVISION: {
    schema: joi.string().pattern(/^[A-Za-z0-9._-]{1,64}$/),
    mustBe: 'the revision of the source: up to 64 letters, digits and . _ -',
    example: '3f2a91c',
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The parsed values of the settings that are set. */
export interface Given extends TracingGiven, OperatorGroupsGiven, PushGiven {
  NODE_ENV?: 'development' | 'test' | 'production';
  LOG_LEVEL?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  LOG_REQUEST_SHARE?: number;
  LOG_SLOW_REQUEST_MS?: number;
  PORT?: number;
  HOST?: string;
  PUBLIC_URL?: string;
  DATA_DIR?: string;
  MONGODB_URI?: string;
  REDIS_URL?: RedisAddress;
  REDIS_PREFIX?: string;
  NODE_NAME?: string;
  NODE_LINK?: NodeLink;
  WORKERS?: 'auto' | number;
  LEASE_MS?: number;
  S3_ENDPOINT?: string;
  S3_PUBLIC_ENDPOINT?: string;
  S3_REGION?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
  S3_FORCE_PATH_STYLE?: 'on' | 'off';
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_REDIRECT_URIS?: string[];
  DEV_LOGIN?: 'on' | 'off';
  BOTS?: 'on' | 'off';
  WEBHOOKS?: 'on' | 'off';
  SECRET?: string[];
  CONSOLE_KEY?: string;
  DICTIONARY_URL?: string;
  DICTIONARY_KEY?: string;
  SMTP_URL?: string;
  MAIL_FROM?: string;
  V1_ALLOWED_ORIGINS?: string[];
  V1_ACCESS_TOKEN_TTL_S?: number;
  V1_REFRESH_TOKEN_TTL_S?: number;
  V1_CODE_TTL_S?: number;
  V1_REPLAY_WINDOW_S?: number;
  RATE_LIMITS?: 'on' | 'off';
  RATE_WINDOWS?: RateLimits;
  SIZE_LIMITS?: SizeLimits;
  RETENTION_DAYS?: RetentionDays;
  ALLOW_UNLIMITED?: 'yes' | 'no';
  ALLOW_DEV_DOORS?: 'yes' | 'no';
  SOCKET_FAST_PATH?: 'on' | 'off';
  SOCKET_ORIGINS?: 'any' | string[];
  TRUST_PROXY?: number;
  SERVICE_BRAND?: string;
  APP_SCHEME?: string;
  ACCESS_TOKEN_TTL_S?: number;
  REFRESH_TOKEN_TTL_S?: number;
  SESSION_MAX_AGE_S?: number;
  UPLOAD_LINK_TTL_S?: number;
  DOWNLOAD_LINK_TTL_S?: number;
  DOCUMENT_TTL_S?: number;
  PANEL_CODE_TTL_S?: number;
  SESSION_RECHECK_S?: number;
  SWEEP_INTERVAL_S?: number;
  LOG_ARCHIVE_AFTER_DAYS?: number;
  ACTOR_BUDGET_MB?: number;
  DRAIN_S?: number;
  STALL_S?: number;
  VANITY_LINK_STARS?: number;
  METRICS_PORT?: 'off' | number;
  METRICS_HOST?: string;
  METRICS_TOKEN?: string;
  BUILD_REVISION?: string;
}
