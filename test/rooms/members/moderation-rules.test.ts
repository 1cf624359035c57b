/** Keeping order, decision by decision: who is refused and why, what the log says, who is told. */
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Ban } from '#src/domain/rooms/room.js';
import { groupScene } from '../log/facts/scene.js';
import { as, change, decided, memberIn, NOW, readBy } from './decided.js';

const about = (type: string, account: string, more: object = {}, by = 'ada') =>
  ({ type, by: as(by), account, ...more }) as never;
const unfit = { code: 'validation_error', fields: ['tag'] };
const group = () => groupScene().state;
const event = (type: string, username: string, data: object = {}) => ({
  type,
  username,
  actor: 'ada',
  data,
  owner: 'ada',
  audience: 'all',
});
const goneEvents = (to: string, reason: string) => [
  { to, type: 'membership', roomId: 'room-1', slug: 'kahve', member: false },
  { to, type: 'room:gone', roomId: 'room-1', slug: 'kahve', reason },
];
const isAdmin = (state: RoomState, ...granted: string[]) => change(state, 'bob', { granted });

describe('a kick', () => {
  it('takes the member out, and tells their devices', () => {
    expect(decided(group(), about('kick_member', 'cem'))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_left', account: 'cem', username: 'cem', reason: 'kicked' }],
      event: event('member_kicked', 'cem'),
      reply: null,
      told: goneEvents('cem', 'kicked'),
    });
  });

  it('is refused of a stranger, of the founder, and by an admin without the key', () => {
    const state = group();
    state.keepReads({}, {});
    expect(decided(state, about('kick_member', 'can'), { account: { username: 'can' } })).toEqual({
      code: 'not_member',
    });
    expect(decided(state, about('kick_member', 'ada', {}, 'bob'))).toEqual({ code: 'founder_protected' });
    expect(decided(state, about('kick_member', 'cem', {}, 'bob'))).toEqual({ code: 'not_allowed' });
    isAdmin(state, 'group.can_ban_members');
    expect(decided(state, about('kick_member', 'cem', {}, 'bob'))).toMatchObject({ by: 'bob' });
  });
});

describe('a ban', () => {
  const banned = { type: 'member_banned', account: 'cem', username: 'cem', reason: 'gürültü', actor: 'ada' };

  it('takes a member out first, and tells their devices', () => {
    expect(decided(group(), about('ban_member', 'cem', { reason: 'gürültü' }))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_left', account: 'cem', username: 'cem', reason: 'banned' }, banned],
      event: event('member_banned', 'cem'),
      reply: null,
      told: goneEvents('cem', 'banned'),
    });
  });

  it('of a stranger ends their request, and tells nobody', () => {
    const state = group();
    const reads = { account: { username: 'can' } };
    const ban = { ...banned, account: 'can', username: 'can' };
    state.requests.set('can', { active: true, rev: 3, seq: 3, username: 'can' } as never);
    expect(decided(state, about('ban_member', 'can', { reason: 'gürültü' }), reads)).toEqual({
      by: 'ada',
      facts: [ban, { type: 'request_settled', account: 'can' }],
      event: event('member_banned', 'can'),
      reply: null,
      told: [],
    });
  });

  it('does not end a request that was settled', () => {
    const state = group();
    state.requests.set('can', { active: null, rev: 3, seq: 3 } as never);
    const { facts } = decided(state, about('ban_member', 'can', { reason: null }), { account: { username: 'can' } });
    expect(facts).toHaveLength(1);
  });

  it('once more changes nothing, and after it was lifted it is one again', () => {
    const state = group();
    const reads = { account: { username: 'can' } };
    const ban = () => decided(state, about('ban_member', 'can', { reason: null }), reads);
    expect(ban()).toMatchObject({ by: 'ada' });
    expect(ban()).toEqual({ reply: null });
    expect(decided(state, about('unban_member', 'can'))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_unbanned', account: 'can' }],
      event: event('member_unbanned', 'can'),
      reply: null,
      told: [],
    });
    expect(decided(state, about('unban_member', 'can'), reads)).toEqual({ code: 'not_found' });
    expect(ban()).toMatchObject({ by: 'ada' });
  });

  it('of an account that is no more can be lifted while it lasts', () => {
    const state = group();
    const ban = { active: true, username: 'nil', rev: 3 } as Ban;
    for (const account of ['nil', 'cem'])
      expect(decided(state, about('unban_member', account))).toEqual({ code: 'not_found' });
    state.bans.set('nil', { ...ban, active: null });
    expect(decided(state, about('unban_member', 'nil'))).toEqual({ code: 'not_found' });
    state.bans.set('nil', ban);
    expect(decided(state, about('unban_member', 'nil'))).toMatchObject({ event: { username: 'nil' } });
  });

  it('is refused of the founder, and by an admin without the key', () => {
    expect(decided(group(), about('ban_member', 'ada', { reason: null }, 'bob'))).toEqual({
      code: 'founder_protected',
    });
    for (const type of ['ban_member', 'unban_member'])
      expect(decided(group(), about(type, 'cem', { reason: null }, 'bob'))).toEqual({ code: 'not_allowed' });
  });

  it.each(['ban_member', 'unban_member'])('%s reads the account, the ban and the request', async (type) => {
    const state = group();
    state.members.set('can', null);
    expect(await readBy(state, about(type, 'can'))).toEqual([
      ['get', 'accounts', 'can'],
      ['get', 'bans', 'room-1:can'],
      ['get', 'requests', 'room-1:can'],
    ]);
  });
});

