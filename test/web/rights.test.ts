import type { Room } from '#web/api-types.js';
import { mayModerate, rightsIn } from '#web/members/rights.js';

const room = (change: Partial<Room>): Room =>
  ({ slug: 'kahve', discussions_enabled: true, my_permissions: [], ...change }) as Room;

const member = { account_id: 'bora', role: 'member' } as const;

describe('which buttons a person is shown', () => {
  it('asks for the role as well as the key where only admins may', () => {
    const keys = ['group.can_ban_members', 'group.can_edit_permissions', 'group.can_create_invite_link'];
    expect(rightsIn(room({ my_role: 'member', my_permissions: keys }))).toMatchObject({
      moderate: false,
      deny: false,
      createInvite: false,
    });
    expect(rightsIn(room({ my_role: 'admin', my_permissions: keys }))).toMatchObject({
      isAdmin: true,
      isFounder: false,
      moderate: true,
      deny: true,
      createInvite: true,
      tag: false,
    });
  });

  it('lets nobody discuss where discussions are off', () => {
    const keys = ['sub_chat.send_message', 'group.can_open_discussion'];
    expect(rightsIn(room({ my_permissions: keys })).openDiscussion).toBe(true);
    expect(rightsIn(room({ my_permissions: keys, discussions_enabled: false })).openDiscussion).toBe(false);
    expect(rightsIn(room({ my_permissions: ['sub_chat.send_message'] }))).toMatchObject({
      discuss: true,
      openDiscussion: false,
    });
  });

  it.each([
    ['a member', member, ['group.can_ban_members'], true],
    ['a member, without the key', member, [], false],
    ['an admin', { account_id: 'cem', role: 'admin' }, ['group.can_ban_members'], false],
    [
      'an admin, with both keys',
      { account_id: 'cem', role: 'admin' },
      ['group.can_ban_members', 'group.can_ban_administrators'],
      true,
    ],
    ['the founder', { account_id: 'f', role: 'founder' }, ['group.can_ban_members'], false],
    ['oneself', { account_id: 'ada', role: 'admin' }, ['group.can_ban_members', 'group.can_ban_administrators'], false],
  ] as const)('puts out %s as the service would', (_, target, keys, may) => {
    expect(mayModerate(room({ my_role: 'admin', my_permissions: [...keys] }), target, 'ada')).toBe(may);
  });
});
