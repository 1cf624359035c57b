/** The package brings no types of its own; these are the options we set. */
declare module '@koa/cors' {
  import type { Middleware } from 'koa';

  interface CorsOptions {
    origin?: string;
    allowMethods?: string[];
    allowHeaders?: string[];
    exposeHeaders?: string[];
    maxAge?: number;
  }

  export default function cors(options?: CorsOptions): Middleware;
}
