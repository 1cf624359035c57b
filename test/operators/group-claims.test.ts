/** What is read as a group, and which settings are refused. */
import { readGroups } from '#src/adapters/identity/operator-identity.js';
import { loadConfig } from '#src/config/config.js';
import { operatorGroupsOf, roleOfGroups } from '#src/domain/operators/operator-login.js';

describe('a claim of groups', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    ['a,b', ['a,b']],
    [['a', 7, null, ['b'], { name: 'admin' }, '', 'x'.repeat(257)], ['a']],
    [{ admin: true }, []],
    [{ 0: 'admin', length: 1 }, []],
    [true, []],
    [undefined, []],
  ])('%j is read as %j', (claim, groups) => {
    expect(readGroups(claim)).toEqual(groups);
  });

  const roles = [
    { role: 'support', group: 'destek' },
    { role: 'admin', group: 'yönetim' },
  ] as const;

  it('gives the highest role of its groups, and none without one', () => {
    expect(roleOfGroups(roles, ['destek', 'yönetim'])).toBe('admin');
    expect(roleOfGroups(roles, ['destek'])).toBe('support');
    expect(roleOfGroups(roles, ['Destek', 'destek ', 'admin'])).toBeNull();
    expect(roleOfGroups([], ['destek'])).toBeNull();
    expect(operatorGroupsOf(roles, ['z', 'yönetim', 'destek', 'destek'])).toEqual(['destek', 'yönetim']);
  });
});

describe('the setting of groups', () => {
  const given = { SECRET: 'x'.repeat(40) };
  const load = (more: Record<string, string>) => () =>
    loadConfig({ ...given, DATA_DIR: './unused', CONSOLE_KEY: 'k'.repeat(20), ...more });

  it('is off unless it is set', () => {
    expect(load({})().operatorGroups).toBeNull();
    const { operatorGroups } = load({ OPERATOR_GROUPS: 'admin=CN=Chat Admins;OU=IT, support=destek' })();
    expect(operatorGroups).toEqual({
      claim: 'groups',
      scope: null,
      loginTtlS: 28_800,
      roles: [
        { role: 'admin', group: 'CN=Chat Admins;OU=IT' },
        { role: 'support', group: 'destek' },
      ],
    });
  });

  it.each([
    [{ OPERATOR_GROUPS: 'root=a' }, 'OPERATOR_GROUPS'],
    [{ OPERATOR_GROUPS: 'admin' }, 'OPERATOR_GROUPS'],
    [{ OPERATOR_GROUPS: 'admin=' }, 'OPERATOR_GROUPS'],
    [{ OPERATOR_GROUPS: 'admin=a', OPERATOR_GROUP_CLAIM: 'nickname' }, 'OPERATOR_GROUP_CLAIM'],
    [{ OPERATOR_GROUPS: 'admin=a', OPERATOR_GROUP_CLAIM: 'email' }, 'OPERATOR_GROUP_CLAIM'],
    [{ OPERATOR_GROUPS: 'admin=a', OPERATOR_LOGIN_TTL_S: '86401' }, 'OPERATOR_LOGIN_TTL_S'],
    [{ OPERATOR_SCOPE: 'groups' }, 'OPERATOR_GROUPS is missing for OPERATOR_SCOPE'],
    [
      { OPERATOR_GROUPS: 'admin=a', NODE_ENV: 'production', SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' },
      'OIDC_ISSUER is missing for OPERATOR_GROUPS',
    ],
  ])('%j is refused', (more, says) => {
    expect(load(more as Record<string, string>)).toThrow(says);
  });
});
