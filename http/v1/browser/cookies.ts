/**
 * The two cookies of `/v1`. Neither can be read by scripts: the refresh token of a page, which goes to `/v1/auth` only,
 * and the binding of a redirect login to the browser that began it.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { RefusalError } from '#src/errors.js';
import type { BrowserBinding, RefreshCookies } from '../v1-ports.js';
import { REDIRECT_LOGIN_S } from './login-state.js';
import type { Origins } from './origins.js';

const REFRESH_COOKIE = 'meydan_refresh';
const LOGIN_COOKIE = 'meydan_login';
/** Over https no other host, not even of the same site, can set a cookie of this name; it asks for the path `/`. */
const HOST_LOGIN_COOKIE = '__Host-meydan_login';
const AUTH_PATH = '/v1/auth';
const LOGIN_COOKIE_S = REDIRECT_LOGIN_S;
const LOGIN_SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface CookieOptions {
  isHttps: boolean;
  /** ms since epoch. */
  now(): number;
}

/**
 * Browsers send a cookie whichever page caused the request. It counts only with the `Origin` of an allowed page, which
 * browsers send with every POST and which no page can forge.
 */
export function createRefreshCookies(origins: Origins, { isHttps, now }: CookieOptions): RefreshCookies {
  const write = (ctx: Context, value: string, seconds: number) =>
    setCookie(ctx, { name: REFRESH_COOKIE, path: AUTH_PATH, value, seconds, sameSite: 'Strict', isHttps });
  return {
    read(ctx) {
      const token = ctx.cookies.get(REFRESH_COOKIE) ?? '';
      if (token === '') return null;
      if (!origins.isAllowed(ctx)) throw new RefusalError('forbidden', { message: 'This page may not do this.' });
      return token;
    },
    give(ctx, token, expiresAt) {
      if (!origins.isAllowed(ctx)) return false;
      write(ctx, token, Math.max(0, Math.round((expiresAt - now()) / 1_000)));
      return true;
    },
    clear(ctx) {
      if (ctx.cookies.get(REFRESH_COOKIE) !== undefined) write(ctx, '', 0);
    },
  };
}

export interface LoginBinding extends BrowserBinding {
  /** The browser's value: from an earlier tab, or a new one. */
  begin(ctx: Context): string;
}

/**
 * Lax: the browser brings it when the provider sends it back, and pages of the same site when they exchange the code.
 */
export function createLoginBinding(isHttps: boolean): LoginBinding {
  const name = isHttps ? HOST_LOGIN_COOKIE : LOGIN_COOKIE;
  const path = isHttps ? '/' : AUTH_PATH;
  const write = (ctx: Context, value: string, seconds: number) =>
    setCookie(ctx, { name, path, value, seconds, sameSite: 'Lax', isHttps });
  const read = (ctx: Context): string | null => {
    const value = ctx.cookies.get(name) ?? '';
    return LOGIN_SECRET.test(value) ? value : null;
  };
  return {
    read,
    begin(ctx) {
      const browser = read(ctx) ?? randomBytes(32).toString('base64url');
      write(ctx, browser, LOGIN_COOKIE_S);
      return browser;
    },
  };
}

interface Cookie {
  name: string;
  path: string;
  value: string;
  seconds: number;
  sameSite: 'Strict' | 'Lax';
  isHttps: boolean;
}

/** By hand: Koa refuses `Secure` where TLS ends at a proxy that it does not know of. */
function setCookie(ctx: Context, { name, path, value, seconds, sameSite, isHttps }: Cookie): void {
  const secure = isHttps ? '; Secure' : '';
  ctx.append(
    'Set-Cookie',
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  );
}
