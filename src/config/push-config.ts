/** The push services. Their keys are read from files at the start, so that an invalid key is noticed at once. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';
import type { Given } from './settings.js';

export interface PushConfig {
  /** Null: pushes to iOS are written to the log at debug level. */
  readonly apns: ApnsConfig | null;
  /** Null: pushes to other platforms are written to the log at debug level. */
  readonly fcm: FcmConfig | null;
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

export function buildPush(given: Given): PushConfig {
  return { apns: buildApns(given), fcm: buildFcm(given) };
}

function buildApns(given: Given): ApnsConfig | null {
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

function buildFcm({ FCM_SERVICE_ACCOUNT_FILE: file, FCM_HOST }: Given): FcmConfig | null {
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
