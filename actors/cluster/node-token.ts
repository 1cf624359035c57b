import type { Env } from '#actors/runtime/env.js';

/** Names one life of one node; log entries carry it. */
export const newToken = (env: Pick<Env, 'uuid'>): string => env.uuid().replaceAll('-', '').slice(0, 12);
