/** CORS for `/v1`: pages of allowed origins, with credentials, and no others. */
import type { Context, Middleware, Next } from 'koa';

const METHODS = 'GET, HEAD, POST, DELETE';
const HEADERS = 'Authorization, Content-Type, X-Request-ID';
const EXPOSED = 'X-Request-ID, X-RateLimit-Limit, X-RateLimit-Remaining, Retry-After, Allow';
const PREFLIGHT_S = '7200';

export interface Origins {
  /** True for requests of a page of an allowed origin; false also where no page is behind it. */
  isAllowed(ctx: Context): boolean;
  /** The headers that let a browser hand the answer over, and the answer to its question beforehand. */
  crossOrigin: Middleware;
}

export function createOrigins(allowed: readonly string[]): Origins {
  const isAllowed = (ctx: Context) => allowed.includes(ctx.get('Origin'));
  return {
    isAllowed,
    crossOrigin: function crossOriginV1(ctx: Context, next: Next) {
      ctx.vary('Origin');
      // Any page may load the rest of the service; requests with credentials are restricted.
      ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
      if (isAllowed(ctx)) {
        ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'));
        ctx.set('Access-Control-Allow-Credentials', 'true');
        ctx.set('Access-Control-Expose-Headers', EXPOSED);
      }
      return isPreflight(ctx) ? answerPreflight(ctx, isAllowed(ctx)) : next();
    },
  };
}

const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';

/** Without the headers a browser does not go on: that is the refusal. */
async function answerPreflight(ctx: Context, isAllowed: boolean): Promise<void> {
  ctx.status = 204;
  ctx.vary('Access-Control-Request-Method');
  ctx.vary('Access-Control-Request-Headers');
  if (!isAllowed) return;
  ctx.set('Access-Control-Allow-Methods', METHODS);
  ctx.set('Access-Control-Allow-Headers', HEADERS);
  ctx.set('Access-Control-Max-Age', PREFLIGHT_S);
}
