/** Coming in and going, decision by decision: every refusal in its order, what the log says, who is told. */
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Head } from '#src/domain/rooms/room.js';
import { groupScene, joined, UUID } from '../log/facts/scene.js';
import { invite, inviting, joinedRow, membership, record } from './admissions.js';
import { as, change, decided, memberIn, NOW, readBy, setting } from './decided.js';

const HOUR_MS = 3_600_000;
const CODE = UUID.replaceAll('-', '');
const unfit = { code: 'validation_error', fields: ['max_uses'] };
const group = (settings: Parameters<typeof setting>[1] = {}) => {
  const { state } = groupScene();
  setting(state, settings);
  return state;
};
const by = (type: string, account: string, more: object = {}) => ({ type, by: as(account), ...more }) as never;

describe('joining', () => {
  const join = (state: RoomState, account = 'can') => decided(state, by('join_room', account));

  it('is one entry with a row, and the devices of the member hear of it', () => {
    expect(join(group())).toEqual({
      by: 'can',
      facts: [joined('can')],
      event: joinedRow('can', 'can'),
      reply: { status: 'joined', room: expect.objectContaining({ isMember: true, memberCount: 5 }) },
      told: [membership('can')],
    });
  });

  it('is followed by the welcome where there is one that is shown', () => {
    const welcome = { type: 'write_welcome', account: 'can', username: 'can', joinedSeq: 11 };
    expect(join(group({ welcomeMessage: 'selam' })).follow).toEqual([welcome]);
    expect(join(group({ welcomeMessage: 'selam', showWelcome: false })).follow).toBeUndefined();
    expect(join(group({ welcomeMessage: '' })).follow).toBeUndefined();
  });

  it('cuts the history where newcomers see none, and brings a mute back that lasts', () => {
    expect(join(group({ historyForNewMembers: false })).facts).toEqual([joined('can', { historyFrom: 10 })]);
    const state = group();
    change(state, 'cem', { present: null, mutedUntil: NOW + 1 });
    change(state, 'eda', { present: null, mutedUntil: NOW });
    expect(join(state, 'cem').facts).toEqual([joined('cem', { mutedUntil: NOW + 1 })]);
    expect(join(state, 'eda').facts).toEqual([joined('eda')]);
  });

  it('is refused: no room, a ban, stars, approval, a closed room, in this order', () => {
    const closed = { visibility: 'closed', joinApproval: true, starGated: true } as const;
    const state = group(closed);
    state.bans.set('can', record('can'));
    expect(join(state)).toEqual({ code: 'banned' });
    state.bans.set('can', { active: null } as never);
    expect(join(state)).toEqual({ code: 'star_required' });
    setting(state, { starGated: false });
    expect(join(state)).toMatchObject({ reply: { status: 'requested' } });
    expect(join(group({ visibility: 'closed' }))).toEqual({ code: 'room_closed' });
    expect(join(state, 'ada')).toEqual({ reply: { status: 'already_member', room: expect.anything() } });
    (state.head as Head).deleted = true;
    expect(join(state, 'ada')).toEqual({ code: 'room_not_found' });
  });

  it('is asked for once, where approval is needed', () => {
    const state = group({ joinApproval: true });
    const answer = { status: 'requested', room: expect.objectContaining({ isMember: false }) };
    expect(join(state)).toEqual({
      by: 'can',
      facts: [{ type: 'request_made', account: 'can', username: 'can' }],
      event: null,
      reply: answer,
      told: [],
    });
    state.requests.set('can', record('can'));
    expect(join(state)).toEqual({ reply: answer });
    state.requests.set('can', { active: null, rev: 4 } as never);
    expect(join(state)).toMatchObject({ by: 'can' });
  });

  it('reads the member, the ban and the request', async () => {
    expect(await readBy(group(), by('join_room', 'can'))).toEqual([
      ['get', 'members', 'room-1:can'],
      ['get', 'bans', 'room-1:can'],
      ['get', 'requests', 'room-1:can'],
    ]);
  });
});

