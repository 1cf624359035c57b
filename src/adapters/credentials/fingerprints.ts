/** One-way keyed fingerprints: how an account is found without keeping who its owner is elsewhere. */
import { createHmac } from 'node:crypto';

export interface Fingerprints {
  ofIdentity(issuer: string, subject: string): string;
  ofDeveloper(name: string): string;
  /** Of an e-mail address, in the one form it is compared in. */
  ofAddress(email: string): string;
  /** Of where a request came from: what is counted or logged by it does not name anybody. */
  ofNetwork(network: string): string;
}

export function createFingerprints(key: Buffer): Fingerprints {
  // JSON keeps the parts apart: no issuer and subject run together into another pair's text.
  const print = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return {
    ofIdentity: (issuer, subject) => print('identity', issuer, subject),
    ofDeveloper: (name) => print('developer', name),
    ofAddress: (email) => print('address', email),
    ofNetwork: (network) => print('network', network),
  };
}
