/**
 * The key of the identity fingerprints. It must outlive every SECRET, or a rotation would lose every account; so it
 * is drawn once and kept in the store, sealed under SECRET. Each start opens it with any of the listed secrets
 * and seals it again under the first, after which the others may be taken off the list.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Store } from './store.js';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DOC_ID = 'identity-key';
const TRIES_MAX = 5;

interface SealedKey {
  _id: string;
  sealed: string;
}

export class IdentityKeyLocked extends Error {
  override name = 'IdentityKeyLocked';
}

export async function openIdentityKey(store: Store, secrets: readonly [string, ...string[]]): Promise<Buffer> {
  const stored = (await store.get<SealedKey>('meta', DOC_ID)) ?? (await draw(store, secrets[0]));
  const opener = secrets.find((secret) => unseal(stored.sealed, secret) !== null);
  const key = opener === undefined ? null : unseal(stored.sealed, opener);
  if (!key) {
    throw new IdentityKeyLocked(
      'SECRET does not open the identity key in the store. After a change of SECRET list the old one behind the new one, e.g. SECRET=new,old',
    );
  }
  if (opener !== secrets[0]) await reseal(store, stored, key, secrets[0]);
  return key;
}

/** Two first starts at once: one key wins, both use it. Only what is read back from the store is used. */
async function draw(store: Store, secret: string): Promise<SealedKey> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const doc = { _id: DOC_ID, sealed: seal(randomBytes(KEY_BYTES), secret) };
    await store.transaction([{ op: 'put', in: 'meta', doc, guard: { absent: true } }]);
    const stored = await store.get<SealedKey>('meta', DOC_ID);
    if (stored) return stored;
  }
  throw new Error('The identity key could not be stored');
}

async function reseal(store: Store, stored: SealedKey, key: Buffer, secret: string): Promise<void> {
  const guard = { equals: { sealed: stored.sealed } };
  await store.transaction([{ op: 'set', in: 'meta', id: DOC_ID, set: { sealed: seal(key, secret) }, guard }]);
}

function seal(key: Buffer, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrapping(secret), nonce);
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Null when another secret sealed it. */
function unseal(sealed: string, secret: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', wrapping(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const key = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return key;
  } catch {
    // Not opened by this secret: the tag tells nothing else apart, and the caller goes on to the next one.
    return null;
  }
}

function wrapping(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'meydan identity key wrapping', KEY_BYTES));
}
