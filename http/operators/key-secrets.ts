/** Secrets of named keys: `mok_<id of the key>_<256 random bits>`. The id finds the key; its hash proves the secret. */
import { uuidOfHex } from '#src/adapters/credentials/id-bytes.js';
import { newSecretBytes, type RepeatableBy, secretHash } from '#src/adapters/credentials/secrets.js';

const SECRET = /^mok_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;
const LOGIN_SECRET = /^mol_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;

export interface IssuedKey {
  secret: string;
  hash: string;
}

/** With `repeatableBy` a repeated request gets the same secret, although only hashes are stored. */
export const newKeySecret = (keyId: string, repeatableBy: RepeatableBy | null): IssuedKey =>
  issued('mok', keyId, newSecretBytes(repeatableBy, 'operator key', keyId));

/** Of a login through the identity provider: `mol_` in place of `mok_`, and the id of the login. */
export const newLoginSecret = (loginId: string): IssuedKey =>
  issued('mol', loginId, newSecretBytes(null, 'operator login'));

function issued(prefix: string, id: string, bytes: Buffer): IssuedKey {
  const secret = `${prefix}_${id.replaceAll('-', '')}_${bytes.toString('base64url')}`;
  return { secret, hash: secretHash(secret) };
}

/** The id of the key that the secret names; null if the text cannot be one. */
export const keyIdOf = (secret: string): string | null => uuidIn(SECRET, secret);

/** The id of the login that the secret names; null if the text cannot be one. */
export const loginIdOf = (secret: string): string | null => uuidIn(LOGIN_SECRET, secret);

function uuidIn(form: RegExp, secret: string): string | null {
  const hex = form.exec(secret)?.[1];
  return hex ? uuidOfHex(hex) : null;
}
