import { ok, type Route, route } from '#http/routing/route.js';
import type { IdentityProvider } from '#src/adapters/identity/identity-provider.js';
import { webPushKey } from '#src/adapters/push/web/vapid-keys.js';
import type { Config } from '#src/config/config.js';
import { clientConfigEndpoints } from '#src/protocol/system/client-config.js';

export interface ClientConfigDeps {
  config: Config;
  identity: Pick<IdentityProvider, 'describe'> | null;
}

export function clientConfigRoutes({ config, identity }: ClientConfigDeps): Route[] {
  const web_push_key = config.push.web ? webPushKey(config.push.web) : null;
  return [
    route(clientConfigEndpoints.clientConfig, async () => {
      const oidc = await oidcOf(config, identity);
      const { brand, devLogin: dev_login, vanityLinkStars: vanity_stars } = config;
      return ok({ brand, dev_login, web_push_key, vanity_stars, oidc });
    }),
  ];
}

async function oidcOf(config: Config, identity: ClientConfigDeps['identity']) {
  const redirectUri = pageRedirectUri(config);
  const provider = redirectUri && identity ? await identity.describe() : null;
  if (!provider) return null;
  return {
    authorization_endpoint: provider.authorizationEndpoint,
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope,
  };
}

/** The embedded provider knows the page; with another one, the page's address must be among the registered ones. */
function pageRedirectUri({ identity, http }: Config): string | null {
  const page = `${http.publicUrl}/`;
  if (identity.kind === 'development') return page;
  if (identity.kind === 'none') return null;
  return identity.redirectUris.find((uri) => uri === page || uri === http.publicUrl) ?? null;
}
