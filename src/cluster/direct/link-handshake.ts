/**
 * Two nodes prove to each other that they have the secret of the service, and agree on the keys of one connection. The
 * accepting node says a fresh public key and nothing else. All later messages are signed over both public keys and the
 * tokens of both lives, so that nothing of one connection fits into another. The keys come from both private keys: a
 * recorded connection stays unreadable if the secret becomes known.
 *
 *     accepting node: <public key>
 *     opening node:   <public key> <length, token of its life> <length, token of the other life> <mac>
 *     accepting node: <mac>
 */

import { createECDH, createHmac, type ECDH, hkdfSync, timingSafeEqual } from 'node:crypto';

const CURVE = 'prime256v1';
export const PUBLIC_KEY_BYTES = 33;
export const MAC_BYTES = 32;
const TOKEN = /^[0-9a-z]{1,64}$/;
const TOKEN_CHARACTERS_MAX = 64;
/** Nothing longer is read of a stranger. */
export const HELLO_BYTES_MAX = PUBLIC_KEY_BYTES + 2 * (1 + TOKEN_CHARACTERS_MAX) + MAC_BYTES;
const FRAME_KEY_BYTES = 32;

/** The lives at the two ends: the opening and the accepting one. */
export interface LinkEnds {
  from: string;
  to: string;
}

/** One for each direction. */
export interface LinkKeys {
  forth: Buffer;
  back: Buffer;
}

export interface KeyPair {
  publicBytes: Buffer;
  ecdh: ECDH;
}

export function newKeyPair(): KeyPair {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { publicBytes: ecdh.getPublicKey(null, 'compressed'), ecdh };
}

/** A connection by its opening key: the ends are the same again and again. */
export const linkIdOf = (opening: Buffer): string => opening.subarray(-16).toString('hex');

interface Transcript extends LinkEnds {
  /** Public keys. */
  accepting: Buffer;
  opening: Buffer;
}

export function helloOf(key: Uint8Array, own: KeyPair, accepting: Buffer, ends: LinkEnds): Buffer {
  const mac = macOf(key, 'hello', { ...ends, accepting, opening: own.publicBytes });
  return Buffer.concat([own.publicBytes, lengthAndText(ends.from), lengthAndText(ends.to), mac]);
}

export interface Hello extends LinkEnds {
  opening: Buffer;
  mac: Buffer;
}

/** Null for an incomplete one. Throws for bytes that no node says. */
export function readHello(bytes: Buffer): Hello | null {
  const from = tokenAt(bytes, PUBLIC_KEY_BYTES);
  if (from === null) return null;
  const to = tokenAt(bytes, from.end);
  if (to === null || bytes.length < to.end + MAC_BYTES) return null;
  if (bytes.length > to.end + MAC_BYTES) throw new Error('more than a hello');
  return { opening: bytes.subarray(0, PUBLIC_KEY_BYTES), from: from.token, to: to.token, mac: bytes.subarray(to.end) };
}

/** The key with which it was signed, of those that are in use; null for a forged one. */
export function keyOfHello(keys: readonly Uint8Array[], accepting: Buffer, hello: Hello): Uint8Array | null {
  const isSigned = (key: Uint8Array) => timingSafeEqual(macOf(key, 'hello', { ...hello, accepting }), hello.mac);
  return keys.find(isSigned) ?? null;
}

export const welcomeOf = (key: Uint8Array, transcript: Transcript): Buffer => macOf(key, 'welcome', transcript);

export const isWelcome = (key: Uint8Array, transcript: Transcript, given: Buffer): boolean =>
  given.length === MAC_BYTES && timingSafeEqual(welcomeOf(key, transcript), given);

/** Throws when the other public key is none. */
export function linkKeysOf(key: Uint8Array, own: KeyPair, other: Buffer, transcript: Transcript): LinkKeys {
  const shared = own.ecdh.computeSecret(other);
  const salt = macOf(key, 'keys', transcript);
  const derived = Buffer.from(hkdfSync('sha256', shared, salt, 'meydan direct link', 2 * FRAME_KEY_BYTES));
  return { forth: derived.subarray(0, FRAME_KEY_BYTES), back: derived.subarray(FRAME_KEY_BYTES) };
}

function macOf(key: Uint8Array, what: string, { accepting, opening, from, to }: Transcript): Buffer {
  const parts = [lengthAndText(what), accepting, opening, lengthAndText(from), lengthAndText(to)];
  return createHmac('sha256', key).update(Buffer.concat(parts)).digest();
}

const lengthAndText = (text: string): Buffer => Buffer.from([text.length, ...Buffer.from(text, 'latin1')]);

function tokenAt(bytes: Buffer, at: number): { token: string; end: number } | null {
  const length = bytes[at];
  if (length === undefined) return null;
  if (length > TOKEN_CHARACTERS_MAX) throw new Error('not a token');
  const end = at + 1 + length;
  if (bytes.length < end) return null;
  const token = bytes.toString('latin1', at + 1, end);
  if (!TOKEN.test(token)) throw new Error('not a token');
  return { token, end };
}
