/** The `/v1` interface: its own errors, limits and bodies, over the same store and actors. */
import Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import compose from 'koa-compose';
import { validate } from '#src/protocol/schema/validate.js';
import { noBody, strictBody } from '#src/protocol/v1/strict-body.js';
import { answerUnmatched, refuseBrokenPaths, refuseLargeBodies } from '../middleware/paths.js';
import { v1AccountRoutes } from './accounts/accounts.js';
import { v1OwnRoutes } from './accounts/own-account.js';
import { v1LoginRoutes } from './login/logins.js';
import { createPasswordCheck } from './login/password-check.js';
import { limitGenerally, limitPerIp } from './routing/rate-limit.js';
import { v1Bearer } from './routing/v1-bearer.js';
import { v1Body } from './routing/v1-body.js';
import { renderV1Errors } from './routing/v1-errors.js';
import { v1HealthRoute } from './routing/v1-health.js';
import type { V1Asked, V1Route } from './routing/v1-route.js';
import type { V1Deps } from './v1-deps.js';

export function v1Middleware(deps: V1Deps): Middleware {
  const { logger, limits, ports } = deps;
  const router = mount(v1Routes(deps), deps);
  const inside = compose([
    renderV1Errors(logger),
    ...ports.before,
    limitGenerally(limits),
    refuseBrokenPaths(),
    refuseLargeBodies(),
    router.routes() as Middleware,
    answerUnmatched(router),
  ]);
  return function enterV1(ctx: Context, next: Next) {
    return ctx.path === '/v1' || ctx.path.startsWith('/v1/') ? inside(ctx, next) : next();
  };
}

function v1Routes(deps: V1Deps): V1Route[] {
  const checkPassword = createPasswordCheck(deps);
  return [
    ...v1AccountRoutes(deps),
    ...v1LoginRoutes(deps, checkPassword),
    ...v1OwnRoutes(deps, checkPassword),
    v1HealthRoute(deps.health),
    ...deps.ports.routes,
  ];
}

/** Behind each endpoint's guards, in this order: its limit, the token, the body. */
function mount(routes: V1Route[], deps: V1Deps): Router {
  const router = new Router({ sensitive: true });
  const parse = v1Body();
  const hasToken = v1Bearer(deps);
  for (const route of routes) {
    const { method, path, access, perIp } = route.endpoint;
    const guards = [
      naming(route),
      ...(perIp ? [limitPerIp(deps.limits, perIp)] : []),
      ...(access === 'bearer' ? [hasToken] : []),
      ...(method === 'get' ? [] : [parse]),
    ];
    router[method](path.replaceAll(/\{(\w+)\}/g, ':$1'), ...guards, answering(route));
  }
  return router;
}

/** Logs and metrics name the route, never the path. */
function naming({ endpoint }: V1Route): Middleware {
  return function nameRoute(ctx: Context, next: Next) {
    const { path, id, access } = endpoint;
    Object.assign(ctx.state, { route: path, operation: id, access });
    return next();
  };
}

function answering(route: V1Route): Middleware {
  return async function answer(ctx: Context) {
    const reply = await route.handle(askedOf(ctx, route));
    if (!reply) return;
    ctx.status = reply.status;
    ctx.set('Cache-Control', 'no-store');
    if (reply.headers) ctx.set(reply.headers);
    if (reply.body) ctx.body = reply.body;
  };
}

function askedOf(ctx: Context, { endpoint: { body, query } }: V1Route) {
  return {
    ctx,
    params: (ctx as Context & { params: Record<string, string> }).params,
    query: query && validate(query, { ...ctx.query }, 'validation_failed'),
    body: bodyOf(ctx, body),
    holder: ctx.state.holder,
  } as V1Asked<'bearer', unknown, unknown>;
}

function bodyOf(ctx: Context, schema: V1Route['endpoint']['body']): unknown {
  if (schema) return strictBody(schema, ctx.request.body);
  if (ctx.method === 'POST' || ctx.method === 'DELETE') noBody(ctx.request.body);
  return undefined;
}
