/** Roles, keys, own flags and the list of members, decision by decision. */
import type { RoomState } from '#actors/room/model/room-state.js';
import { isSilent, notificationView } from '#src/domain/rooms/notification-level.js';
import { adminKeys } from '#src/domain/rooms/permissions.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { groupScene } from '../log/facts/scene.js';
import { as, change, decided, memberIn, NOW, readBy, setting } from './decided.js';

const by = (type: string, account: string, more: object = {}) => ({ type, by: as(account), ...more }) as never;
const unfit = { code: 'validation_error', fields: ['granted'] };
const group = () => groupScene().state;
const withKeys = (...granted: string[]) => {
  const state = group();
  change(state, 'bob', { granted });
  return state;
};
const stranger = { account: { username: 'can' } };
const permissions = (to: string, role: string) => ({
  to,
  type: 'permissions:changed',
  slug: 'kahve',
  role,
  permissions: expect.anything(),
});

describe('a role', () => {
  it('is given by the founder, and taken back', () => {
    const state = group();
    const changed = (account: string, role: string) => ({
      by: 'ada',
      facts: [{ type: 'role_changed', account, role, actor: 'ada' }],
      event: null,
      reply: null,
      told: [permissions(account, role)],
    });
    expect(decided(state, by('promote_member', 'ada', { account: 'cem' }))).toEqual(changed('cem', 'admin'));
    expect(decided(state, by('promote_member', 'ada', { account: 'cem' }))).toEqual({ reply: null });
    expect(decided(state, by('demote_admin', 'ada', { account: 'cem' }))).toEqual(changed('cem', 'member'));
    expect(decided(state, by('demote_admin', 'ada', { account: 'cem' }))).toEqual({ code: 'not_found' });
  });

  it('is refused: not the founder, no such account, no member, the founder', () => {
    const promote = (account: string, caller = 'ada', reads = {}) =>
      decided(group(), by('promote_member', caller, { account }), reads);
    expect(promote('cem', 'bob')).toEqual({ code: 'not_admin' });
    expect(promote('can')).toEqual({ code: 'not_found' });
    expect(promote('can', 'ada', stranger)).toEqual({ code: 'not_member' });
    expect(promote('ada')).toEqual({ code: 'founder_protected' });
    expect(decided(group(), by('demote_admin', 'bob', { account: 'cem' }))).toEqual({ code: 'not_admin' });
    expect(decided(group(), by('demote_admin', 'ada', { account: 'ada' }))).toEqual({ code: 'founder_protected' });
    expect(decided(group(), by('demote_admin', 'ada', { account: 'can' }))).toEqual({ code: 'not_found' });
  });
});

describe('the keys of an admin', () => {
  const BAN_ADMINISTRATORS = 'group.can_ban_administrators';
  const grant = (state: RoomState, account: string, more: object = {}, caller = 'ada') =>
    decided(state, by('grant_permissions', caller, { account, granted: [], ...more }), {
      account: { username: account },
    });

  it('are those that are known, with a row for admins', () => {
    const granted = [BAN_ADMINISTRATORS, 'group.can_ban_members'].sort();
    expect(grant(group(), 'bob', { granted: [...granted, 'made up', 7] })).toEqual({
      by: 'ada',
      facts: [{ type: 'admin_permissions_changed', account: 'bob', granted }],
      event: {
        type: 'admin_permissions_changed',
        username: 'bob',
        actor: 'ada',
        data: { granted },
        owner: 'ada',
        audience: 'admins',
      },
      reply: { granted },
      told: [permissions('bob', 'admin')],
    });
  });

  it('are given by an admin with that key, without the one over administrators', () => {
    const state = withKeys('group_can_give_permissions');
    change(state, 'cem', { role: 'admin' });
    const granted = [BAN_ADMINISTRATORS, 'group.can_ban_members'];
    expect(grant(state, 'cem', { granted }, 'bob').reply).toEqual({ granted: ['group.can_ban_members'] });
  });

  it('are refused: no admin, to oneself, of the founder, without the key, to a member, unfit', () => {
    const giver = withKeys('group_can_give_permissions');
    expect(grant(group(), 'cem', { unfit }, 'eda')).toEqual({ code: 'not_admin' });
    expect(grant(group(), 'bob', { unfit }, 'bob')).toEqual({ code: 'cannot_grant_to_self' });
    expect(grant(group(), 'ada', { unfit }, 'bob')).toEqual({ code: 'founder_protected' });
    const state = group();
    change(state, 'cem', { role: 'admin' });
    expect(grant(state, 'cem', { unfit }, 'bob')).toEqual({ code: 'not_admin' });
    expect(grant(giver, 'cem', { unfit }, 'bob')).toEqual({ code: 'not_admin' });
    expect(grant(giver, 'can', { unfit }, 'bob')).toEqual({ code: 'not_admin' });
    expect(grant(group(), 'bob', { unfit })).toEqual(unfit);
  });
});

