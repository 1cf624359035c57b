import type { Context, Middleware, Next } from 'koa';
import type { LocalLimits, RateWindowName } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { AUTH_REQUESTS_PER_MINUTE } from '#src/domain/limits.js';
import { RefusalError } from '#src/errors.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { isProbe } from '#src/protocol/system/system.js';
import { clientNetwork } from './client-network.js';

/** The part of the limits adapter that the HTTP layer uses: fixed windows. */
export interface WindowLimits {
  take(scope: string, key: string, limit: number, windowMs: number): Promise<{ ok: boolean }>;
}

const MINUTE_MS = 60_000;

/** Refuses beyond one of the windows of the table. */
export function spendWindow(limits: LocalLimits, name: RateWindowName, key: string): void {
  if (!limits.takeNow(name, key).ok) throw new RefusalError('rate_limited');
}

/** Refuses beyond so many in a window that is counted for all nodes. */
export async function takeFromWindow(limits: WindowLimits, ...window: Parameters<WindowLimits['take']>): Promise<void> {
  const taken = await limits.take(...window);
  if (!taken.ok) throw new RefusalError('rate_limited');
}

/** 20 requests a minute per network on everything under `/api/auth/`, counted before anything else is looked at. */
export function limitAuth(limits: WindowLimits): Middleware {
  return async function limitAuthRequests(ctx: Context, next: Next) {
    if (ctx.path.startsWith('/api/auth/') && ctx.method !== 'OPTIONS') {
      await takeFromWindow(limits, 'auth', clientNetwork(ctx.ip), AUTH_REQUESTS_PER_MINUTE, MINUTE_MS);
    }
    await next();
  };
}

/** Everything that a network asks of `/api`; health has no limit, for balancers stand behind one address too. */
export function limitNetwork(limits: LocalLimits): Middleware {
  return function limitNetworkRequests(ctx: Context, next: Next) {
    if (ctx.path.startsWith('/api/') && !isProbe(ctx.path)) spendWindow(limits, 'network', clientNetwork(ctx.ip));
    return next();
  };
}

/** Messages have the specified window instead. */
const own: Record<string, RateWindowName[]> = {
  sendMessage: [],
  createRoom: ['write', 'create_room'],
  testWebhook: ['write', 'test_webhook'],
  createBot: ['write', 'create_bot'],
  requestExport: ['write', 'export'],
};

/** Limits the requests of one account to this endpoint. */
export function limitAccount(limits: LocalLimits, { id, method }: Pick<Endpoint, 'id' | 'method'>): Middleware {
  const names = own[id] ?? [method === 'get' ? 'read' : 'write'];
  return function limitAccountRequests(ctx: Context, next: Next) {
    const account: string | undefined = ctx.state.holder?.accountId;
    if (account !== undefined) for (const name of names) spendWindow(limits, name, account);
    return next();
  };
}