describe('the welcome', () => {
  const write = (state: RoomState, joinedSeq = 3, account = 'cem') =>
    decided(state, { type: 'write_welcome', account, username: 'cem', joinedSeq } as never);

  it('names the member wherever the text says so', () => {
    const state = group({ welcomeMessage: '{username}, selam {username}' });
    const text = 'cem, selam cem';
    expect(write(state)).toEqual({
      by: null,
      facts: [],
      event: { type: 'welcome', username: 'cem', actor: null, data: { text }, owner: 'cem', audience: 'all' },
      reply: null,
      told: [],
    });
    expect(state.window.at(-1)?.body).toBe(text);
  });

  it('is not written for one who has left or come back, nor without a text or a room', () => {
    const state = group({ welcomeMessage: 'selam' });
    expect(write(state, 2)).toEqual({ reply: null });
    expect(write(state, 3, 'nil')).toEqual({ reply: null });
    expect(write(group())).toEqual({ reply: null });
    (state.head as Head).deleted = true;
    expect(write(state)).toEqual({ reply: null });
  });

  it('needs the member', async () => {
    const command = { type: 'write_welcome', account: 'nil' } as never;
    expect(await readBy(group(), command)).toEqual([['get', 'members', 'room-1:nil']]);
  });
});

describe('being added', () => {
  const add = (account: string | null, more: object = {}, reads = {}, state = group()) =>
    decided(state, by('add_member', 'ada', { account, ...more }), { account: { username: account }, ...reads });

  it('brings an account in past the closed room and the queue, and tells it of the room', () => {
    const state = group({ visibility: 'closed', joinApproval: true });
    const outcome = add('can', {}, {}, state);
    expect(outcome).toMatchObject({
      by: 'ada',
      facts: [joined('can')],
      event: joinedRow('can', 'ada'),
      told: [membership('can'), { to: 'can', type: 'room:new', room: { isMember: true } }],
    });
    expect(outcome.reply).toEqual({ member: memberIn(state, 'can'), added: true });
  });

  it('changes nothing of a member', () => {
    const state = group();
    expect(add('cem', {}, {}, state)).toEqual({ reply: { member: memberIn(state, 'cem'), added: false } });
  });

  it('is refused: the key, what is unfit, no such account, a block, a ban, stars', () => {
    const state = group({ starGated: true });
    expect(decided(state, by('add_member', 'bob', { account: 'can', unfit }))).toEqual({ code: 'not_allowed' });
    expect(decided(state, by('add_member', 'cem', { account: 'can', unfit }))).toEqual({ code: 'not_admin' });
    expect(add(null, { unfit }, {}, state)).toEqual(unfit);
    expect(add(null, {}, {}, state)).toEqual({ code: 'not_found' });
    expect(add('can', {}, { account: null }, state)).toEqual({ code: 'not_found' });
    expect(add('can', {}, { account: { username: null } }, state)).toEqual({ code: 'not_found' });
    state.bans.set('can', record('can'));
    expect(add('can', {}, { isBlocked: true }, state)).toEqual({ code: 'blocked' });
    expect(add('can', {}, {}, state)).toEqual({ code: 'banned' });
    state.bans.delete('can');
    expect(add('can', {}, {}, state)).toEqual({ code: 'star_required' });
  });

  it('reads the account and whether it has blocked the caller', async () => {
    const state = group();
    state.members.set('can', null);
    const command = by('add_member', 'ada', { account: 'can' });
    expect(await readBy(state, command, { blocks: { active: true } })).toEqual([
      ['get', 'accounts', 'can'],
      ['get', 'bans', 'room-1:can'],
      ['get', 'requests', 'room-1:can'],
      ['get', 'blocks', 'can:ada'],
    ]);
    expect(state.readsFor(command).isBlocked).toBe(true);
    expect(await readBy(state, by('add_member', 'ada', { account: null }))).toEqual([]);
    for (const block of [null, { active: null }]) {
      const again = by('add_member', 'ada', { account: 'can' });
      await readBy(state, again, { blocks: block });
      expect(state.readsFor(again).isBlocked).toBe(false);
    }
  });
});

