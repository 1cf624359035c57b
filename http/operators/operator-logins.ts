/** Logins of operators through the identity provider: from the code to a key for a time, and the operator behind one. */
import type { Context } from 'koa';
import type { AuditWriter, OperatorLoginWriter } from '#actors/writers/commands.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import { isSecretOf } from '#src/adapters/credentials/secrets.js';
import type { OperatorIdentity } from '#src/adapters/identity/operator-identity.js';
import type { OperatorGroupsConfig } from '#src/config/config.js';
import type { SecurityEvent } from '#src/domain/accounts/security-events.js';
import { auditId } from '#src/domain/operators/audit.js';
import type { Operator } from '#src/domain/operators/operator.js';
import { type OperatorLogin, operatorGroupsOf, roleOfGroups } from '#src/domain/operators/operator-login.js';
import { RefusalError } from '#src/errors.js';
import type { OperatorLoginBody } from '#src/protocol/console/console-logins.js';
import type { Reader } from '#src/store/store.js';
import { loginIdOf, newLoginSecret } from './key-secrets.js';

export interface OperatorLoginDeps {
  groups: OperatorGroupsConfig;
  identity: OperatorIdentity;
  operatorLogins: OperatorLoginWriter;
  audit: AuditWriter;
  fingerprints: Pick<Fingerprints, 'ofOperator'>;
  env: EdgeEnv;
  onProviderError(code: string, detail: string): void;
}

/** Deny first: a person in no group of the setting is refused, and the earlier logins of the person end. */
export async function logInOperator(deps: OperatorLoginDeps, ctx: Context, body: OperatorLoginBody) {
  const { identity, groups, operatorLogins, fingerprints } = deps;
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, nonce } = body;
  const found = await identity.exchange({ code, redirectUri, codeVerifier, nonce });
  if (!found.ok) {
    deps.onProviderError(found.code, found.detail);
    ctx.state.securityEvent = 'operator_key_refused' satisfies SecurityEvent;
    throw new RefusalError(found.code);
  }
  const person = fingerprints.ofOperator(found.issuer, found.subject);
  const held = operatorGroupsOf(groups.roles, found.groups);
  const role = roleOfGroups(groups.roles, held);
  if (role === null) {
    await operatorLogins.endAll(person);
    Object.assign(ctx.state, { subject: person, securityEvent: 'operator_key_refused' satisfies SecurityEvent });
    throw new RefusalError('not_allowed', { message: 'No group of this person makes an operator.' });
  }
  const operator: Operator = { id: person, name: found.name, role };
  const { login, secret } = newLogin(deps, operator, held);
  await inAudit(deps, ctx, operator, held, () => operatorLogins.open(login));
  ctx.state.operator = operator;
  ctx.state.securityEvent = 'operator_act' satisfies SecurityEvent;
  return { operator, secret, expiresAt: login.expiresAt };
}

function newLogin({ env, groups }: OperatorLoginDeps, { id: person, name }: Operator, held: string[]) {
  const _id = env.uuid();
  const { secret, hash } = newLoginSecret(_id);
  const createdAt = env.now();
  const expiresAt = createdAt + groups.loginTtlS * 1_000;
  const login: OperatorLogin = { _id, person, name, groups: held, hash, createdAt, expiresAt };
  return { login, secret };
}

/** The row is durable before there is a login; a store that does not take it refuses the login. */
async function inAudit(
  { audit, env }: OperatorLoginDeps,
  ctx: Context,
  { id: operator, name: operatorName, role }: Operator,
  groups: string[],
  open: () => Promise<void>,
): Promise<void> {
  const at = env.now();
  const _id = auditId(at, env.uuid());
  const who = { operator, operatorName, role, requestId: ctx.state.requestId };
  const what = { action: 'loginOperator', target: operator, given: { groups }, reason: null };
  await audit.begin({ _id, at, ...who, ...what });
  await open();
  await audit.end(_id, { outcome: 'done', before: null, at: env.now() });
}

export interface LoggedInDeps {
  groups: OperatorGroupsConfig | null;
  reader: Pick<Reader, 'get'>;
  env: { now(): number };
}

export interface LoggedIn {
  operator: Operator;
  loginId: string;
}

/**
 * The operator behind the secret of a login. The login is read for each request, and its groups are compared with the
 * setting of today, so that a group that was taken out of it ends with the next start of a node.
 */
export async function loggedInOperator(deps: LoggedInDeps, secret: string): Promise<LoggedIn | null> {
  const id = deps.groups && loginIdOf(secret);
  const login = id ? await deps.reader.get<OperatorLogin>('operatorLogins', id) : null;
  if (!deps.groups || !login || !isSecretOf(login.hash, secret) || deps.env.now() >= login.expiresAt) return null;
  const role = roleOfGroups(deps.groups.roles, login.groups);
  return role && { operator: { id: login.person, name: login.name, role }, loginId: login._id };
}
