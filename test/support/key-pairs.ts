import { generateKeyPairSync } from 'node:crypto';

/** A pair as text. Whoever needs a `KeyObject` reads one with `createPrivateKey` or `createPublicKey`. */
export interface KeyPairPem {
  privateKey: string;
  publicKey: string;
}

const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;

/**
 * On Node 20 the `KeyObject` of `generateKeyPair` shares a lock with the job that made it. An export as JWK holds that
 * lock, and jose exports each `KeyObject` that it is given; if the garbage collector frees the job at that moment, the
 * thread waits for itself, without end. A key that was read from text shares its lock with nothing.
 */
export const generateRsaPair = (): KeyPairPem =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding });

export const generateEcPair = (namedCurve: 'P-256' | 'P-384' = 'P-256'): KeyPairPem =>
  generateKeyPairSync('ec', { namedCurve, publicKeyEncoding, privateKeyEncoding });
