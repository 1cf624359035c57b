import type Router from '@koa/router';
import type { Context, Middleware, Next } from 'koa';
import { isOpenedByPerson, showNotFound } from '#http/pages/not-found-page.js';
import { RefusalError } from '#src/errors.js';
import { LARGE_BODY, wireBytesOf } from '#src/protocol/schema/read-json.js';

/** The router hands broken percent-encoding on as it is; here it stops. */
export function refuseBrokenPaths(): Middleware {
  return function refuseBrokenPath(ctx: Context, next: Next) {
    try {
      decodeURIComponent(ctx.path);
    } catch {
      throw new RefusalError('invalid_request', { message: 'The path is not valid percent-encoded UTF-8.' });
    }
    return next();
  };
}

/**
 * A request whose Content-Length exceeds every limit is refused before its body is read, with or without a valid token.
 */
export function refuseLargeBodies(): Middleware {
  return function refuseLargeBody(ctx: Context, next: Next) {
    if (Number(ctx.get('Content-Length')) > wireBytesOf(LARGE_BODY)) {
      ctx.set('Connection', 'close');
      throw new RefusalError('payload_too_large');
    }
    return next();
  };
}

/**
 * Answers requests that no route handled: 404 for an unknown path, 405 with `Allow` for an unknown method. With a brand a
 * browser gets a page.
 */
export function answerUnmatched(router: Router, brand: string | null = null): Middleware {
  return function unmatched(ctx: Context) {
    const methods = methodsOf(router, ctx.path);
    if (methods.length === 0) {
      if (brand !== null && isOpenedByPerson(ctx)) return showNotFound(ctx, brand);
      throw new RefusalError('not_found');
    }
    ctx.set('Allow', [...methods, 'OPTIONS'].join(', '));
    if (ctx.method !== 'OPTIONS') throw new RefusalError('method_not_allowed');
    ctx.status = 204;
  };
}

/** Of the path that fits best: `/rooms/search` is more of a path than `/rooms/:slug`, whose methods are not its own. */
function methodsOf(router: Router, path: string): string[] {
  const layers = router.match(path, 'GET').path;
  const fewest = Math.min(...layers.map(parametersOf));
  const best = layers.filter((layer) => parametersOf(layer) === fewest);
  return [...new Set(best.flatMap((layer) => layer.methods))].sort();
}

const parametersOf = ({ path }: { path: string | RegExp }): number => String(path).split('/:').length;
