/**
 * Secrets of webhooks, and signatures after Standard Webhooks: `whsec_` and 32 bytes in base64; HMAC-SHA256 over
 * `<webhook-id>.<webhook-timestamp>.<body>`. The service has to sign with a secret, so that it is stored encrypted under
 * SECRET, bound to its webhook, and not as a hash.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { newSecretBytes, type RepeatableBy, SECRET_BYTES } from '../credentials/secrets.js';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export interface WebhookSecrets {
  /** Encrypted for this webhook, by the first SECRET. */
  seal(secret: Buffer, webhook: string): string;
  /** Null if no listed SECRET has encrypted it. */
  open(sealed: string, webhook: string): Buffer | null;
  /** Whether another SECRET than the first one has encrypted it. */
  isOld(sealed: string, webhook: string): boolean;
}

/** With `repeatableBy` a repeated request gets the same secret. */
export const newWebhookSecret = (repeatableBy: RepeatableBy | null): Buffer =>
  newSecretBytes(repeatableBy, 'webhook secret');

/** As its owner gets it, once. */
export const secretText = (secret: Buffer): string => PREFIX + secret.toString('base64');

/** One signature for each secret; a receiver accepts any of them. */
export function signedHeaders(id: string, atMs: number, body: string, secrets: readonly Buffer[]): SignedHeaders {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

export function createWebhookSecrets(secrets: readonly [string, ...string[]]): WebhookSecrets {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'meydan webhook secret', KEY_BYTES)));
  return {
    seal(secret, webhook) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, nonce);
      cipher.setAAD(Buffer.from(webhook));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, webhook) {
      for (const key of keys) {
        const opened = openedWith(key, sealed, webhook);
        if (opened) return opened;
      }
      return null;
    },
    isOld: (sealed, webhook) => openedWith(keys[0] as Buffer, sealed, webhook) === null,
  };
}

function openedWith(key: Buffer, sealed: string, webhook: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== NONCE_BYTES + SECRET_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(webhook));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return secret;
  } catch {
    // The tag does not match this SECRET; the caller tries the next one.
    return null;
  }
}
