/** What the parts of `/v1` ask of each other: the core is given these, and whoever wires it says how they are done. */
import type { Context, Middleware } from 'koa';
import type { V1Route } from './routing/v1-route.js';

/** The refresh token of pages, which never see it. */
export interface RefreshCookies {
  /** What the browser sent along; throws for a page that may not. */
  read(ctx: Context): string | null;
  /** True where the page is of an allowed origin: the token is in the cookie then, and not to be told otherwise. */
  give(ctx: Context, token: string, expiresAt: number): boolean;
  clear(ctx: Context): void;
}

/** Which browser began a redirect login. */
export interface BrowserBinding {
  /** What only that browser knows; null where it knows nothing. */
  read(ctx: Context): string | null;
  clear(ctx: Context): void;
}

export interface Mails {
  /** False where none can be sent: whatever needs one is refused. */
  canSend: boolean;
  /** A mail was written: it should leave soon. */
  wake(): void;
}

/** What stands in front of and beside the core's routes. */
export interface V1Ports {
  cookies: RefreshCookies;
  browser: BrowserBinding;
  mails: Mails;
  /** Before everything but the error shape: which pages may ask at all (CORS). */
  before: Middleware[];
  /** Redirect login, its callback, pages behind links in mails. */
  routes: V1Route[];
}
