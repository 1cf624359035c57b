/**
 * The state of a login between sending a browser to the provider and its return. None of it is stored: it travels in
 * `state`, signed together with a secret of that browser; nonce and code verifier are derived from both.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export interface BegunRedirect {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Where the login ends. */
  target: string;
}

export interface LoginStates {
  begin(target: string, browser: string): BegunRedirect;
  /** Null for a login that did not begin in this browser, or began too long ago. */
  read(state: string, browser: string): BegunRedirect | null;
}

/** Long enough to find a second factor. */
export const REDIRECT_LOGIN_S = 3_600;
const STATE = /^([A-Za-z0-9_-]{1,4096})\.([A-Za-z0-9_-]{43})$/;

export function createLoginStates(secrets: readonly [string, ...string[]], now: () => number): LoginStates {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'meydan v1 redirect login', 32)));
  return {
    begin(target, browser) {
      const claims = { id: randomBytes(16).toString('base64url'), until: now() + REDIRECT_LOGIN_S * 1_000, target };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return begun(keys[0] as Buffer, payload, browser, target);
    },
    read(state, browser) {
      const [, payload = '', mac = ''] = STATE.exec(state) ?? [];
      const key = keys.find((each) => timingSafeEqual(Buffer.from(derive(each, 'mac', payload, browser)), pad(mac)));
      if (!key || payload === '') return null;
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { until: number; target: string };
      return now() < claims.until ? begun(key, payload, browser, claims.target) : null;
    },
  };
}

function begun(key: Buffer, payload: string, browser: string, target: string): BegunRedirect {
  return {
    state: `${payload}.${derive(key, 'mac', payload, browser)}`,
    nonce: derive(key, 'nonce', payload, browser),
    codeVerifier: derive(key, 'verifier', payload, browser),
    target,
  };
}

function derive(key: Buffer, what: 'mac' | 'nonce' | 'verifier', payload: string, browser: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([what, payload, browser]))
    .digest('base64url');
}

/** Both sides of the comparison are of one length. */
const pad = (mac: string): Buffer => Buffer.from(mac.padEnd(43, '.'));
