/** Login through the identity provider: out with the browser, back with it, and on to where it came from. */
import type { Context } from 'koa';
import type { BegunLogin, RedirectIdentity } from '#src/adapters/identity/redirect-identity.js';
import { readEmail } from '#src/domain/v1/v1-email.js';
import { RefusalError } from '#src/errors.js';
import { redirectEndpoints } from '#src/protocol/v1/redirect.js';
import type { LoginBinding } from '../browser/cookies.js';
import type { BegunRedirect, LoginStates } from '../browser/login-state.js';
import { type V1Route, v1Route } from '../routing/v1-route.js';
import type { LoginProblems } from './login-problems.js';
import { readRedirectTarget } from './redirect-target.js';

export interface RedirectLoginDeps {
  /** Null where no provider is set up. */
  identity: RedirectIdentity | null;
  states: LoginStates;
  binding: LoginBinding;
  publicUrl: string;
  allowedOrigins: readonly string[];
  /** Lets the owner of the address in: the code for it. */
  enter(email: string, browser: string): Promise<string>;
  problems: LoginProblems;
  /** Why the provider was of no use, for operators; never codes, tokens or people. */
  onProviderError(code: string, detail: string): void;
}

export function redirectLoginRoutes(deps: RedirectLoginDeps): V1Route[] {
  const { problems } = deps;
  return [
    v1Route(redirectEndpoints.loginWithIdp, ({ ctx, query }) =>
      problems(ctx, async () => goOut(deps, ctx, targetOf(deps, query.redirect_uri))),
    ),
    v1Route(redirectEndpoints.idpCallback, ({ ctx, query }) => problems(ctx, () => comeBack(deps, ctx, query.state))),
  ];
}

function targetOf({ publicUrl, allowedOrigins }: RedirectLoginDeps, asked: unknown): string {
  if (asked === undefined || asked === '') return `${publicUrl}/docs`;
  const target = typeof asked === 'string' ? readRedirectTarget(asked, allowedOrigins) : null;
  if (target === null) throw new RefusalError('invalid_redirect_uri');
  return target;
}

async function goOut(deps: RedirectLoginDeps, ctx: Context, target: string): Promise<void> {
  const { identity, binding, states } = deps;
  if (!identity) throw new RefusalError('idp_not_configured');
  const begun = states.begin(target, binding.begin(ctx));
  const address = await identity.begin(loginOf(deps, begun));
  if (address === null) throw new RefusalError('idp_unavailable');
  leave(ctx, address);
}

/** A callback without a login that began in this browser is not redirected: its return address cannot be trusted. */
async function comeBack(deps: RedirectLoginDeps, ctx: Context, state: unknown): Promise<void> {
  const { identity, binding, states, publicUrl, enter, onProviderError } = deps;
  if (!identity) throw new RefusalError('idp_not_configured');
  const browser = binding.read(ctx);
  const begun = browser !== null && typeof state === 'string' ? states.read(state, browser) : null;
  if (!begun || browser === null) {
    throw new RefusalError('invalid_code', { message: 'This login has expired, or began in another browser.' });
  }
  const result = await identity.end(new URL(`${publicUrl}${ctx.path}${ctx.search}`), loginOf(deps, begun));
  if (!result.ok) {
    if (result.code !== 'access_denied') onProviderError(result.code, result.detail);
    return leave(ctx, `${begun.target}#error=${result.code}`);
  }
  const email = readEmail(result.email);
  if (email === null) return leave(ctx, `${begun.target}#error=email_not_verified`);
  leave(ctx, `${begun.target}#${await entrance(enter, email, browser)}`);
}

async function entrance(enter: RedirectLoginDeps['enter'], email: string, browser: string): Promise<string> {
  try {
    return `code=${await enter(email, browser)}`;
  } catch (error) {
    // The page behind `redirect_uri` tells its person; the service has no page of its own here.
    if (error instanceof RefusalError && error.refusal.code === 'account_suspended') return 'error=account_suspended';
    throw error;
  }
}

function loginOf({ publicUrl }: RedirectLoginDeps, { state, nonce, codeVerifier }: BegunRedirect): BegunLogin {
  return { redirectUri: `${publicUrl}${redirectEndpoints.idpCallback.path}`, state, nonce, codeVerifier };
}

/** The address holds the single-use code of a login: it is neither cached nor sent on as a referrer. */
function leave(ctx: Context, address: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.redirect(address);
  ctx.status = 302;
}
