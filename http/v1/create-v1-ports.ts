/** Creates the middleware and services around the core of `/v1` from the settings. */
import type { RedirectIdentity } from '#src/adapters/identity/redirect-identity.js';
import { type Config, v1Origins } from '#src/config/config.js';
import { createLoginBinding, createRefreshCookies } from './browser/cookies.js';
import { createLoginStates } from './browser/login-state.js';
import { createOrigins } from './browser/origins.js';
import { createLoginProblems } from './login/login-problems.js';
import { redirectLoginRoutes } from './login/redirect-login.js';
import { linkPageRoutes } from './pages/link-pages.js';
import type { Mails, V1Ports } from './v1-ports.js';

export interface V1PortsDeps {
  config: Config;
  identity: RedirectIdentity | null;
  mails: Mails;
  /** Lets the owner of the address in: the code for it. */
  enter(email: string, browser: string): Promise<string>;
  env: { now(): number };
  onProviderError(code: string, detail: string): void;
}

export function createV1Ports({ config, identity, mails, enter, env, onProviderError }: V1PortsDeps): V1Ports {
  const { publicUrl } = config.http;
  const isHttps = publicUrl.startsWith('https:');
  const allowedOrigins = v1Origins(config);
  const origins = createOrigins(allowedOrigins);
  const binding = createLoginBinding(isHttps);
  const states = createLoginStates(config.secrets, env.now);
  return {
    cookies: createRefreshCookies(origins, { isHttps, now: env.now }),
    browser: binding,
    mails,
    before: [origins.crossOrigin],
    routes: [
      ...redirectLoginRoutes({
        identity,
        states,
        binding,
        publicUrl,
        allowedOrigins,
        enter,
        onProviderError,
        problems: createLoginProblems(config.brand),
      }),
      ...linkPageRoutes(config.brand),
    ],
  };
}
