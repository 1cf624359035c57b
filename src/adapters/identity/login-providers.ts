/** Chooses the identity provider: that of the settings, or outside production the embedded one. */
import type { Config } from '#src/config/config.js';
import type { Logger } from '#src/observability/logger.js';
import {
  createDevelopmentProvider,
  type DevelopmentProvider,
  OPERATOR_PAGE,
} from '../development-provider/provider.js';
import { createIdentityProvider, type IdentityProvider, mayUseHttp } from './identity-provider.js';
import { createOperatorIdentity, type OperatorIdentity } from './operator-identity.js';
import { createRedirectIdentity, type RedirectIdentity } from './redirect-identity.js';

/** Only outside production. It is a real provider, so that development uses the same protocol. */
export function developmentProvider(
  { identity, http, brand }: Config,
  now: () => number,
  logger: Logger,
): DevelopmentProvider | null {
  if (identity.kind !== 'development') return null;
  return createDevelopmentProvider({
    publicUrl: () => http.publicUrl,
    localUrl: () => `http://${loopback(http.host)}:${http.port}`,
    redirectUris: identity.redirectUris,
    brand,
    now,
    onError: (err) => logger.error({ err }, 'development provider failed'),
  });
}

/** The address of a listener from this machine. */
function loopback(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

export function identityProvider(
  { identity, environment }: Config,
  embedded: DevelopmentProvider | null,
): IdentityProvider | null {
  if (embedded) {
    const { issuer, clientId, clientSecret, redirectUris, locate } = embedded;
    return createIdentityProvider({ issuer, clientId, clientSecret, redirectUris, locate, allowHttp: true });
  }
  if (identity.kind !== 'external') return null;
  const { issuer, clientId, clientSecret, redirectUris } = identity;
  const allowHttp = mayUseHttp(issuer, environment === 'production');
  return createIdentityProvider({
    issuer,
    clientId,
    clientSecret,
    allowHttp,
    redirectUris: redirectUris.length > 0 ? redirectUris : null,
  });
}

/** The same provider, for redirect logins. */
export function redirectIdentity(
  { identity, environment }: Config,
  embedded: DevelopmentProvider | null,
): RedirectIdentity | null {
  if (embedded) {
    const { issuer, clientId, clientSecret, locate } = embedded;
    return createRedirectIdentity({ issuer, clientId, clientSecret, locate, allowHttp: true });
  }
  if (identity.kind !== 'external') return null;
  const { issuer, clientId, clientSecret } = identity;
  const allowHttp = mayUseHttp(issuer, environment === 'production');
  return createRedirectIdentity({ issuer, clientId, clientSecret, allowHttp });
}

/** The same provider, for operators; null where no group makes one. */
export function operatorIdentity(
  { identity, environment, operatorGroups }: Config,
  embedded: DevelopmentProvider | null,
  publicUrl: () => string,
): OperatorIdentity | null {
  if (operatorGroups === null) return null;
  const { claim, scope } = operatorGroups;
  const asked = { claim, scope, redirectUri: () => `${publicUrl()}${OPERATOR_PAGE}` };
  if (embedded) {
    const { issuer, clientId, clientSecret, locate } = embedded;
    return createOperatorIdentity({ issuer, clientId, clientSecret, locate, allowHttp: true, ...asked });
  }
  if (identity.kind !== 'external') return null;
  const { issuer, clientId, clientSecret } = identity;
  const allowHttp = mayUseHttp(issuer, environment === 'production');
  return createOperatorIdentity({ issuer, clientId, clientSecret, allowHttp, ...asked });
}
