/** The push services. Their keys are read from files at the start, so that an invalid key is noticed at once. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import joi from 'joi';
import { ConfigError } from './config-error.js';
import type { Setting } from './setting.js';
import { listOf, webOrigin } from './value-kinds.js';

export interface PushGiven {
  APNS_KEY_FILE?: string;
  APNS_KEY_ID?: string;
  APNS_TEAM_ID?: string;
  APNS_TOPIC?: string;
  APNS_HOST?: string;
  APNS_SANDBOX_HOST?: string;
  FCM_SERVICE_ACCOUNT_FILE?: string;
  FCM_HOST?: string;
  WEB_PUSH_HOSTS?: string[];
}

export interface PushConfig {
  /** Null: pushes to iOS are written to the log at debug level. */
  readonly apns: ApnsConfig | null;
  /** Null: pushes to other platforms are written to the log at debug level. */
  readonly fcm: FcmConfig | null;
  /** Null: pages are not offered pushes. */
  readonly web: WebPushConfig | null;
}

export interface ApnsConfig {
  /** PKCS #8, PEM. */
  readonly privateKey: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly topic: string;
  readonly productionOrigin: string;
  readonly sandboxOrigin: string;
}

export interface FcmConfig {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
  readonly tokenUri: string;
  readonly origin: string;
}

export interface WebPushConfig {
  /** The push services of browsers that may be called. */
  readonly hosts: readonly string[];
  /** The keys are derived from these. */
  readonly secrets: readonly string[];
  /** Where a push service finds the operator of this service; null outside of https. */
  readonly contact: string | null;
}

export function buildPush(given: PushGiven & { PUBLIC_URL?: string }, secrets: readonly string[]): PushConfig {
  return { apns: buildApns(given), fcm: buildFcm(given), web: buildWebPush(given, secrets) };
}

function buildWebPush(
  { WEB_PUSH_HOSTS: hosts, PUBLIC_URL }: PushGiven & { PUBLIC_URL?: string },
  secrets: readonly string[],
): WebPushConfig | null {
  if (hosts?.join() === 'off') return null;
  const contact = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : null;
  return { hosts: hosts ?? knownPushHosts, secrets, contact };
}

function buildApns(given: PushGiven): ApnsConfig | null {
  const { APNS_KEY_FILE: file, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = given;
  if (!file || !keyId || !teamId || !topic) return null;
  const privateKey = readSetting('APNS_KEY_FILE', file);
  const key = keyIn('APNS_KEY_FILE', file, privateKey);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw wrongFile('APNS_KEY_FILE', file, 'no P-256 key');
  return {
    privateKey,
    keyId,
    teamId,
    topic,
    productionOrigin: given.APNS_HOST ?? 'https://api.push.apple.com',
    sandboxOrigin: given.APNS_SANDBOX_HOST ?? 'https://api.sandbox.push.apple.com',
  };
}

function buildFcm({ FCM_SERVICE_ACCOUNT_FILE: file, FCM_HOST }: PushGiven): FcmConfig | null {
  if (!file) return null;
  const account = accountIn(file);
  const fields = ['project_id', 'client_email', 'private_key', 'token_uri'] as const;
  const [projectId = '', clientEmail = '', privateKey = '', tokenUri = ''] = fields.map((field) => {
    const value = account[field];
    if (typeof value !== 'string' || value === '') throw wrongFile('FCM_SERVICE_ACCOUNT_FILE', file, `no ${field}`);
    return value;
  });
  const key = keyIn('FCM_SERVICE_ACCOUNT_FILE', file, privateKey);
  if (key.asymmetricKeyType !== 'rsa') throw wrongFile('FCM_SERVICE_ACCOUNT_FILE', file, 'no RSA key');
  if (!URL.canParse(tokenUri)) throw wrongFile('FCM_SERVICE_ACCOUNT_FILE', file, 'a token_uri that is no address');
  return { projectId, clientEmail, privateKey, tokenUri, origin: FCM_HOST ?? 'https://fcm.googleapis.com' };
}

function accountIn(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readSetting('FCM_SERVICE_ACCOUNT_FILE', file)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw wrongFile('FCM_SERVICE_ACCOUNT_FILE', file, 'no JSON');
  }
}

function readSetting(name: keyof typeof advice, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`${name}=${file} cannot be read: ${(error as Error).message}. ${advice[name]}`]);
  }
}

function keyIn(name: keyof typeof advice, file: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw wrongFile(name, file, 'no private key');
  }
}

const advice = {
  APNS_KEY_FILE: "It must be the .p8 key from Apple's developer pages. Example: APNS_KEY_FILE=/run/secrets/apns.p8",
  FCM_SERVICE_ACCOUNT_FILE:
    'It must be the JSON key of a service account from the Firebase console. ' +
    'Example: FCM_SERVICE_ACCOUNT_FILE=/run/secrets/firebase.json',
} as const;

const wrongFile = (name: keyof typeof advice, file: string, what: string): ConfigError =>
  new ConfigError([`${name}=${file} is wrong: the file holds ${what}. ${advice[name]}`]);

function appleId(what: string): Setting {
  return {
    schema: joi.string().pattern(/^[A-Z0-9]{10}$/),
    mustBe: `${what}: ten capital letters and digits`,
    example: 'ABCDE12345',
  };
}

function pushHost(example: string): Setting {
  return { schema: joi.string().custom(webOrigin), mustBe: 'the origin of a push service', example };
}

/** Where the browsers of today have their subscriptions. */
const knownPushHosts = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

/** A host, `*.` for any name before it, or an origin; `off` has neither a dot nor a scheme. */
const PUSH_HOST = /^(off|https?:\/\/[^/\s]+|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/;

export const pushSettings = {
  APNS_KEY_FILE: {
    schema: joi.string().max(4096),
    mustBe: "the file of the .p8 key from Apple's developer pages",
    example: '/run/secrets/apns.p8',
  },
  APNS_KEY_ID: appleId('the id of that key'),
  APNS_TEAM_ID: appleId('the id of the team'),
  APNS_TOPIC: {
    schema: joi.string().pattern(/^[A-Za-z0-9.-]{1,255}$/),
    mustBe: 'the bundle id of the app',
    example: 'org.example.chat',
  },
  APNS_HOST: pushHost('https://api.push.apple.com'),
  APNS_SANDBOX_HOST: pushHost('https://api.sandbox.push.apple.com'),
  FCM_SERVICE_ACCOUNT_FILE: {
    schema: joi.string().max(4096),
    mustBe: 'the file of the JSON key of a service account',
    example: '/run/secrets/firebase.json',
  },
  FCM_HOST: pushHost('https://fcm.googleapis.com'),
  WEB_PUSH_HOSTS: {
    schema: listOf(joi.string().pattern(PUSH_HOST)),
    mustBe: "a comma list of the hosts of browsers' push services, or off",
    example: 'fcm.googleapis.com,*.push.services.mozilla.com',
  },
} satisfies Record<string, Setting>;
