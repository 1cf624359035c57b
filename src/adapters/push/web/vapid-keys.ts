/**
 * The key pair by which push services of browsers know this service (VAPID, RFC 8292). It is derived from `SECRET`, so
 * that all nodes have the same one and there is no further secret to keep. A browser's subscription is bound to the
 * public key that it was made with: every secret of the list keeps its pair.
 */
import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { WebPushConfig } from '#src/config/config.js';

export interface VapidKeys {
  /** The uncompressed point in base64url, as browsers take it. */
  publicKey: string;
  privateKey: KeyObject;
}

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Longer than the order, so that the remainder is as good as evenly spread (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;

export function vapidKeysOf(secret: string): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'meydan web push', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const own = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(own);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: own.toString('base64url') };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** The key that new subscriptions are made with. */
export const webPushKey = ({ secrets }: WebPushConfig): string => vapidKeysOf(secrets[0] ?? '').publicKey;
