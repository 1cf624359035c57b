/** `/v1` with all it needs: the second front door over the same actors. */
import type { Middleware } from 'koa';
import type { Health } from '#http/api/health.js';
import { openV1Seams } from '#http/v1/open-seams.js';
import { createProviderLogins } from '#http/v1/provider-login.js';
import type { Mails, V1Seams } from '#http/v1/seams.js';
import { v1Door } from '#http/v1/v1-app.js';
import { commonPasswords } from '../adapters/common-passwords.js';
import type { DevelopmentProvider } from '../adapters/development-provider/provider.js';
import type { Fingerprints } from '../adapters/fingerprints.js';
import { redirectIdentity } from '../adapters/login-providers.js';
import { createPasswords } from '../adapters/passwords.js';
import { createSlidingLimits } from '../adapters/sliding-limits.js';
import { createV1Tokens, type V1Tokens } from '../adapters/v1-tokens.js';
import type { Config } from '../config.js';
import type { Node } from '../node.js';
import type { Store } from '../store/store.js';
import type { Shared } from './open-cluster.js';
import type { Tools } from './tools.js';

export interface V1Parts {
  config: Config;
  node: Node;
  store: Store;
  others: Shared | null;
  tools: Tools;
  fingerprints: Fingerprints;
  health: Health;
  mails: Mails;
  /** The embedded one, outside production. */
  provider: DevelopmentProvider | null;
}

export function openV1(parts: V1Parts): Middleware {
  const { config, node, store, others, fingerprints, health } = parts;
  const { env, loggers } = parts.tools;
  const { accessTokenTtlS: accessTtlS, refreshTokenTtlS: refreshTtlS } = config.v1;
  const tokens = createV1Tokens({ secrets: config.secrets, accessTtlS, refreshTtlS, env });
  // The lock after failed logins stays where limits are lifted.
  const locks = others?.slidingLimits ?? createSlidingLimits({ env });
  return v1Door({
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
    seams: seamsOf(parts, tokens),
  });
}

function seamsOf(parts: V1Parts, tokens: V1Tokens): V1Seams {
  const { config, node, fingerprints, mails, provider } = parts;
  const { env, loggers } = parts.tools;
  const { codeTtlS } = config.v1;
  const logins = createProviderLogins({ addresses: node.addresses, links: tokens.links, env, codeTtlS });
  return openV1Seams({
    config,
    identity: redirectIdentity(config, provider),
    mails,
    enter: (email, browser) => logins.enter(email, fingerprints.ofAddress(email), browser),
    env,
    onProviderTrouble: (code, detail) => loggers.http.warn({ code, detail }, 'identity provider'),
  });
}
