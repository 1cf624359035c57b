import { Connections } from '#http/gateway/connection/connections.js';
import { BATCH_MAX, SessionRecheck } from '#http/gateway/connection/session-recheck.js';
import type { Reader } from '#src/store/store.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

const WITHIN_MS = 30_000;

/** A gateway with sockets of so many sessions, and what is stored of them. */
function gateway(count: number) {
  const env = new VirtualEnv();
  const connections = new Connections();
  const stored = new Map<string, { expiresAt: number; suspendedUntil?: number }>();
  const closed: string[] = [];
  const reasons = new Set<string>();
  const reads: { at: number; ids: string[] }[] = [];
  const troubles: unknown[] = [];
  const state = { isDown: false };
  for (let at = 0; at < count; at += 1) {
    const [accountId, sessionId] = [`account-${at}`, `session-${at}`];
    stored.set(sessionId, { expiresAt: env.now() + 3_600_000 });
    const close = (reason: string) => closed.push(sessionId) > 0 && reasons.add(reason);
    const connection = { accountId, caller: { accountId, sessionId }, close };
    connections.add(connection as never);
  }
  const getMany = async (_: string, ids: string[]) => {
    reads.push({ at: env.monotonic(), ids });
    if (state.isDown) throw new Error('it is down');
    return ids.map((id) => stored.get(id) ?? null);
  };
  const reader = { getMany } as unknown as Reader;
  const onError = (error: unknown) => void troubles.push(error);
  const recheck = new SessionRecheck({ connections, reader, env, withinMs: WITHIN_MS, onError });
  return { env, stored, closed, reasons, reads, troubles, state, recheck };
}

describe('the recheck of the sessions that have sockets', () => {
  it('reads each of them at least every half of the promised time, many in one read, spread over it', async () => {
    const sessions = BATCH_MAX * 3 + 7;
    const { env, reads, recheck } = gateway(sessions);
    await env.advance(WITHIN_MS / 2);
    reads.length = 0;
    await env.advance(WITHIN_MS / 2);
    expect(new Set(reads.flatMap(({ ids }) => ids)).size).toBe(sessions);
    expect(Math.max(...reads.map(({ ids }) => ids.length))).toBeLessThanOrEqual(BATCH_MAX);
    expect(reads.length).toBeLessThanOrEqual(5);
    const gaps = reads.slice(1).map(({ at }, before) => at - (reads[before]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(WITHIN_MS / 2 / 5);
    recheck.stop();
  });

  it.each([
    ['is gone', (stored: Map<string, object>) => void stored.delete('session-3')],
    ['has ended', (stored: Map<string, object>) => void stored.set('session-3', { expiresAt: 1 })],
  ])('closes the sockets of a session that %s, and no others', async (_, end) => {
    const { env, stored, closed, reasons, recheck } = gateway(10);
    await env.advance(WITHIN_MS);
    expect(closed).toEqual([]);
    end(stored);
    await env.advance(WITHIN_MS);
    expect(new Set(closed)).toEqual(new Set(['session-3']));
    expect(reasons).toEqual(new Set(['session_closed']));
    recheck.stop();
  });

  it('closes the sockets of a suspended account with that reason, until the suspension is over', async () => {
    const { env, stored, closed, reasons, recheck } = gateway(3);
    const expiresAt = env.now() + 3_600_000;
    stored.set('session-1', { expiresAt, suspendedUntil: env.now() });
    await env.advance(WITHIN_MS);
    expect(closed).toEqual([]);
    stored.set('session-2', { expiresAt, suspendedUntil: expiresAt });
    await env.advance(WITHIN_MS);
    expect([new Set(closed), reasons]).toEqual([new Set(['session-2']), new Set(['account_suspended'])]);
    recheck.stop();
  });

  it('can be asked for, for some accounts, without waiting', async () => {
    const { stored, closed, reads, troubles, state, recheck } = gateway(BATCH_MAX + 2);
    const accounts = Array.from({ length: BATCH_MAX + 1 }, (_, at) => `account-${at}`);
    for (const session of ['session-1', `session-${BATCH_MAX}`, `session-${BATCH_MAX + 1}`]) stored.delete(session);
    await recheck.check(accounts);
    expect(closed).toEqual(['session-1', `session-${BATCH_MAX}`]);
    expect(reads.flatMap(({ ids }) => ids)).toHaveLength(BATCH_MAX + 1);
    state.isDown = true;
    await recheck.check(['account-2', 'nobody']);
    expect([troubles.length, closed.length]).toEqual([1, 2]);
    recheck.stop();
  });

  it('closes nothing while the store does not answer, and goes on when it does', async () => {
    const { env, stored, closed, troubles, state, recheck } = gateway(10);
    stored.delete('session-3');
    state.isDown = true;
    await env.advance(WITHIN_MS * 2);
    expect(closed).toEqual([]);
    expect(troubles.length).toBeGreaterThan(0);
    state.isDown = false;
    await env.advance(WITHIN_MS);
    expect(new Set(closed)).toEqual(new Set(['session-3']));
    recheck.stop();
  });

  it('reads no more once it is stopped', async () => {
    const { env, reads, recheck } = gateway(1);
    await env.advance(WITHIN_MS);
    recheck.stop();
    reads.length = 0;
    await env.advance(WITHIN_MS * 2);
    expect(reads).toEqual([]);
  });
});
