/**
 * The token that a client reports an offer with. It names the item, the account and the expiry, and has a random mark
 * that makes it count once. It is signed with a key of its own, so that an offer without a report is not stored.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { OFFER_TTL_MS } from '#src/domain/sponsored/sponsored.js';
import { ID_BYTES, idBytes, idText } from './id-bytes.js';

export interface SponsoredOffer {
  account: string;
  item: string;
  organization: string;
}

export interface VerifiedOffer extends SponsoredOffer {
  /** Random and independent of the account; a counted impression is stored under it. */
  mark: string;
}

export interface SponsoredTokens {
  issue(offer: SponsoredOffer): string;
  /** Null if the token is foreign, altered or expired. */
  verify(token: string): VerifiedOffer | null;
}

const EXPIRY_BYTES = 6;
const MAC_BYTES = 32;
const CLAIMS_BYTES = 4 * ID_BYTES + EXPIRY_BYTES;
// A multiple of three bytes: base64 has no spare bits then, so that a token has exactly one spelling.
const TOKEN = /^[A-Za-z0-9_-]{136}$/;

export function createSponsoredTokens(secrets: readonly [string, ...string[]], now: () => number): SponsoredTokens {
  const keys = secrets.map(keyFrom) as [Buffer, ...Buffer[]];
  return {
    issue: (offer) => issue(offer, now() + OFFER_TTL_MS, keys[0]),
    verify: (token) => verify(token, now(), keys),
  };
}

function issue({ account, item, organization }: SponsoredOffer, expiresAt: number, key: Buffer): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(expiresAt, 0, EXPIRY_BYTES);
  const claims = Buffer.concat([...[account, item, organization].map(idBytes), randomBytes(ID_BYTES), expiry]);
  return Buffer.concat([claims, macOf(claims, key)]).toString('base64url');
}

function verify(token: string, now: number, keys: Buffer[]): VerifiedOffer | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const mac = bytes.subarray(CLAIMS_BYTES);
  if (!keys.some((key) => timingSafeEqual(macOf(claims, key), mac))) return null;
  if (claims.readUIntBE(4 * ID_BYTES, EXPIRY_BYTES) <= now) return null;
  const [account, item, organization, mark] = [0, 1, 2, 3].map((at) => idAt(claims, at)) as [
    string,
    string,
    string,
    string,
  ];
  return { account, item, organization, mark };
}

const keyFrom = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'meydan sponsored offer', MAC_BYTES));
const macOf = (claims: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(claims).digest();

const idAt = (claims: Buffer, at: number): string => idText(claims.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
