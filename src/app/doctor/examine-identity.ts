import { mayUseHttp } from '#src/adapters/identity/identity-provider.js';
import { discover } from '#src/adapters/identity/provider-discovery.js';
import type { Config } from '#src/config/config-shape.js';
import { examineGroups } from './examine-groups.js';
import { type Examination, type Finding, ok, problem, warning } from './finding.js';
import { timedFetch } from './timed-fetch.js';

const TIMEOUT_MS = 10_000;

export async function examineIdentity({ identity, environment, operatorGroups }: Config): Promise<Examination> {
  if (identity.kind === 'development') return { findings: embedded(operatorGroups !== null) };
  if (identity.kind === 'none') return { findings: [warning('nobody can log in: OIDC_ISSUER is not set')] };
  const { issuer, clientId, clientSecret } = identity;
  const allowHttp = mayUseHttp(issuer, environment === 'production');
  const server = (
    await discover({ issuer, clientId, clientSecret, allowHttp, timeoutMs: TIMEOUT_MS })
  ).serverMetadata();
  const { answer, clock } = await timedFetch('the identity provider', server.jwks_uri ?? '');
  const groups = operatorGroups ? examineGroups(operatorGroups, server) : [];
  return { findings: [ok(`${server.issuer} describes itself`), await keysOf(answer), ...groups], clock };
}

const embedded = (hasGroups: boolean): Finding[] => [
  warning('the embedded provider lets anybody in as anybody'),
  ...(hasGroups ? [warning('whoever types a group of OPERATOR_GROUPS there becomes an operator')] : []),
];

async function keysOf(answer: Response): Promise<Finding> {
  const { keys } = answer.ok ? ((await answer.json()) as { keys?: unknown[] }) : { keys: undefined };
  return keys?.length
    ? ok(`it shows ${keys.length} key(s) for its signatures`)
    : problem(`its keys cannot be read (status ${answer.status}): no login can be verified`);
}
