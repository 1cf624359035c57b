import Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import type { Users } from '#actors/user/commands.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Config } from '#src/config/config.js';
import { RefusalError } from '#src/errors.js';
import { isOpenToBots } from '#src/protocol/bots/bot-scope.js';
import { isAudited } from '#src/protocol/console/operator-permissions.js';
import { isOpenToPanels } from '#src/protocol/panel/panel-scope.js';
import { type Access, takesIdempotencyKey } from '#src/protocol/schema/endpoint.js';
import { LARGE_BODY, SMALL_BODY } from '#src/protocol/schema/read-json.js';
import { validate } from '#src/protocol/schema/validate.js';
import type { Reader } from '#src/store/store.js';
import type { BotAuthenticator } from './bots/authenticate-bot.js';
import { answerBudget } from './middleware/answer-budget.js';
import { bearer, type TokenVerifier } from './middleware/bearer.js';
import { botScope } from './middleware/bot-scope.js';
import { answerOnce } from './middleware/idempotency.js';
import { jsonBody } from './middleware/json-body.js';
import { notSuspended } from './middleware/not-suspended.js';
import { panelScope, panelSession } from './middleware/panel-session.js';
import { limitAccount } from './middleware/rate-limit.js';
import { usernameRequired } from './middleware/username-required.js';
import { type AuditDeps, audited } from './operators/audit.js';
import { operatorKey, operatorRole } from './operators/operator-auth.js';
import type { EdgeEnv } from './routing/edge-env.js';
import type { Asked, Reply, Route } from './routing/route.js';

/** Of one account, on all its devices. */
const ACCOUNT_BUDGET = { running: 32, waiting: 256, unreadBytes: 4_194_304 };

interface MountDeps extends AuditDeps {
  tokens: TokenVerifier;
  authenticateBot: BotAuthenticator;
  users: Users;
  reader: Reader;
  env: Pick<EdgeEnv, 'now' | 'uuid'>;
  config: Pick<Config, 'consoleKey' | 'operatorGroups'>;
  localLimits: LocalLimits;
}

/** Every route behind the guards its endpoint names, in this order: token or key, scope, username, body, repetition. */
export function mountRoutes(routes: Route[], deps: MountDeps): Router {
  const { tokens, users, reader, env, config, localLimits: limits } = deps;
  const router = new Router({ sensitive: true });
  const hasToken = bearer(tokens, deps.authenticateBot);
  const budget = answerBudget((ctx) => ctx.state.holder.accountId, ACCOUNT_BUDGET);
  const hasUsername = usernameRequired(users, env);
  const isFree = notSuspended(users, env);
  const hasPanel = panelSession(users, env);
  const hasKey = operatorKey({ consoleKey: config.consoleKey, groups: config.operatorGroups, reader, env, limits });
  const authGuardsOf = ({ access, id }: Route['endpoint']): Middleware[] => {
    const scoped = panelScope(users, isOpenToPanels({ access, id }));
    const forBots = botScope(isOpenToBots({ id }));
    const authGuards: Record<Access, Middleware[]> = {
      public: [],
      bearer: [hasToken, budget, forBots, scoped, isFree],
      username: [hasToken, budget, forBots, scoped, hasUsername],
      panel: [hasToken, budget, forBots, hasPanel],
      console: [hasKey, operatorRole(id)],
    };
    return authGuards[access];
  };
  const once = answerOnce({ users, reader, env });
  const effectOnce = answerOnce({ users, reader, env }, { keepsAnswer: false });
  for (const route of routes) {
    const { method, path } = route.endpoint;
    const authGuards = authGuardsOf(route.endpoint);
    const chain: Middleware[] = [naming(route), ...authGuards, limitAccount(limits, route.endpoint)];
    if (method !== 'get') chain.push(jsonBody(boundsOf(route.endpoint)));
    if (route.endpoint.access === 'console' && isAudited(route.endpoint)) chain.push(audited(deps, route.endpoint.id));
    // Without an account there is no idempotency record.
    const isKeyed = takesIdempotencyKey(route.endpoint) && authGuards.includes(hasToken);
    const last = isKeyed ? (route.endpoint.isSecret ? effectOnce : once)(answering(route)) : answering(route);
    router[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), ...chain, last);
  }
  return router;
}

const boundsOf = ({ isLarge }: Route['endpoint']) => (isLarge ? LARGE_BODY : SMALL_BODY);

/** Logs and metrics name the route, never the path: paths hold names. */
function naming({ endpoint }: Route): Middleware {
  return function nameRoute(ctx: Context, next: Next) {
    const { path, id, access } = endpoint;
    Object.assign(ctx.state, { route: path, operation: id, access });
    return next();
  };
}

function answering({ endpoint, handle }: Route) {
  return async function answer(ctx: Context) {
    send(ctx, await handle(askedOf(ctx, endpoint)));
  };
}

function askedOf(ctx: Context, endpoint: Route['endpoint']) {
  const { holder, caller } = ctx.state;
  return {
    ctx,
    params: (ctx as Context & { params: Record<string, string> }).params,
    ...fieldsOf(ctx, endpoint),
    holder,
    caller,
  } as Asked<'username', unknown, unknown>;
}

/** If fields are checked last, their errors go along with the question. */
function fieldsOf(ctx: Context, endpoint: Route['endpoint']) {
  const { query, body, unfit = 'validation_failed', fieldsLast, place } = endpoint;
  const hasPlace = place !== undefined;
  const asked = checked(hasPlace, { ...ctx.query }, (sent) => query && validate(query, sent, 'invalid_request'));
  const sent = checked(hasPlace || fieldsLast, ctx.request.body, (fields) => body && validate(body, fields, unfit));
  return { query: asked.value, body: sent.value, unfit: { ...sent.unfit, ...asked.unfit } };
}

function checked(isLast: boolean | undefined, value: unknown, check: (value: unknown) => unknown) {
  try {
    return { value: check(value), unfit: {} };
  } catch (error) {
    if (!isLast || !(error instanceof RefusalError)) throw error;
    return { value, unfit: { unfit: error.refusal } };
  }
}

function send(ctx: Context, { status, body, headers }: Reply): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  if (headers) ctx.set(headers);
  if (body) ctx.body = body;
}
