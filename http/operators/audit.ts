import type { Context, Middleware, Next } from 'koa';
import type { AuditWriter } from '#actors/writers/commands.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { AUDIT_GIVEN_MAX, auditId } from '#src/domain/operators/audit.js';
import { OPERATOR_REASON_MAX, type Operator } from '#src/domain/operators/operator.js';
import { RefusalError } from '#src/errors.js';
import type { Logger } from '#src/observability/logger.js';

export interface AuditDeps {
  audit: AuditWriter;
  env: Pick<EdgeEnv, 'now' | 'uuid'>;
  logger: Pick<Logger, 'error'>;
}

/** Parameters that name people. The row keeps ids only: an erased person must not be found in it by name. */
const personal = new Set(['username', 'email', 'name']);
const reasonFields = ['reason', 'note'] as const;
const TARGET_MAX = 128;

/**
 * One row of the audit log for the request. The row is durable before the action begins; a store that does not take it
 * refuses the request. The outcome follows, also of a refused action.
 */
export function audited({ audit, env, logger }: AuditDeps, action: string): Middleware {
  return async function auditRequest(ctx: Context, next: Next) {
    const { id: operator, name: operatorName, role }: Operator = ctx.state.operator;
    const at = env.now();
    const _id = auditId(at, env.uuid());
    const who = { operator, operatorName, role, requestId: ctx.state.requestId };
    await audit.begin({ _id, at, ...who, action, ...whatOf(ctx) });
    let outcome = 'done';
    try {
      await next();
    } catch (error) {
      outcome = error instanceof RefusalError ? error.refusal.code : 'internal_error';
      throw error;
    } finally {
      const { before = null, target = null } = ctx.state;
      const seen = before && bounded(before);
      // The action has happened, and its row exists: a missing outcome must not turn the answer into an error.
      await audit.end(_id, { outcome, before: seen, target, at: env.now() }).catch((err: unknown) => {
        logger.error({ err, requestId: ctx.state.requestId }, 'audit outcome not recorded');
      });
    }
  };
}

/** For a handler: the state that its action replaces. */
export function noteBefore(ctx: Context, before: Record<string, unknown>): void {
  ctx.state.before = before;
}

/** For a handler whose path names no object: the one that it found or made. */
export function noteTarget(ctx: Context, target: string): void {
  ctx.state.target = target;
}

function whatOf(ctx: Context) {
  const { params = {} } = ctx as Context & { params?: Record<string, string> };
  const sent = { ...params, ...ctx.query, ...Object(ctx.request.body) } as Record<string, unknown>;
  const kept = Object.entries(sent).filter(([field]) => !personal.has(field) && !isReason(field));
  const target = params.id ?? params.slug;
  return {
    target: target === undefined ? null : target.slice(0, TARGET_MAX).toLowerCase(),
    given: bounded(Object.fromEntries(kept)),
    reason: reasonOf(sent),
  };
}

const isReason = (field: string): boolean => (reasonFields as readonly string[]).includes(field);

function reasonOf(sent: Record<string, unknown>): string | null {
  const given = reasonFields.map((field) => sent[field]).find((value) => typeof value === 'string');
  return typeof given === 'string' && given !== '' ? given.slice(0, OPERATOR_REASON_MAX) : null;
}

function bounded(given: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(given);
  return text.length <= AUDIT_GIVEN_MAX ? given : { shortened: text.slice(0, AUDIT_GIVEN_MAX) };
}
