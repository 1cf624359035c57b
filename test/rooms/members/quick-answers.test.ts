/** What members, admins and the founder are answered about each other, by the actor alone. */
import type { RoomCommand } from '#actors/room/commands.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { callerNamed, RoomNode } from '../../support/rooms/room-node.js';
import { describeOnEmbedded } from '../../support/store/engines.js';

type Unsigned = RoomCommand extends infer C ? (C extends { by: Caller } ? Omit<C, 'by'> : never) : never;

const BAN_ADMINS = 'group.can_ban_administrators';
const account = (name: string) => callerNamed(name).accountId;

describeOnEmbedded('the people of a room', (openStore) => {
  describe('are answered', () => {
    let room: RoomNode;
    const tried = async (name: string, command: Unsigned) => {
      const answer = await room.node.rooms.tryAsk(room.id, { ...command, by: callerNamed(name) } as RoomCommand);
      return answer.ok ? answer.value : answer.code;
    };
    const grant = (by: string, name: string, granted: string[]) =>
      tried(by, { type: 'grant_permissions', account: account(name), granted });

    beforeEach(async () => {
      room = new RoomNode(await openStore());
      await room.create('ada');
      await room.join('bob', 'cem', 'eda');
      await tried('ada', { type: 'promote_member', account: account('bob') });
    });
    afterEach(async () => {
      await room.node.system.stop();
      expect(await room.problems()).toEqual([]);
    });

    it('with the keys that they were given: the founder gives all, an admin not the one against admins', async () => {
      const keys = [BAN_ADMINS, 'group_can_give_permissions'];
      expect(await grant('ada', 'bob', keys)).toEqual({ granted: [...keys].sort() });
      await tried('ada', { type: 'promote_member', account: account('cem') });
      expect(await grant('bob', 'cem', [BAN_ADMINS, 'group.can_pin_message'])).toEqual({
        granted: ['group.can_pin_message'],
      });
      expect(await grant('bob', 'ada', [])).toBe('founder_protected');
      expect(await grant('bob', 'bob', [])).toBe('cannot_grant_to_self');
    });

    it('that keys are for admins, from admins', async () => {
      expect(await grant('ada', 'cem', [])).toBe('not_admin');
      expect(await grant('cem', 'bob', [])).toBe('not_admin');
      expect(await grant('ada', 'yabancı', [])).toBe('not_found');
      expect(await grant('bob', 'cem', [])).toBe('not_admin');
    });

    it('the bans, if they are admins, and may lift one', async () => {
      const ban = { account: account('eda'), reason: 'gürültü' };
      expect(await tried('ada', { type: 'ban_member', ...ban })).toBeNull();
      expect(await tried('cem', { type: 'list_bans' })).toBe('not_admin');
      expect(await tried('yabancı', { type: 'list_bans' })).toBe('not_admin');
      expect(await tried('ada', { type: 'list_bans' })).toMatchObject({ bans: [{ account: ban.account }] });
      expect(await tried('cem', { type: 'unban_member', account: ban.account })).toBe('not_admin');
      expect(await tried('ada', { type: 'unban_member', account: account('cem') })).toBe('not_found');
      expect(await tried('ada', { type: 'unban_member', account: ban.account })).toBeNull();
      expect(await tried('ada', { type: 'list_bans' })).toMatchObject({ bans: [] });
    });

    it('by an invite that they are members already, and spend no use of it', async () => {
      const made = await tried('ada', { type: 'create_invite', expiresInHours: null, maxUses: 1 });
      const { code } = made as { code: string };
      expect(await tried('cem', { type: 'join_by_invite', code })).toMatchObject({ status: 'already_member' });
      expect(await tried('can', { type: 'join_by_invite', code })).toMatchObject({ status: 'joined' });
      expect(await tried('yeni', { type: 'join_by_invite', code })).toBe('not_found');
    });

    it('the members in the order of their joining, a page at a time, and by the beginning of their names', async () => {
      await room.join('ecem', 'ela');
      const page = async (more: { after?: string; name?: string; limit?: number }) => {
        const answer = await tried('cem', { type: 'list_members', ...more } as Unsigned);
        if (typeof answer !== 'object') return answer;
        const { members, hasMore } = answer as { members: { username: string }[]; hasMore: boolean };
        return [members.map(({ username }) => username), hasMore];
      };
      expect(await page({ limit: 4 })).toEqual([['ada', 'bob', 'cem', 'eda'], true]);
      expect(await page({ limit: 6 })).toEqual([['ada', 'bob', 'cem', 'eda', 'ecem', 'ela'], false]);
      expect(await page({ after: account('eda'), limit: 1 })).toEqual([['ecem'], true]);
      expect(await page({ after: account('yabancı') })).toBe('not_found');
      expect(await page({ name: 'e' })).toEqual([['eda', 'ecem', 'ela'], false]);
      expect(await page({ name: 'e', limit: 2 })).toEqual([['eda', 'ecem'], true]);
    });

    it('who follows a founder who leaves: the admin, before members who came earlier', async () => {
      await tried('ada', { type: 'demote_admin', account: account('bob') });
      await tried('ada', { type: 'promote_member', account: account('eda') });
      room = await room.again();
      expect(await tried('ada', { type: 'leave_room' })).toEqual({
        status: 'handed_over',
        founderId: account('eda'),
      });
      room = await room.again();
      expect(await tried('eda', { type: 'leave_room' })).toEqual({ status: 'handed_over', founderId: account('bob') });
    });
  });
});
