/** Who may, and what the others are told: every refusal and its place in the order of refusals. */
import {
  adminOr,
  exists,
  founderOr,
  isRefused,
  keyRefusal,
  memberOr,
  permissionsEvent,
  roomView,
} from '#actors/room/access/access.js';
import { founderCheckHandlers } from '#actors/room/access/founder-check.js';
import { isRowTarget, keyedTargetOr, rowById, rowTargetNeeds, rowTargetOr } from '#actors/room/access/row-targets.js';
import { mayModerate, moderatedOr, needsSomebody, needsTarget, targetOr } from '#actors/room/access/targets.js';
import { Needs } from '#actors/room/model/needs.js';
import { RoomState } from '#actors/room/model/room-state.js';
import { refuse } from '#actors/runtime/decision.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { adminKeys, memberKeys } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { dmScene, groupScene, idOf, rowBy } from '../log/facts/scene.js';

const as = (accountId: string): Caller => ({ accountId, username: accountId, sessionId: 's', language: null });
const group = () => groupScene().state;
const nowhere = () => new RoomState('room-1');
const deleted = () => {
  const state = group();
  (state.head as Head).deleted = true;
  return state;
};
const memberIn = (state: RoomState, account: string) => state.memberOf(account) as Member;
function granting(account: string, ...granted: string[]): RoomState {
  const state = group();
  state.members.set(account, { ...memberIn(state, account), granted });
  return state;
}

