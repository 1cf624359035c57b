/** Wires `/v1`, a second interface over the same actors. */
import type { Middleware } from 'koa';
import type { Health } from '#http/api/system/health.js';
import { createV1Ports } from '#http/v1/create-v1-ports.js';
import { createProviderLogins } from '#http/v1/login/provider-login.js';
import { v1Middleware } from '#http/v1/v1-app.js';
import type { Mails, V1Ports } from '#http/v1/v1-ports.js';
import { commonPasswords } from '../adapters/credentials/common-passwords.js';
import type { Fingerprints } from '../adapters/credentials/fingerprints.js';
import { createPasswords } from '../adapters/credentials/passwords.js';
import { createV1Tokens, type V1Tokens } from '../adapters/credentials/v1-tokens.js';
import type { DevelopmentProvider } from '../adapters/development-provider/provider.js';
import { redirectIdentity } from '../adapters/identity/login-providers.js';
import { createSlidingLimits } from '../adapters/rate-limits/sliding-limits.js';
import type { Config } from '../config/config.js';
import type { Node } from '../node.js';
import type { Store } from '../store/store.js';
import type { ClusterServices } from './cluster-services.js';
import type { Tools } from './tools.js';

export interface V1Parts {
  config: Config;
  node: Node;
  store: Store;
  cluster: ClusterServices | null;
  tools: Tools;
  fingerprints: Fingerprints;
  health: Health;
  mails: Mails;
  /** The embedded provider, outside production. */
  provider: DevelopmentProvider | null;
}

export function wireV1(parts: V1Parts): Middleware {
  const { config, node, store, cluster, fingerprints, health } = parts;
  const { env, loggers } = parts.tools;
  const { accessTokenTtlS: accessTtlS, refreshTokenTtlS: refreshTtlS } = config.v1;
  const tokens = createV1Tokens({ secrets: config.secrets, accessTtlS, refreshTtlS, env });
  // The lock after failed logins applies even if rate limits are off.
  const locks = cluster?.slidingLimits ?? createSlidingLimits({ env });
  return v1Middleware({
    config,
    logger: loggers.http,
    addresses: node.addresses,
    reader: store,
    tokens,
    fingerprints,
    passwords: createPasswords(),
    isCommon: commonPasswords(),
    limits: config.rateLimits ? locks : createSlidingLimits({ env, off: true }),
    locks,
    health,
    env,
    ports: portsOf(parts, tokens),
  });
}

function portsOf(parts: V1Parts, tokens: V1Tokens): V1Ports {
  const { config, node, fingerprints, mails, provider } = parts;
  const { env, loggers } = parts.tools;
  const { codeTtlS } = config.v1;
  const logins = createProviderLogins({ addresses: node.addresses, links: tokens.links, env, codeTtlS });
  return createV1Ports({
    config,
    identity: redirectIdentity(config, provider),
    mails,
    enter: (email, browser) => logins.enter(email, fingerprints.ofAddress(email), browser),
    env,
    onProviderError: (code, detail) => loggers.http.warn({ code, detail }, 'identity provider error'),
  });
}
