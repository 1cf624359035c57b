/** The HTTP shell: callers, requests, responses. It translates and decides nothing. */
import Koa, { type Middleware } from 'koa';
import type { HttpDeps } from './http-deps.js';
import { idempotentClient } from './idempotency/idempotent-client.js';
import { answerBudget } from './middleware/answer-budget.js';
import { clientNetwork } from './middleware/client-network.js';
import { renderErrors } from './middleware/errors.js';
import { crossOrigin, securityHeaders } from './middleware/headers.js';
import { observe } from './middleware/observe.js';
import { answerUnmatched, refuseBrokenPaths, refuseLargeBodies } from './middleware/paths.js';
import { limitAuth, limitNetwork } from './middleware/rate-limit.js';
import { requestId } from './middleware/request-id.js';
import { securityLog } from './middleware/security-log.js';
import { mountRoutes } from './mount-routes.js';
import { objectsMiddleware } from './objects/objects-middleware.js';
import { uploadRecordsOf } from './objects/upload-records.js';
import { docsPage } from './pages/docs.js';
import { inviteLinks } from './pages/invite-links.js';
import { vanityLinks } from './pages/vanity.js';
import { apiRoutes } from './routes.js';

/** Of one address, or one /64 of IPv6: many people may share it. */
const NETWORK_BUDGET = { running: 1_000, waiting: 1_000, unreadBytes: 16_777_216 };

export function createHttpApp(deps: HttpDeps): Koa {
  const { config, logger, metrics, limits, env, objects, localObjects, v1 } = deps;
  const app = new Koa();
  trustProxies(app, config.http.trustedProxies);
  const { rooms, users, organizations, sponsored } = deps;
  const asked = {
    rooms: idempotentClient(rooms),
    users: idempotentClient(users),
    organizations: idempotentClient(organizations),
    sponsored: idempotentClient(sponsored),
  };
  const routes = apiRoutes({ ...deps, ...asked });
  const router = mountRoutes(routes, deps);
  const chain: Middleware[] = [
    requestId(deps.tracing ?? null),
    observe(logger, metrics, env, config.requestLog),
    securityLog(deps.security, deps.fingerprints),
    securityHeaders({ isHttps: config.http.publicUrl.startsWith('https:'), filesFrom: objects.origin }),
    crossOrigin(),
    ...(v1 ? [v1] : []),
    renderErrors(logger),
    answerBudget((ctx) => clientNetwork(ctx.ip), NETWORK_BUDGET),
    ...(localObjects ? [objectsMiddleware(localObjects, uploadRecordsOf(deps.reader))] : []),
    refuseBrokenPaths(),
    refuseLargeBodies(),
    limitNetwork(deps.localLimits),
    limitAuth(limits),
    router.routes() as Middleware,
    docsPage(
      routes.map(({ endpoint }) => endpoint),
      deps.localLimits.windows,
    ),
    vanityLinks(deps.reader),
    inviteLinks(),
    ...deps.pages,
    answerUnmatched(router, config.brand),
  ];
  for (const middleware of chain) app.use(middleware);
  // Errors are answered above; Koa itself only sees connections that broke during the response.
  app.on('error', (error: Error) => logger.debug({ err: error }, 'response not delivered'));
  return app;
}

/** The client is the entry that the outermost trusted proxy wrote; anybody may have written the entries before it. */
function trustProxies(app: Koa, count: number): void {
  app.proxy = count > 0;
  app.maxIpsCount = count;
}