describe('who somebody is in a room', () => {
  it.each([
    ['a room that never was', nowhere],
    ['a room that is deleted', deleted],
  ])('nobody in %s', (_, open) => {
    for (const find of [memberOr, adminOr, founderOr])
      expect(find(open(), as('ada'))).toEqual(refuse('room_not_found'));
    expect(keyRefusal(open(), as('ada'), 'group.can_pin_message')).toBe('room_not_found');
    expect(rowTargetOr(open(), as('ada'), idOf(6), 0)).toEqual(refuse('room_not_found'));
    expect(keyedTargetOr(open(), { by: as('ada'), messageId: idOf(6) }, 'send_message', 0)).toEqual(
      refuse('room_not_found'),
    );
    expect(exists(open())).toBe(false);
  });

  it('a member, an admin, the founder, a stranger', () => {
    const state = group();
    const answers = (find: typeof memberOr) =>
      ['ada', 'bob', 'cem', 'can'].map((name) => {
        const found = find(state, as(name));
        return 'account' in found ? found.account : found.refusal.code;
      });
    expect(exists(state)).toBe(true);
    expect(answers(memberOr)).toEqual(['ada', 'bob', 'cem', 'not_member']);
    expect(answers(adminOr)).toEqual(['ada', 'bob', 'not_admin', 'not_admin']);
    expect(answers(founderOr)).toEqual(['ada', 'not_admin', 'not_admin', 'not_admin']);
  });

  it('is told from a refusal by its kind', () => {
    expect([refuse('not_admin'), { kind: 'commit' }, memberIn(group(), 'ada')].map(isRefused)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('an admin with the key, and one without', () => {
    const key = 'group.can_invite_members';
    expect(keyRefusal(granting('bob', key), as('bob'), key)).toBeNull();
    expect(keyRefusal(group(), as('bob'), key)).toBe('not_allowed');
    expect(keyRefusal(group(), as('cem'), key)).toBe('not_admin');
    expect(keyRefusal(group(), as('ada'), key)).toBeNull();
  });

  it('the founder, for what is carried out elsewhere', () => {
    const { needs, handle } = founderCheckHandlers.check_founder;
    const check = (name: string, unfit: unknown = null) =>
      handle(group(), { type: 'check_founder', by: as(name), unfit } as never, {} as never);
    expect(check('ada')).toEqual({ kind: 'reply', reply: { room: 'room-1', slug: 'kahve' } });
    expect(check('ada', { code: 'room_not_open' })).toEqual({ kind: 'refuse', refusal: { code: 'room_not_open' } });
    expect(check('bob', { code: 'room_not_open' })).toEqual(refuse('not_admin'));
    const asked = new Needs(group(), {});
    needs(asked, { type: 'check_founder', by: as('can') } as never, 0);
    expect(asked.complete).toBe(false);
  });
});

describe('what somebody sees of a room', () => {
  it('a member: their role, their keys and the pin they may see', () => {
    const state = group();
    const { settings, memberDenied, createdAt } = state.head as Head;
    expect(roomView(state, 'cem')).toEqual({
      id: 'room-1',
      slug: 'kahve',
      kind: 'group',
      settings,
      memberDenied,
      createdAt,
      organization: null,
      groupTypeId: null,
      memberCount: 4,
      founder: 'ada',
      peer: null,
      avatar: null,
      pins: [idOf(7)],
      pinned: expect.objectContaining({ row: expect.objectContaining({ id: idOf(7) }) }),
      isMember: true,
      myRole: 'member',
      myPermissions: [...memberKeys].sort(),
    });
  });

  it('the founder holds every key, a stranger none', () => {
    expect(roomView(group(), 'ada').myPermissions).toEqual([...new Set([...memberKeys, ...adminKeys])].sort());
    expect(roomView(group(), 'can')).toMatchObject({ isMember: false, myRole: null, myPermissions: [] });
  });

  it('and hears of their keys when these change', () => {
    expect(permissionsEvent(group(), 'can')).toEqual([]);
    expect(permissionsEvent(group(), 'cem')).toEqual([
      { to: 'cem', type: 'permissions:changed', slug: 'kahve', role: 'member', permissions: [...memberKeys].sort() },
    ]);
  });

  it('in a direct chat the other one, and how far they have read', () => {
    const { state } = dmScene();
    expect(roomView(state, 'ada')).toMatchObject({ peer: { accountId: 'bob' }, memberCount: 2, founder: null });
  });
});

describe('which row a command is about', () => {
  it('one of this room, by its very id', () => {
    const state = group();
    expect(rowById(state, idOf(6))?.seq).toBe(6);
    expect(rowById(state, idOf(6).replace(/^./, 'f'))).toBeNull();
    expect(rowById(state, idOf(99))).toBeNull();
  });

  it('one that the caller may see', () => {
    const state = group();
    expect(rowTargetOr(state, as('cem'), idOf(6), 0)).toMatchObject({ member: { account: 'cem' }, row: { seq: 6 } });
    expect(rowTargetOr(state, as('cem'), idOf(3), 0)).toEqual(refuse('not_found'));
    expect(rowTargetOr(state, as('bob'), idOf(3), 0)).toMatchObject({ row: { seq: 3 } });
    expect(rowTargetOr(state, as('bob'), idOf(99), 0)).toEqual(refuse('not_found'));
    expect(rowTargetOr(state, as('can'), idOf(6), 0)).toEqual(refuse('not_member'));
  });

  it('after a voice and a key, in this order', () => {
    const { state } = groupScene();
    state.members.set('cem', { ...memberIn(state, 'cem'), mutedUntil: 500 });
    const asked = (name: string, key: string, now: number, id = idOf(6)) =>
      keyedTargetOr(state, { by: as(name), messageId: id }, key, now);
    expect(asked('cem', 'group.can_remove_message', 499)).toEqual(refuse('muted', { until: 500 }));
    expect(asked('cem', 'group.can_remove_message', 500, 'x')).toEqual(refuse('not_allowed'));
    expect(asked('cem', 'send_message', 500, 'x')).toEqual(refuse('not_found'));
    expect(asked('cem', 'send_message', 500)).toMatchObject({ row: { seq: 6 } });
    expect(asked('can', 'send_message', 500)).toEqual(refuse('not_member'));
    const found = (name: string) => isRowTarget(asked(name, 'send_message', 500));
    expect([found('cem'), found('can')]).toEqual([true, false]);
  });

  it('needs the caller and the row', () => {
    const lacking = (name: string, id: string, windowFrom = 0) => {
      const { state } = groupScene();
      state.windowFrom = windowFrom;
      const needs = new Needs(state, {});
      rowTargetNeeds(needs, { by: as(name), messageId: id });
      return !needs.complete;
    };
    expect(lacking('cem', idOf(6))).toBe(false);
    expect(lacking('can', idOf(6))).toBe(true);
    expect(lacking('cem', idOf(6), 7)).toBe(true);
  });
});

describe('whom a command is about', () => {
  const known = { username: 'can' };

  it('a member, or an account that was read, or one the room knows', () => {
    const state = group();
    const command = { by: as('ada'), account: 'can' };
    expect(targetOr(state, command)).toEqual(refuse('not_found'));
    expect(targetOr(state, command, command, known)).toMatchObject({ member: null, username: 'can' });
    state.keepReads(command, { account: { username: 'CAN' } });
    expect(targetOr(state, command)).toMatchObject({ actor: { account: 'ada' }, member: null, username: 'CAN' });
    expect(targetOr(state, { by: as('ada'), account: 'cem' })).toMatchObject({
      member: { account: 'cem' },
      username: 'cem',
    });
    expect(targetOr(state, { by: as('cem'), account: 'can' })).toEqual(refuse('not_admin'));
  });

  it.each([
    ['of anybody, for the present name', needsTarget, true],
    ['of somebody who is none, to know whether there is such a person', needsSomebody, false],
  ])('the account is read where a member asks about it: %s', (_, need, ofMember) => {
    const isRead = (by: string, account: string) => {
      const state = group();
      for (const each of ['can', 'nil']) state.members.set(each, null);
      const needs = new Needs(state, {});
      need(needs, as(by), account);
      return !needs.complete;
    };
    expect(isRead('ada', 'cem')).toBe(ofMember);
    expect(isRead('ada', 'unknown')).toBe(true);
    expect(isRead('unknown', 'cem')).toBe(true);
    expect(isRead('can', 'nil')).toBe(false);
  });

  it('the account is the one by that id', async () => {
    const { state } = groupScene();
    const command = { by: as('ada'), account: 'can' };
    state.members.set('can', null);
    const needs = new Needs(state, command);
    needsTarget(needs, command.by, command.account);
    const get = async (...asked: unknown[]) => ({ username: asked.join() });
    const supply = await needs.load({ reader: { get } } as never);
    supply(state);
    expect(targetOr(state, command)).toMatchObject({ member: null, username: 'accounts,can' });
  });

  it('one key against a member, one more against an admin', () => {
    const moderates = (account: string, ...keys: string[]) => {
      const state = granting('bob', ...keys);
      return mayModerate(state.head as Head, memberIn(state, 'bob'), state.memberOf(account));
    };
    expect(moderates('cem')).toBe(false);
    expect(moderates('cem', 'group.can_ban_administrators')).toBe(false);
    expect(moderates('cem', 'group.can_ban_members')).toBe(true);
    expect(moderates('can', 'group.can_ban_members')).toBe(true);
    expect(moderates('bob', 'group.can_ban_members')).toBe(false);
    expect(moderates('bob', 'group.can_ban_members', 'group.can_ban_administrators')).toBe(true);
  });

  it('target, membership, founder, key: in this order', () => {
    const moderate = (account: string, who: 'member' | 'anybody' = 'member', ...keys: string[]) =>
      moderatedOr(granting('bob', ...keys), { by: as('bob'), account }, who, account === 'gone' ? null : known);
    expect(moderate('gone')).toEqual(refuse('not_found'));
    expect(moderate('can')).toEqual(refuse('not_member'));
    expect(moderate('can', 'anybody')).toEqual(refuse('not_allowed'));
    expect(moderate('can', 'anybody', 'group.can_ban_members')).toMatchObject({ username: 'can' });
    expect(moderate('ada')).toEqual(refuse('founder_protected'));
    expect(moderate('cem')).toEqual(refuse('not_allowed'));
    expect(moderate('cem', 'member', 'group.can_ban_members')).toMatchObject({ member: { account: 'cem' } });
    expect(moderatedOr(group(), { by: as('cem'), account: 'ada' }, 'member')).toEqual(refuse('not_admin'));
  });

  it('a row said by hand is one too', () => {
    const scene = groupScene();
    scene.commit({ by: 'eda', row: rowBy({ owner: 'eda' }) });
    expect(rowTargetOr(scene.state, as('eda'), idOf(11), 0)).toMatchObject({ row: { seq: 11 } });
  });
});