describe('the keys of members', () => {
  const denying = (caller: string, denied: unknown[] = ['send_message.links', 'made up']) =>
    by('deny_permissions', caller, { denied });

  it('are taken from all of them, with a row and an event for admins', () => {
    expect(decided(group(), denying('ada'))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_permissions_changed', denied: ['send_message.links'] }],
      event: {
        type: 'member_permissions_changed',
        username: null,
        actor: 'ada',
        data: { denied: ['send_message.links'] },
        owner: 'ada',
        audience: 'admins',
      },
      reply: expect.objectContaining({ memberDenied: ['send_message.links'], myRole: 'founder' }),
      told: [permissions('bob', 'admin')],
    });
  });

  it('are told to those who are admins now', () => {
    const state = group();
    change(state, 'bob', { present: null });
    change(state, 'eda', { role: 'admin' });
    expect(decided(state, denying('ada')).told).toEqual([permissions('eda', 'admin')]);
  });

  it('are taken by admins with the key', async () => {
    expect(decided(group(), denying('cem'))).toEqual({ code: 'not_admin' });
    expect(decided(group(), denying('bob'))).toEqual({ code: 'not_admin' });
    expect(decided(withKeys('group.can_edit_permissions'), denying('bob'))).toMatchObject({ by: 'bob' });
    expect(await readBy(group(), denying('can'))).toEqual([['get', 'members', 'room-1:can']]);
  });
});

describe('handing over', () => {
  const handOver = (account: string, more: object = {}, caller = 'ada', reads = {}) =>
    decided(group(), by('hand_over', caller, { account, ...more }), reads);

  it('makes another member the founder, and the former one an admin with every key', () => {
    const fromGranted = [...adminKeys].sort();
    expect(handOver('cem')).toEqual({
      by: 'ada',
      facts: [{ type: 'founder_changed', account: 'cem', username: 'cem', from: 'ada', fromGranted }],
      event: { type: 'founder_changed', username: 'cem', actor: 'ada', data: {}, owner: 'ada', audience: 'all' },
      reply: expect.objectContaining({ founder: 'cem', myRole: 'admin' }),
      told: [
        { to: 'cem', type: 'room:new', room: expect.objectContaining({ myRole: 'founder' }) },
        permissions('cem', 'founder'),
        permissions('ada', 'admin'),
      ],
    });
  });

  it('to oneself changes nothing', () => {
    expect(handOver('ada')).toEqual({ reply: expect.objectContaining({ founder: 'ada', myRole: 'founder' }) });
  });

  it('is refused: not the founder, unfit, no such account, no member', () => {
    expect(handOver('cem', { unfit }, 'bob')).toEqual({ code: 'not_admin' });
    expect(handOver('can', { unfit })).toEqual(unfit);
    expect(handOver('can')).toEqual({ code: 'not_found' });
    expect(handOver('can', {}, 'ada', stranger)).toEqual({ code: 'not_member' });
  });
});

it.each(['promote_member', 'demote_admin', 'grant_permissions', 'hand_over'])('%s reads the account', async (type) => {
  const state = group();
  state.members.set('can', null);
  expect(await readBy(state, by(type, 'ada', { account: 'can' }))).toEqual([['get', 'accounts', 'can']]);
});

const loud = { muted: false, mutedUntil: null, mentionsOnly: false };

