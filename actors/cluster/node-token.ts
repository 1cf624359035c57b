import type { Env } from '#actors/runtime/env.js';
import { FORMAT } from '#src/domain/format.js';

/** Before the format in a token; the rest is of hexadecimal digits. */
const FORMAT_MARK = 'v';

/**
 * Names one life of one node; log entries carry it. It tells other nodes the newest format that the node knows, if that
 * is above 1.
 */
export function newToken(env: Pick<Env, 'uuid'>, format: number = FORMAT): string {
  const life = env.uuid().replaceAll('-', '').slice(0, 12);
  return format > 1 ? `${life}${FORMAT_MARK}${format}` : life;
}

/** The newest format that the node of this token knows. */
export function formatOfToken(token: string): number {
  const format = Number(token.split(FORMAT_MARK)[1] ?? 1);
  return Number.isSafeInteger(format) ? format : 1;
}
