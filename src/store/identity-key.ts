/**
 * The key of the identity fingerprints. Its loss would lose every account, so that it must outlive every SECRET. It is
 * random, created once, and stored encrypted under SECRET. Each start decrypts it with any of the listed secrets and
 * encrypts it again under the first one. After that the other secrets may be removed from the list.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Store } from './store.js';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DOC_ID = 'identity-key';
const TRIES_MAX = 5;

interface StoredKey {
  _id: string;
  sealed: string;
}

export class IdentityKeyLocked extends Error {
  override name = 'IdentityKeyLocked';
}

export async function openIdentityKey(store: Store, secrets: readonly [string, ...string[]]): Promise<Buffer> {
  const stored = (await store.get<StoredKey>('meta', DOC_ID)) ?? (await createKey(store, secrets[0]));
  const opener = secrets.find((secret) => decrypt(stored.sealed, secret) !== null);
  const key = opener === undefined ? null : decrypt(stored.sealed, opener);
  if (!key) {
    throw new IdentityKeyLocked(
      'SECRET does not open the identity key in the store. After a change of SECRET list the old one behind the new one, e.g. SECRET=new,old',
    );
  }
  if (opener !== secrets[0]) await reencrypt(store, stored, key, secrets[0]);
  return key;
}

/** If two first starts create a key at once, one key is stored and both use it. Only the stored key is used. */
async function createKey(store: Store, secret: string): Promise<StoredKey> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const doc = { _id: DOC_ID, sealed: encrypt(randomBytes(KEY_BYTES), secret) };
    await store.transaction([{ op: 'put', in: 'meta', doc, guard: { absent: true } }]);
    const stored = await store.get<StoredKey>('meta', DOC_ID);
    if (stored) return stored;
  }
  throw new Error('The identity key could not be stored');
}

async function reencrypt(store: Store, stored: StoredKey, key: Buffer, secret: string): Promise<void> {
  const guard = { equals: { sealed: stored.sealed } };
  await store.transaction([{ op: 'set', in: 'meta', id: DOC_ID, set: { sealed: encrypt(key, secret) }, guard }]);
}

function encrypt(key: Buffer, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrapping(secret), nonce);
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Null if another secret encrypted it. */
function decrypt(sealed: string, secret: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', wrapping(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const key = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return key;
  } catch {
    // The tag does not match this secret; the caller tries the next one.
    return null;
  }
}

function wrapping(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'meydan identity key wrapping', KEY_BYTES));
}
