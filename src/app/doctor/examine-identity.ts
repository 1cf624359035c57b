import { mayUseHttp } from '#src/adapters/identity/identity-provider.js';
import { discover } from '#src/adapters/identity/provider-discovery.js';
import type { Config } from '#src/config/config-shape.js';
import { type Examination, type Finding, ok, problem, readingOf, warning } from './finding.js';

const TIMEOUT_MS = 10_000;
const HEADER_MS = 1_000;

export async function examineIdentity({ identity, environment }: Config): Promise<Examination> {
  if (identity.kind === 'development')
    return { findings: [warning('the embedded provider lets anybody in as anybody')] };
  if (identity.kind === 'none') return { findings: [warning('nobody can log in: OIDC_ISSUER is not set')] };
  const { issuer, clientId, clientSecret } = identity;
  const allowHttp = mayUseHttp(issuer, environment === 'production');
  const server = (
    await discover({ issuer, clientId, clientSecret, allowHttp, timeoutMs: TIMEOUT_MS })
  ).serverMetadata();
  const from = Date.now();
  const keys = await fetch(server.jwks_uri ?? '', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const date = Date.parse(keys.headers.get('date') ?? '');
  const findings = [ok(`${server.issuer} describes itself`), await keysOf(keys)];
  if (Number.isNaN(date)) return { findings };
  return { findings, clock: readingOf('the identity provider', date, { from, to: Date.now() }, HEADER_MS) };
}

async function keysOf(answer: Response): Promise<Finding> {
  const { keys } = answer.ok ? ((await answer.json()) as { keys?: unknown[] }) : { keys: undefined };
  return keys?.length
    ? ok(`it shows ${keys.length} key(s) for its signatures`)
    : problem(`its keys cannot be read (status ${answer.status}): no login can be verified`);
}
