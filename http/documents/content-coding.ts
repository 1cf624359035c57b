/**
 * The form of a public document that a client accepts. Only a document that is the same for every client and holds no
 * secret has compressed forms: a response that mixes a secret with a stranger's input is never compressed (ADR 0065).
 */
import type { Context } from 'koa';

export type ContentCoding = 'br' | 'gzip';

/** The smaller form first. */
export const contentCodings: readonly ContentCoding[] = ['br', 'gzip'];

/** Null: as it is. */
export function acceptedCoding(ctx: Context, isThere: (coding: ContentCoding) => boolean): ContentCoding | null {
  return contentCodings.find((coding) => isThere(coding) && ctx.acceptsEncodings(coding) === coding) ?? null;
}

/** The same document in another coding is another representation, with a tag of its own. */
export const taggedAs = (tag: string, coding: ContentCoding | null): string =>
  coding === null ? `"${tag}"` : `"${tag}-${coding}"`;
