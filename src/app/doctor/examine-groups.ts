/** Whether the provider, as it describes itself, can tell the groups that make operators. */
import type { OperatorGroupsConfig } from '#src/config/config.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Of the discovery document. Providers may leave the lists out, and may list less than they have. */
export interface Described {
  scopes_supported?: string[] | undefined;
  claims_supported?: string[] | undefined;
}

const LISTED_MAX = 12;

export function examineGroups({ claim, scope, roles }: OperatorGroupsConfig, described: Described): Finding[] {
  return [...(scope === null ? [] : scope.split(' ').flatMap((one) => scopeOf(one, described))), claimOf()];

  function claimOf(): Finding {
    const { claims_supported: claims } = described;
    const groups = [...new Set(roles.map(({ group }) => group))].join(', ');
    if (claims?.includes(claim)) return ok(`it tells the claim ${claim}, in which ${groups} would make an operator`);
    const test = 'log in once on /console: without the claim the answer is not_allowed';
    if (!claims) return warning(`it does not say whether it tells the claim ${claim} (OPERATOR_GROUP_CLAIM): ${test}`);
    return warning(
      `it does not list the claim ${claim} (OPERATOR_GROUP_CLAIM) among its own (${listed(claims)}): ${
        scope === null
          ? 'it may need a scope (OPERATOR_SCOPE) or a mapping at the provider'
          : 'map the groups to it there'
      }; ${test}`,
    );
  }
}

/** A provider refuses the login, or leaves the scope out, when it does not know it. */
function scopeOf(scope: string, { scopes_supported: scopes }: Described): Finding[] {
  if (!scopes || scopes.includes(scope)) return [];
  return [
    problem(`it has no scope ${scope} (OPERATOR_SCOPE); it has ${listed(scopes)}: logins of operators will fail`),
  ];
}

const listed = (names: string[]): string =>
  `${names.slice(0, LISTED_MAX).join(', ')}${names.length > LISTED_MAX ? ', …' : ''}`;
