/** The ports of `/v1`: the interfaces that its core needs. The wiring gives the implementations. */
import type { Context, Middleware } from 'koa';
import type { V1Route } from './routing/v1-route.js';

/** The refresh token of pages, which never see it. */
export interface RefreshCookies {
  /** The browser's cookie; throws for a page that may not send it. */
  read(ctx: Context): string | null;
  /** True for a page of an allowed origin: the refresh token is set as a cookie and not sent in the body. */
  give(ctx: Context, token: string, expiresAt: number): boolean;
  clear(ctx: Context): void;
}

/** The browser that began a redirect login. */
export interface BrowserBinding {
  /** The secret of this browser; null if it has none. */
  read(ctx: Context): string | null;
}

export interface Mails {
  /** False where no mail can be sent: operations that need one are refused. */
  canSend: boolean;
  /** A mail was written: it should leave soon. */
  wake(): void;
}

/** The middleware and services around the routes of the core. */
export interface V1Ports {
  cookies: RefreshCookies;
  browser: BrowserBinding;
  mails: Mails;
  /** Before everything but the error shape: which pages may ask at all (CORS). */
  before: Middleware[];
  /** Redirect login, its callback, pages behind links in mails. */
  routes: V1Route[];
}
