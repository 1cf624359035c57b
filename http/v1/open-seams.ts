/** What stands in front of and beside the core of `/v1`, made of the settings. */
import type { RedirectIdentity } from '#src/adapters/redirect-identity.js';
import { type Config, v1Origins } from '#src/config.js';
import { createLoginBinding, createRefreshCookies } from './cookies.js';
import { createLoginProblems } from './login-problems.js';
import { createLoginStates } from './login-state.js';
import { createOrigins } from './origins.js';
import { linkPageRoutes } from './pages.js';
import { redirectLoginRoutes } from './redirect-login.js';
import type { Mails, V1Seams } from './seams.js';

export interface SeamDeps {
  config: Config;
  identity: RedirectIdentity | null;
  mails: Mails;
  /** Lets the owner of the address in: the code for it. */
  enter(email: string, browser: string): Promise<string>;
  env: { now(): number };
  onProviderTrouble(code: string, detail: string): void;
}

export function openV1Seams({ config, identity, mails, enter, env, onProviderTrouble }: SeamDeps): V1Seams {
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
        ...{ identity, states, binding, publicUrl, allowedOrigins, enter, onProviderTrouble },
        problems: createLoginProblems(config.brand),
      }),
      ...linkPageRoutes(config.brand),
    ],
  };
}