describe('an own flag of a member', () => {
  const flag = (state: RoomState, name: string, on: boolean, account = 'cem') =>
    decided(state, by('set_flag', account, { flag: name, on }));

  it.each([
    ['archived', { archived: true }, { archived: false }],
    ['muted', { muted: true }, { muted: false }],
    ['pinned', { pinnedAt: NOW }, { pinnedAt: 0 }],
  ])('%s is set and unset, once, and their devices are told', (name, set, unset) => {
    const state = group();
    const { v } = state.readStates.get('cem') as ReadState;
    const told = {
      to: 'cem',
      type: 'room:flags',
      slug: 'kahve',
      archived: false,
      pinned: false,
      unreadFrom: 0,
      ...loud,
    };
    expect(flag(state, name, true)).toEqual({
      readState: expect.objectContaining({ ...set, v: v + 1 }),
      reply: null,
      told: [{ ...told, [name]: true }],
    });
    expect(flag(state, name, true)).toEqual({ reply: null });
    expect(flag(state, name, false)).toMatchObject({ readState: { ...unset, v: v + 2 }, told: [told] });
    expect(flag(state, name, false)).toEqual({ reply: null });
  });

  const choose = (state: RoomState, level: string, minutes: number | null = null) =>
    decided(state, by('set_notifications', 'cem', { level, minutes }));

  it('silences for some minutes: afterwards what was chosen before holds again', () => {
    const state = group();
    expect(choose(state, 'mentions')).toMatchObject({ readState: { muted: false, mentionsOnly: true } });
    expect(choose(state, 'mentions')).toEqual({ reply: null });
    const until = NOW + 60 * 60_000;
    const silent = { muted: true, mutedUntil: until, mentionsOnly: true };
    expect(choose(state, 'none', 60)).toMatchObject({ readState: silent, told: [silent] });
    const readState = state.readStates.get('cem') as ReadState;
    expect([isSilent(readState, until - 1), isSilent(readState, until)]).toEqual([true, false]);
    expect(notificationView(readState, until)).toEqual({ muted: false, mutedUntil: null, mentionsOnly: true });
    expect(flag(state, 'muted', true)).toMatchObject({ readState: { muted: true, mutedUntil: null } });
    expect(flag(state, 'muted', true)).toEqual({ reply: null });
    expect(choose(state, 'all')).toMatchObject({ readState: { muted: false, mentionsOnly: false }, told: [loud] });
  });

  it('marks as unread from a row on, at most from the newest; the cursor and the counts stay', () => {
    const state = group();
    const mark = (from: number) => decided(state, by('mark_unread', 'cem', { from }));
    const { cursor } = state.readStates.get('cem') as ReadState;
    const newest = (state.head as Head).seq;
    expect(mark(2)).toMatchObject({ readState: { unreadFrom: 2, cursor }, told: [{ unreadFrom: 2, pinned: false }] });
    expect(mark(2)).toEqual({ reply: null });
    expect(mark(newest + 9)).toMatchObject({ readState: { unreadFrom: newest } });
    expect(mark(0)).toMatchObject({ readState: { unreadFrom: 0 }, told: [{ unreadFrom: 0 }] });
    expect(mark(0)).toEqual({ reply: null });
  });

  it('is for members whose read state is known', async () => {
    const state = group();
    expect(flag(state, 'muted', true, 'can')).toEqual({ code: 'not_member' });
    state.readStates.delete('cem');
    expect(flag(state, 'muted', true)).toEqual({ code: 'unavailable', retryAfterMs: 100 });
    expect(await readBy(state, by('set_flag', 'cem'))).toEqual([['get', 'readers', 'room-1:cem']]);
    change(state, 'eda', { present: null });
    state.readStates.delete('eda');
    expect(await readBy(state, by('set_flag', 'eda'))).toEqual([]);
    expect(await readBy(state, by('set_flag', 'can'))).toEqual([['get', 'members', 'room-1:can']]);
  });
});

