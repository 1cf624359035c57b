import { answerTime } from '#http/listener/answer-time.js';
import { serverDraining } from '#src/protocol/socket/events.js';
import type { Env } from '../gateway-deps.js';
import type { Connection } from './connection.js';
import type { Connections } from './connections.js';

/** Clients come back spread over this time, so that the next process is not overrun. */
const RETRY_AFTER_MIN_MS = 500;
const RETRY_AFTER_SPREAD_MS = 4_500;
/** Sockets are closed over this time at most, and over no more than this share of the time for a drain. */
const CLOSING_MS_MAX = 5_000;
const CLOSING_SHARE = 0.4;

/** Answers that are due have this share of the time for a drain, once it is the turn of their socket. */
const ANSWER_SHARE = 0.35;
/** How long goodbyes may take. */
const CLOSE_TIMEOUT_MS = 2_000;
const CHECK_INTERVAL_MS = 20;

/** Notifies every socket, then closes them one after the other; resolves when all are closed. */
export async function drainSockets(connections: Connections, env: Env, drainMs: number): Promise<void> {
  const all = [...connections.all()];
  for (const connection of all) {
    const retryAfterMs = Math.round(RETRY_AFTER_MIN_MS + env.random() * RETRY_AFTER_SPREAD_MS);
    connection.send('server:draining', serverDraining(retryAfterMs));
  }
  const closingMs = Math.min(CLOSING_MS_MAX, drainMs * CLOSING_SHARE);
  const answerMs = answerTime(drainMs * ANSWER_SHARE);
  const close = async (connection: Connection, index: number) => {
    await later(env, (closingMs * (index + 1)) / all.length);
    await waitUntil(env, () => connection.pending + connection.waiting === 0, answerMs);
    connection.close('draining');
  };
  await Promise.all(all.map(close));
  await waitUntil(env, () => connections.size === 0, CLOSE_TIMEOUT_MS);
}

async function waitUntil(env: Env, isTrue: () => boolean, withinMs: number): Promise<void> {
  const giveUpAt = env.monotonic() + withinMs;
  while (!isTrue() && env.monotonic() < giveUpAt) await later(env, CHECK_INTERVAL_MS);
}

const later = (env: Env, ms: number): Promise<void> => new Promise((resolve) => void env.after(ms, resolve));