describe('a mute', () => {
  it('lasts so many minutes from now', () => {
    const until = NOW + 5 * 60_000;
    expect(decided(group(), about('mute_member', 'cem', { minutes: 5 }))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_muted', account: 'cem', until }],
      event: event('member_muted', 'cem', { until, seconds: 300 }),
      reply: { mutedUntil: until },
      told: [],
    });
  });

  it('ends when that is said, with a row also where there was none', () => {
    expect(decided(group(), about('unmute_member', 'cem'))).toEqual({
      by: 'ada',
      facts: [{ type: 'member_unmuted', account: 'cem' }],
      event: event('member_unmuted', 'cem'),
      reply: null,
      told: [],
    });
  });

  it.each(['mute_member', 'unmute_member'])('%s is refused of a stranger, the founder, and without the key', (type) => {
    const refusal = (account: string, by: string) =>
      decided(group(), about(type, account, { minutes: 1 }, by), { account: { username: 'can' } });
    expect(refusal('can', 'ada')).toEqual({ code: 'not_member' });
    expect(refusal('ada', 'bob')).toEqual({ code: 'founder_protected' });
    expect(refusal('cem', 'bob')).toEqual({ code: 'not_allowed' });
    expect(refusal('cem', 'eda')).toEqual({ code: 'not_admin' });
  });
});

describe('a tag', () => {
  const tag = (account: string, value: string | null, more: object = {}, by = 'ada') =>
    about('tag_member', account, { tag: value, ...more }, by);

  it('is given to a member, the founder too, without a row', () => {
    for (const account of ['cem', 'ada'])
      expect(decided(group(), tag(account, 'usta'))).toEqual({
        by: 'ada',
        facts: [{ type: 'member_tagged', account, tag: 'usta' }],
        event: null,
        reply: { tag: 'usta' },
        told: [],
      });
  });

  it('that somebody has already changes nothing', () => {
    const state = group();
    change(state, 'cem', { tag: 'usta' });
    expect(decided(state, tag('cem', 'usta'))).toEqual({ reply: { tag: 'usta' } });
    expect(decided(state, tag('cem', null))).toMatchObject({ reply: { tag: null }, by: 'ada' });
  });

  it('is refused: no member, then no key, then an unfit one', () => {
    const reads = { account: { username: 'can' } };
    expect(decided(group(), tag('cem', 'usta', {}, 'eda'))).toEqual({ code: 'not_admin' });
    expect(decided(group(), tag('can', 'usta', { unfit }, 'bob'), reads)).toEqual({ code: 'not_member' });
    expect(decided(group(), tag('cem', 'usta', { unfit }, 'bob'))).toEqual({ code: 'not_admin' });
    expect(decided(group(), tag('cem', 'usta', { unfit }))).toEqual(unfit);
    const state = group();
    isAdmin(state, 'group.can_edit_member_tags');
    expect(decided(state, tag('cem', 'usta', {}, 'bob'))).toMatchObject({ by: 'bob' });
  });
});

it.each(['kick_member', 'mute_member', 'unmute_member', 'tag_member'])('%s reads whom it is about', async (type) => {
  const state = group();
  state.members.delete('cem');
  expect(await readBy(state, about(type, 'cem'))).toContainEqual(['get', 'members', 'room-1:cem']);
  // The row tells the present name.
  expect(await readBy(group(), about(type, 'cem'))).toEqual([['get', 'accounts', 'cem']]);
  expect(memberIn(state, 'cem')).toBeNull();
});
