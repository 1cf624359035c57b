import type { Env } from '#actors/runtime/env.js';
import { FORMAT } from '#src/domain/format.js';

/** Before the format in a token; the rest is of hexadecimal digits. */
const FORMAT_MARK = 'v';

/** Of the digits of a life. The previous version, which knows of no extensions, has one less. */
const DIGITS = 13;

/**
 * Names one life of one node; log entries carry it. It tells other nodes the newest format that the node knows, if that
 * is above 1.
 */
export function newToken(env: Pick<Env, 'uuid'>, format: number = FORMAT): string {
  const life = env.uuid().replaceAll('-', '').slice(0, DIGITS);
  return format > 1 ? `${life}${FORMAT_MARK}${format}` : life;
}

/** The newest format that the node of this token knows. */
export function formatOfToken(token: string): number {
  const format = Number(token.split(FORMAT_MARK)[1] ?? 1);
  return Number.isSafeInteger(format) ? format : 1;
}

/** Nodes of the previous version take the slots of a dead life over although it may go on by extensions. */
export const isOfPreviousVersion = (token: string): boolean =>
  new RegExp(`^[0-9a-f]{${DIGITS - 1}}(${FORMAT_MARK}|$)`).test(token);
