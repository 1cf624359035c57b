/** One-way keyed fingerprints. They find an account without storing its owner's identity. */
import { createHmac } from 'node:crypto';

export interface Fingerprints {
  ofIdentity(issuer: string, subject: string): string;
  /** Of the identity of an operator: another one than that of the person's account. */
  ofOperator(issuer: string, subject: string): string;
  ofDeveloper(name: string): string;
  /** Of an e-mail address in its normal form. */
  ofAddress(email: string): string;
  /** Of a requester's network, so that counters and logs contain no network address. */
  ofNetwork(network: string): string;
}

export function createFingerprints(key: Buffer): Fingerprints {
  // JSON separates the parts, so that two different pairs never give the same text.
  const fingerprint = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    ofIdentity: (issuer, subject) => fingerprint('identity', issuer, subject),
    ofOperator: (issuer, subject) =>
      `idp-${Buffer.from(fingerprint('operator', issuer, subject), 'base64url')
        .toString('hex')
        .slice(0, 32)}`,
    ofDeveloper: (name) => fingerprint('developer', name),
    ofAddress: (email) => fingerprint('address', email),
    ofNetwork: (network) => fingerprint('network', network),
  };
}