describe('a request to join', () => {
  const about = (type: string, account = 'can', caller = 'ada') => by(type, caller, { account });
  const asking = () => {
    const state = group();
    state.requests.set('can', record('can'));
    return state;
  };

  it('is approved, by the name that the account has now', () => {
    expect(decided(asking(), about('approve_request'), { account: { username: 'Can' } })).toMatchObject({
      by: 'ada',
      facts: [joined('can', { username: 'Can' })],
      event: joinedRow('Can', 'ada'),
      reply: null,
      told: [membership('can'), { to: 'can', type: 'room:new' }],
    });
    expect(decided(asking(), about('approve_request'), { account: { username: null } }).facts).toEqual([joined('can')]);
  });

  it('is not there of a member, nor where it was settled; and a ban stands before it', () => {
    const state = asking();
    state.requests.set('cem', record('cem'));
    const approve = (account: string) =>
      decided(state, about('approve_request', account), { account: { username: 'can' } });
    expect(approve('cem')).toEqual({ code: 'not_found' });
    expect(approve('nil')).toEqual({ code: 'not_found' });
    state.bans.set('can', record('can'));
    expect(approve('can')).toEqual({ code: 'banned' });
    state.requests.set('can', { active: null } as never);
    expect(approve('can')).toEqual({ code: 'not_found' });
    expect(decided(state, about('approve_request', 'can', 'cem'))).toEqual({ code: 'not_admin' });
  });

  it('is rejected without a word to the person; once', () => {
    const state = asking();
    const reads = { account: { username: 'can' } };
    expect(decided(state, about('reject_request'), reads)).toEqual({
      by: 'ada',
      facts: [{ type: 'request_settled', account: 'can' }],
      event: null,
      reply: null,
      told: [],
    });
    expect(decided(state, about('reject_request'), reads)).toEqual({ reply: null });
    expect(decided(state, about('reject_request', 'kimse'), { account: null })).toEqual({ reply: null });
    expect(decided(state, about('reject_request', 'can', 'cem'))).toEqual({ code: 'not_admin' });
  });

  it('reads the account and the ban only to be approved', async () => {
    const readFor = (type: string) => {
      const state = group();
      state.members.set('can', null);
      return readBy(state, about(type));
    };
    const request = ['get', 'requests', 'room-1:can'];
    const ban = ['get', 'bans', 'room-1:can'];
    expect(await readFor('approve_request')).toEqual([['get', 'accounts', 'can'], request, ban]);
    expect(await readFor('reject_request')).toEqual([request]);
  });
});

describe('lists for admins', () => {
  const listed = (type: string, kind: 'bans' | 'requests', read: unknown[], state = group()) =>
    (decided(state, by(type, 'ada'), { [kind]: read } as never).reply as Record<string, { account: string }[]>)[
      kind
    ]?.map(({ account }) => account);

  it.each([
    ['list_requests', 'requests', ['b', 'a', 'c']],
    ['list_bans', 'bans', ['c', 'a', 'b']],
  ] as const)('%s: with what memory knows better, in order', (type, kind, order) => {
    const state = group();
    const known = state[kind] as Map<string, unknown>;
    known.set('a', record('a', 5));
    known.set('gone', { ...(record('gone') as object), active: null });
    known.set('none', null);
    const read = [record('a', 9), record('b', 2), record('c', 7), record('gone')];
    expect(listed(type, kind, read, state)).toEqual(order);
    expect(listed(type, kind, [])).toEqual([]);
  });

  it.each([
    ['list_requests', 'requests', {}],
    ['list_bans', 'bans', { desc: true }],
    ['list_invites', 'invites', { desc: true }],
  ])('%s is for admins, and reads nothing for strangers', async (type, kind, order) => {
    const state = group();
    expect(decided(state, by(type, 'cem'))).toEqual({ code: 'not_admin' });
    change(state, 'eda', { present: null });
    expect(await readBy(state, by(type, 'eda'))).toEqual([]);
    expect(await readBy(state, by(type, 'ada'))).toEqual([
      ['range', kind, { index: 'byRoom', prefix: ['room-1'], limit: 10_000, ...order }],
    ]);
    expect(await readBy(state, by(type, 'nil'))).toContainEqual(['get', 'members', 'room-1:nil']);
  });

  it.each([
    ['list_requests', 'requests'],
    ['list_bans', 'bans'],
    ['list_invites', 'invites'],
  ])('%s has what the store answered', async (type, kind) => {
    const state = group();
    const command = by(type, 'ada');
    await readBy(state, command, { [kind]: [invite({ ...(record('can') as object) })] });
    expect(decided(state, command)).toMatchObject({ reply: { [kind]: [{ account: 'can' }] } });
  });
});

describe('an admin with the key', () => {
  it.each([
    ['add_member', { account: 'can' }, 'group.can_invite_members'],
    ['create_invite', { expiresInHours: null, maxUses: null }, 'group.can_create_invite_link'],
    ['cancel_invite', { code: 'davet' }, 'group.can_cancel_invite_link'],
  ])('may %s', (type, more, key) => {
    const state = inviting(group());
    change(state, 'bob', { granted: [key] });
    expect(decided(state, by(type, 'bob', more), { account: { username: 'can' } })).toMatchObject({ by: 'bob' });
  });
});

