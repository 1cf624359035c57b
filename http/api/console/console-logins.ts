/** Logins of operators through the identity provider. */
import type { AuditWriter, OperatorLoginWriter } from '#actors/writers/commands.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { spendWindow } from '#http/middleware/rate-limit.js';
import { noteBefore } from '#http/operators/audit.js';
import { logInOperator } from '#http/operators/operator-logins.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { OperatorIdentity } from '#src/adapters/identity/operator-identity.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Config, OperatorGroupsConfig } from '#src/config/config.js';
import { OPERATOR_LOGINS_LISTED_MAX, type OperatorLogin, roleOfGroups } from '#src/domain/operators/operator-login.js';
import { RefusalError } from '#src/errors.js';
import { consoleLoginEndpoints as endpoints } from '#src/protocol/console/console-logins.js';
import type { Reader } from '#src/store/store.js';

export interface ConsoleLoginDeps {
  config: Pick<Config, 'operatorGroups'>;
  operatorIdentity: OperatorIdentity | null;
  operatorLogins: OperatorLoginWriter;
  audit: AuditWriter;
  fingerprints: Pick<Fingerprints, 'ofOperator'>;
  reader: Reader;
  localLimits: LocalLimits;
  env: EdgeEnv;
  onProviderError?: (code: string, detail: string) => void;
}

export function consoleLoginRoutes(deps: ConsoleLoginDeps): Route[] {
  const { config, operatorLogins, reader, env } = deps;
  const { operatorGroups: groups } = config;
  return [
    route(endpoints.describeOperatorLogin, async () => {
      if (!isConfigured(deps)) return ok({ oidc: null });
      const found = await deps.operatorIdentity.describe();
      if (!found) throw new RefusalError('idp_unavailable');
      const { authorizationEndpoint, clientId, redirectUri, scope } = found;
      const oidc = {
        authorization_endpoint: authorizationEndpoint,
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
      };
      return ok({ oidc });
    }),
    route(endpoints.loginOperator, async ({ ctx, body }) => {
      if (!isConfigured(deps)) throw new RefusalError('not_found');
      // Counted like wrong keys, before the provider is asked.
      spendWindow(deps.localLimits, 'wrong_console_key', clientNetwork(ctx.ip));
      const onProviderError = deps.onProviderError ?? (() => undefined);
      const { operator, secret, expiresAt } = await logInOperator(
        { ...deps, groups: deps.config.operatorGroups, identity: deps.operatorIdentity, onProviderError },
        ctx,
        body,
      );
      return ok({ operator, secret, expires_at: new Date(expiresAt).toISOString() });
    }),
    route(endpoints.logoutOperator, async ({ ctx }) => {
      const { operatorLogin } = ctx.state;
      if (operatorLogin === undefined)
        throw new RefusalError('invalid_state', { message: 'A key is revoked by an admin.' });
      await operatorLogins.end(operatorLogin);
      return noContent();
    }),
    route(endpoints.listOperatorLogins, async () => {
      const range = { index: 'expiry', gt: env.now(), limit: OPERATOR_LOGINS_LISTED_MAX };
      const logins = await reader.range<OperatorLogin>('operatorLogins', range);
      return ok({ logins: logins.map((login) => present(login, groups?.roles ?? [])) });
    }),
    route(endpoints.endOperatorLogins, async ({ params, ctx }) => {
      const range = { index: 'byPerson', prefix: [params.id ?? ''] };
      noteBefore(ctx, { logins: await reader.count('operatorLogins', range) });
      await operatorLogins.endAll(params.id ?? '');
      return noContent();
    }),
  ];
}

type Configured = ConsoleLoginDeps & {
  config: { operatorGroups: OperatorGroupsConfig };
  operatorIdentity: OperatorIdentity;
};

const isConfigured = (deps: ConsoleLoginDeps): deps is Configured =>
  deps.config.operatorGroups !== null && deps.operatorIdentity !== null;

const present = (
  { person, name, groups, createdAt, expiresAt }: OperatorLogin,
  roles: Parameters<typeof roleOfGroups>[0],
) => ({
  operator: { id: person, name, role: roleOfGroups(roles, groups) },
  groups,
  created_at: new Date(createdAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
});
