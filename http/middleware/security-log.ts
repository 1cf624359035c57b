/**
 * The security log: refused requests, and changes of permissions. People and networks are named by keyed fingerprints
 * and ids, never by addresses or names. One line for each event, beside the line of the request.
 */
import type { Context, Middleware, Next } from 'koa';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { SecurityEvent } from '#src/domain/accounts/security-events.js';
import type { ErrorCode } from '#src/errors.js';
import { clientNetwork } from './client-network.js';

export interface SecurityLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The fields that a route sets in `ctx.state` for the log. */
export interface SecurityState {
  operation?: string;
  access?: string;
  refusal?: ErrorCode;
  /** Where the code alone does not say it. */
  securityEvent?: SecurityEvent;
  /** The account that it is about, where no token tells it: a fingerprint. */
  subject?: string;
  holder?: { accountId?: string; scope?: string };
  /** The operator behind a key. */
  operator?: { id: string };
}

/** The security event of a success, by operation. */
const acts: Readonly<Record<string, SecurityEvent>> = {
  loginIdentity: 'login',
  loginDeveloper: 'login',
  logout: 'logout',
  closeSession: 'logout',
  linkPanel: 'panel_linked',
  claimPanelLink: 'login',
  unlinkPanel: 'panel_unlinked',
  requestExport: 'export_requested',
  deleteMe: 'account_deleted',
  v1Login: 'login',
  v1Exchange: 'login',
  v1Logout: 'logout',
  v1CloseSession: 'logout',
  v1VerifyEmail: 'address_verified',
  v1ResetPassword: 'password_reset',
  v1DeleteMe: 'account_deleted',
};

/** The security event of a refusal code, for every operation. */
const refusals: Partial<Record<ErrorCode, SecurityEvent>> = {
  invalid_credentials: 'login_refused',
  email_not_verified: 'login_refused',
  invalid_code: 'login_refused',
  idp_rejected: 'login_refused',
  invalid_id_token: 'login_refused',
  too_many_attempts: 'login_locked',
  rate_limited: 'limit_reached',
  invalid_refresh_token: 'refresh_refused',
  refresh_token_reused: 'refresh_reused',
  unauthorized: 'token_refused',
  invalid_token: 'token_refused',
};

/** Of operators' requests: the decision and the amount, none of their texts. */
const decided = ['delta', 'premium', 'decision', 'counter', 'quantity', 'suspended'] as const;
const PRINT_CHARS = 16;
/** An account's id, or a fingerprint of which that much is enough. */
const SUBJECT_CHARS = 36;
const PENDING = 202;

export function securityLog(log: SecurityLog, fingerprints: Pick<Fingerprints, 'ofNetwork'>): Middleware {
  return async function tellSecurity(ctx: Context, next: Next) {
    await next();
    const event = eventOf(ctx);
    if (event === null) return;
    const state: SecurityState = ctx.state;
    const network = networkPrint(fingerprints, ctx.ip);
    const details = { event, ...whatOf(ctx), network, ...whoOf(state), requestId: ctx.state.requestId };
    if (state.refusal) log.warn({ ...details, code: state.refusal }, 'security');
    else log.info(details, 'security');
  };
}

/** Undefined for a refusal that is no security event. */
export const refusalEvent = (code: ErrorCode): SecurityEvent | undefined => refusals[code];

export const networkPrint = (fingerprints: Pick<Fingerprints, 'ofNetwork'>, ip: string): string =>
  fingerprints.ofNetwork(clientNetwork(ip)).slice(0, PRINT_CHARS);

function eventOf(ctx: Context): SecurityEvent | null {
  const { securityEvent, refusal, operation = '', access, holder }: SecurityState = ctx.state;
  if (securityEvent) return securityEvent;
  if (refusal === undefined) return actOf(ctx, operation, access);
  if (access === 'console' && refusal === 'unauthorized') return 'operator_key_refused';
  if (access === 'console' && refusal === 'not_allowed') return 'operator_role_refused';
  if (refusal === 'not_allowed' && holder?.scope === 'panel' && access !== 'panel') return 'scope_refused';
  return refusals[refusal] ?? null;
}

function actOf(ctx: Context, operation: string, access: string | undefined): SecurityEvent | null {
  if (ctx.status >= 300 || ctx.status === PENDING) return operation === 'requestExport' ? 'export_requested' : null;
  if (access === 'console') return ctx.method === 'GET' ? null : 'operator_act';
  return acts[operation] ?? null;
}

/** The target of an operator's action (the ids in the path) and the decision. */
function whatOf(ctx: Context) {
  const { operation, route = 'unmatched', access } = ctx.state;
  const { params } = ctx as Context & { params?: Record<string, string> };
  const { id } = params ?? {};
  const target = id === undefined ? {} : { target: id.slice(0, 64) };
  return { operation, route, ...target, ...(access === 'console' ? decisionOf(ctx.request.body) : {}) };
}

function decisionOf(body: unknown): object {
  const given = Object(body) as Record<string, unknown>;
  return Object.fromEntries(decided.filter((field) => field in given).map((field) => [field, plain(given[field])]));
}

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 32) : Number(value));

function whoOf({ holder, subject, operator }: SecurityState) {
  return {
    ...(operator === undefined ? {} : { operator: operator.id }),
    ...(holder?.accountId === undefined ? {} : { accountId: holder.accountId }),
    ...(subject === undefined ? {} : { subject: subject.slice(0, SUBJECT_CHARS) }),
  };
}