describe('an invite', () => {
  it('is made for so long and so many, by an admin with the key', () => {
    const create = (caller: string, more: object = {}) =>
      decided(group(), by('create_invite', caller, { expiresInHours: null, maxUses: 3, ...more }));
    const made = invite({ code: CODE, createdAt: NOW, expiresAt: null, maxUses: 3 });
    expect(create('ada')).toEqual({
      by: 'ada',
      facts: [{ type: 'invite_created', invite: made }],
      event: null,
      reply: made,
      told: [],
    });
    expect(create('ada', { expiresInHours: 2 }).reply).toMatchObject({ expiresAt: NOW + 2 * HOUR_MS });
    expect(create('ada', { unfit })).toEqual(unfit);
    expect(create('bob', { unfit })).toEqual({ code: 'not_allowed' });
    expect(create('cem', { unfit })).toEqual({ code: 'not_admin' });
  });

  it('is listed while it can be used, newest first, and by code where they are of one time', () => {
    const state = group();
    const doc = (code: string, more: object = {}) => invite({ code, ...more }) as never;
    state.invites.set('b', doc('b', { createdAt: 5 }));
    state.invites.set('d', doc('d', { cancelled: true }));
    state.invites.set('none', null);
    const read = ['b', 'c', 'a', 'e', 'd'].map((code) => doc(code, { createdAt: code === 'c' ? 7 : 5 }));
    const used = doc('u', { uses: 2 });
    const { reply } = decided(state, by('list_invites', 'ada'), { invites: [...read, used] });
    expect((reply as { invites: { code: string }[] }).invites.map(({ code }) => code)).toEqual(['c', 'a', 'b', 'e']);
    expect(decided(group(), by('list_invites', 'ada'))).toEqual({ reply: { invites: [] } });
  });

  it('is cancelled once, by an admin with the key', () => {
    const state = inviting(group());
    expect(decided(state, by('cancel_invite', 'bob', { code: 'davet' }))).toEqual({ code: 'not_allowed' });
    expect(decided(state, by('cancel_invite', 'ada', { code: 'davet' }))).toEqual({
      by: 'ada',
      facts: [{ type: 'invite_cancelled', invite: invite({ cancelled: true }) }],
      event: null,
      reply: null,
      told: [],
    });
    expect(decided(state, by('cancel_invite', 'ada', { code: 'davet' }))).toEqual({ code: 'not_found' });
  });

  it('shows the room while it can be used', () => {
    const view = (state: RoomState, code = 'davet') => decided(state, by('view_invite', 'can', { code }));
    expect(view(inviting(group()))).toEqual({ reply: expect.objectContaining({ slug: 'kahve', isMember: false }) });
    for (const more of [{ expiresAt: NOW }, { uses: 2 }, { cancelled: true }])
      expect(view(inviting(group(), more))).toEqual({ code: 'not_found' });
    expect(view(group(), 'yok')).toEqual({ code: 'not_found' });
    const state = inviting(group());
    (state.head as Head).deleted = true;
    expect(view(state)).toEqual({ code: 'not_found' });
  });

  it('lets somebody in, and counts it', () => {
    const join = (state: RoomState, account = 'can') =>
      decided(state, by('join_by_invite', account, { code: 'davet' }));
    const state = inviting(group({ visibility: 'closed', joinApproval: true }));
    expect(join(state)).toEqual({
      by: 'can',
      facts: [{ type: 'invite_used', invite: invite({ uses: 1 }) }, joined('can')],
      event: joinedRow('can', 'can'),
      reply: { status: 'joined', room: expect.objectContaining({ isMember: true }) },
      told: [membership('can')],
    });
    expect(join(state, 'cem')).toEqual({ reply: { status: 'already_member', room: expect.anything() } });
    state.bans.set('nil', record('nil'));
    expect(join(state, 'nil')).toEqual({ code: 'banned' });
    expect(join(inviting(group(), { cancelled: true }))).toEqual({ code: 'not_found' });
    (state.head as Head).deleted = true;
    expect(join(state)).toEqual({ code: 'not_found' });
  });

  it('is read by its code, and for joining the ban and the request as well', async () => {
    const known = [
      ['get', 'members', 'room-1:can'],
      ['get', 'invites', 'room-1:davet'],
    ];
    for (const type of ['cancel_invite', 'view_invite'])
      expect(await readBy(group(), by(type, 'can', { code: 'davet' }))).toEqual(known);
    expect(await readBy(group(), by('join_by_invite', 'can', { code: 'davet' }))).toEqual([
      ...known,
      ['get', 'bans', 'room-1:can'],
      ['get', 'requests', 'room-1:can'],
    ]);
    expect(await readBy(group(), by('create_invite', 'can'))).toEqual([['get', 'members', 'room-1:can']]);
  });
});