describe('the list of members', () => {
  const list = (state: RoomState, more: object = {}, members: object[] = [], caller = 'cem') =>
    listedBy(state, by('list_members', caller, more), { members: members as never });
  const listNamed = (state: RoomState, more: object, accounts: string[], members: object[] = []) =>
    listedBy(state, by('list_members', 'cem', more), {
      named: { members: members as never, accounts: new Set(accounts) },
    });
  const listedBy = (...asked: Parameters<typeof decided>) => {
    const answer = decided(...asked);
    const { reply } = answer as { reply?: { members: { account: string }[]; hasMore: boolean } };
    return reply ? [reply.members.map(({ account }) => account), reply.hasMore] : answer;
  };
  const stored = (account: string, joinedSeq: number, more: object = {}) => ({
    ...memberIn(group(), 'cem'),
    account,
    username: account,
    joinedSeq,
    ...more,
  });

  it('is by when they joined, with what memory knows better', () => {
    const state = group();
    state.members.set('none', null);
    change(state, 'eda', { present: null });
    expect(list(state, {}, [stored('eda', 4), stored('zed', 2.5), stored('bob', 99)])).toEqual([
      ['ada', 'bob', 'zed', 'cem'],
      false,
    ]);
  });

  it('comes in pages: behind a full one there is more, in memory or not', () => {
    const state = group();
    expect(list(state, { limit: 4 })).toEqual([['ada', 'bob', 'cem', 'eda'], false]);
    expect(list(state, { limit: 3 })).toEqual([['ada', 'bob', 'cem'], true]);
    expect(list(state, { limit: 2, after: 'bob' })).toEqual([['cem', 'eda'], false]);
    const full = [stored('x', 1.1), stored('y', 1.2), stored('z', 1.3)];
    change(state, 'ada', { present: null });
    expect(list(state, { limit: 2 }, full, 'cem')).toEqual([['x', 'y'], true]);
    state.members.set('x', { ...stored('x', 1.1), present: null } as never);
    expect(list(state, { limit: 2 }, full, 'cem')).toEqual([['y', 'z'], true]);
    state.members.set('y', { ...stored('y', 1.2), present: null } as never);
    expect(list(state, { limit: 2 }, full, 'cem')).toEqual([['z'], true]);
    expect(list(group(), { limit: 2 }, full.slice(0, 2))).toEqual([['ada', 'x'], true]);
    expect(list(state, { after: 'nil' })).toEqual({ code: 'not_found' });
    expect(list(state, {}, [], 'can')).toEqual({ code: 'not_member' });
  });

  it('shows members only the admins, where the room says so', async () => {
    const state = group();
    setting(state, { showMembers: false });
    expect(list(state)).toEqual([['ada', 'bob'], false]);
    expect(list(state, {}, [], 'bob')).toEqual([['ada', 'bob', 'cem', 'eda'], false]);
    expect(await readBy(state, by('list_members', 'cem'))).toEqual([]);
    const all = by('list_members', 'bob', { limit: 5 });
    expect(await readBy(state, all, { members: [stored('zed', 9)] })).toEqual([
      ['range', 'members', { index: 'byRoom', prefix: ['room-1'], gt: 0, limit: 6 }],
    ]);
    expect(decided(state, all)).toMatchObject({ reply: { members: { 4: { account: 'zed' } } } });
  });

  it('is read from the member before the page, who may have left', async () => {
    const state = group();
    change(state, 'bob', { present: null });
    const range = { index: 'byRoom', prefix: ['room-1'], gt: 2, limit: 3 };
    expect(await readBy(state, by('list_members', 'cem', { after: 'bob', limit: 2 }))).toEqual([
      ['range', 'members', range],
    ]);
    expect(await readBy(state, by('list_members', 'cem', { after: 'nil' }))).toEqual([
      ['get', 'members', 'room-1:nil'],
    ]);
    expect(await readBy(state, by('list_members', 'can'))).toEqual([['get', 'members', 'room-1:can']]);
  });

  it('by name has members of the accounts that have such names now, stored or new', async () => {
    const state = group();
    expect(listNamed(state, { name: 'CE' }, ['cem', 'stranger'])).toEqual([['cem'], false]);
    expect(listNamed(state, { name: 'CE' }, [])).toEqual([[], false]);
    const names = ['x1', 'x2', 'x3'];
    const two = [stored('x1', 7), stored('x2', 8)];
    expect(listNamed(state, { name: 'x', limit: 1 }, names, two)).toEqual([['x1'], true]);
    const unordered = [stored('x3', 9), stored('x1', 7), stored('x2', 5)];
    expect(listNamed(state, { name: 'x', limit: 2 }, names, unordered)).toEqual([['x2', 'x1'], true]);
    const command = by('list_members', 'cem', { name: 'CE', limit: 5 });
    const answers = {
      usernames: [{ _id: 'cem', account: 'cem' }],
      members: [stored('cem', 3), null, stored('gone', 4, { present: null })],
    };
    expect(await readBy(state, command, answers)).toEqual([
      ['range', 'usernames', { index: '_id', gte: 'ce', lt: 'ce\uffff', limit: 200 }],
      ['getMany', 'members', ['room-1:cem']],
    ]);
    expect(decided(state, command)).toMatchObject({ reply: { members: [{ account: 'cem' }], hasMore: false } });
    expect(state.readsFor(command).named?.members.map(({ account }) => account)).toEqual(['cem']);
  });

  it('by name looks at two thousand names at most, two hundred at a time, until the page is full', async () => {
    const names = Array.from({ length: 200 }, (_, at) => ({
      _id: `ce${String(at).padStart(3, '0')}`,
      account: `a-${at}`,
    }));
    const ranges = (asked: unknown[][]) => asked.filter(([op]) => op === 'range').map(([, , range]) => range);
    const state = group();
    const all = ranges(await readBy(state, by('list_members', 'cem', { name: 'ce' }), { usernames: names }));
    expect(all).toHaveLength(10);
    expect(all[1]).toEqual({ index: '_id', gt: 'ce199', lt: 'ce\uffff', limit: 200 });
    const members = [stored('x1', 7), stored('x2', 8)];
    const page = by('list_members', 'cem', { name: 'ce', limit: 1 });
    expect(ranges(await readBy(state, page, { usernames: names, members }))).toHaveLength(1);
    expect(ranges(await readBy(state, by('list_members', 'cem', { name: 'ce' }), { usernames: [] }))).toHaveLength(1);
  });
});
