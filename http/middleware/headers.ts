import cors from '@koa/cors';
import type { Context, Middleware, Next } from 'koa';
import helmet from 'koa-helmet';

/** `/api` is open to pages of any origin, without credentials: tokens travel in a header that only our clients set. */
export function crossOrigin(): Middleware {
  const open = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'x-request-id'],
    exposeHeaders: ['x-request-id', 'Allow'],
    maxAge: 86_400,
  });
  return function crossOriginApi(ctx: Context, next: Next) {
    return ctx.path.startsWith('/api/') ? open(ctx, next) : next();
  };
}

/**
 * Our pages load files of this server and of the object store, and talk to both, to this one by socket too. They cannot
 * be framed. The development provider under /dev sets its own policy: its forms lead to redirect addresses elsewhere.
 */
export function securityHeaders({ isHttps, filesFrom }: { isHttps: boolean; filesFrom: string }): Middleware {
  const shared = { strictTransportSecurity: isHttps, crossOriginResourcePolicy: { policy: 'cross-origin' } } as const;
  const strict = helmet({ ...shared, contentSecurityPolicy: { useDefaults: false, directives: policy(filesFrom) } });
  const loose = helmet({ ...shared, contentSecurityPolicy: false });
  return function setSecurityHeaders(ctx: Context, next: Next) {
    return ctx.path.startsWith('/dev/') ? loose(ctx, next) : strict(ctx, next);
  };
}

/** Files lie at their store: pages show them from there and put them there. */
const policy = (filesFrom: string) => ({
  defaultSrc: ["'self'"],
  connectSrc: ["'self'", filesFrom],
  imgSrc: ["'self'", 'data:', 'blob:', filesFrom],
  mediaSrc: ["'self'", 'blob:', filesFrom],
  styleSrc: ["'self'", "'unsafe-inline'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
});
