/** Encrypts a push for one browser (RFC 8291): the push service carries it and cannot read it. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { WebKeys } from '#src/domain/accounts/device.js';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4_096;
/** The last and only record ends with this octet (RFC 8188). */
const LAST_RECORD = 2;

export interface PushRandoms {
  salt: Buffer;
  /** The private key of this one message. */
  privateKey: Buffer;
}

/** Throws when the keys of the browser are not on the curve. `randoms` are given by the test of the RFC's example. */
export function encryptPush(text: string, { p256dh, auth }: WebKeys, randoms?: PushRandoms): Buffer {
  const sender = createECDH(CURVE);
  if (randoms) sender.setPrivateKey(randoms.privateKey);
  else sender.generateKeys();
  const [receiver, own] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()];
  const salt = randoms?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own]);
  const shared = hkdf(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(shared, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(own.length), own, ...record, cipher.getAuthTag()]);
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
