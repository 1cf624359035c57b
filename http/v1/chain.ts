import type { Context, Middleware, Next } from 'koa';

/** One after the other, each inside the one before. */
export function chain(middlewares: readonly Middleware[]): Middleware {
  return function runChain(ctx: Context, next: Next) {
    const run = (index: number): Promise<unknown> => {
      const middleware = middlewares[index];
      return Promise.resolve(middleware ? middleware(ctx, () => run(index + 1)) : next());
    };
    return run(0);
  };
}
