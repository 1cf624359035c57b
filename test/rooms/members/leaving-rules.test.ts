/** Leaving and who inherits, decision by decision. */
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Head } from '#src/domain/rooms/room.js';
import { groupScene } from '../log/facts/scene.js';
import { as, change, decided, memberIn, readBy } from './decided.js';

const leaving = (account: string) => ({ type: 'leave_room', by: as(account) }) as never;
const left = (account: string) => ({ type: 'member_left', account, username: account, reason: 'left' });
const goneEvents = (to: string) => [
  { to, type: 'membership', roomId: 'room-1', slug: 'kahve', member: false },
  { to, type: 'room:gone', roomId: 'room-1', slug: 'kahve', reason: 'left' },
];
const group = () => groupScene().state;
const without = (state: RoomState, ...accounts: string[]) => {
  for (const account of accounts) change(state, account, { present: null });
  return state;
};

describe('leaving', () => {
  it('of a member is one entry with a row', () => {
    expect(decided(group(), leaving('cem'))).toEqual({
      by: 'cem',
      facts: [left('cem')],
      event: { type: 'member_left', username: 'cem', actor: 'cem', data: {}, owner: 'cem', audience: 'all' },
      reply: { status: 'left' },
      told: goneEvents('cem'),
    });
  });

  it('of the founder makes the admin the founder, and tells them', () => {
    expect(decided(group(), leaving('ada'))).toEqual({
      by: 'ada',
      facts: [left('ada'), { type: 'founder_changed', account: 'bob', username: 'bob', from: 'ada' }],
      event: { type: 'founder_changed', username: 'bob', actor: 'ada', data: {}, owner: 'ada', audience: 'all' },
      reply: { status: 'handed_over', founderId: 'bob' },
      told: [
        ...goneEvents('ada'),
        { to: 'bob', type: 'room:new', room: expect.objectContaining({ myRole: 'founder' }) },
        { to: 'bob', type: 'permissions:changed', slug: 'kahve', role: 'founder', permissions: expect.anything() },
      ],
    });
  });

  it('of the last one ends the room', () => {
    const state = without(group(), 'bob', 'cem', 'eda');
    (state.head as Head).memberCount = 1;
    expect(decided(state, leaving('ada'))).toEqual({
      by: 'ada',
      facts: [left('ada'), { type: 'room_deleted' }],
      event: null,
      reply: { status: 'room_gone' },
      told: goneEvents('ada'),
    });
  });

  it('is for members', () => {
    expect(decided(group(), leaving('can'))).toEqual({ code: 'not_member' });
  });
});

describe('the heir', () => {
  const heirOf = (state: RoomState) => decided(state, leaving('ada')).reply as { founderId: string } | undefined;

  it('is the admin, although a member was there before', () => {
    const state = group();
    change(state, 'bob', { joinedAt: memberIn(state, 'eda').joinedAt + 1 });
    expect(heirOf(state)?.founderId).toBe('bob');
  });

  it('is the member who has been there longest, without an admin', () => {
    const state = without(group(), 'bob');
    expect(heirOf(state)?.founderId).toBe('cem');
    const other = without(group(), 'bob');
    change(other, 'eda', { joinedAt: 1 });
    expect(heirOf(other)?.founderId).toBe('eda');
  });

  it('is by the smaller seq and then the smaller id where the times are the same', () => {
    const same = { joinedAt: 5, joinedSeq: 5 };
    const state = without(group(), 'bob');
    change(state, 'cem', { ...same, joinedSeq: 6 });
    change(state, 'eda', same);
    expect(heirOf(state)?.founderId).toBe('eda');
    for (const order of [
      ['cem', 'eda'],
      ['eda', 'cem'],
    ]) {
      const equal = without(group(), 'bob');
      for (const account of order) {
        const member = memberIn(equal, account);
        equal.members.delete(account);
        equal.members.set(account, { ...member, ...same });
      }
      expect(heirOf(equal)?.founderId).toBe('cem');
    }
  });

  it('is nobody who has left since the store was asked; without one the founder tries again', () => {
    const state = without(group(), 'bob', 'cem', 'eda');
    state.members.set('nil', null);
    const command = leaving('ada');
    state.keepReads(command, { successors: [memberIn(state, 'cem')] });
    expect(decided(state, command)).toEqual({ code: 'unavailable', retryAfterMs: 100 });
  });

  it('is looked for in the store where memory has no admin', async () => {
    const range = ['range', 'members', { index: 'byRole', prefix: ['room-1', 'member'], limit: 20 }];
    // Of an heir in memory only the present name.
    expect(await readBy(group(), leaving('ada'))).toEqual([['get', 'accounts', 'bob']]);
    expect(await readBy(without(group(), 'bob'), leaving('ada'))).toEqual([range]);
    expect(await readBy(without(group(), 'bob'), leaving('cem'))).toEqual([]);
    expect(await readBy(without(group(), 'bob', 'ada'), leaving('ada'))).toEqual([]);
    expect(await readBy(group(), leaving('can'))).toEqual([['get', 'members', 'room-1:can']]);
  });

  it('as the store has it is looked at as memory has it', async () => {
    const state = without(group(), 'bob');
    const command = leaving('ada');
    state.keepReads(command, { successors: [{ ...memberIn(state, 'cem'), account: 'nil' }] });
    const nil = { ...memberIn(state, 'cem'), account: 'nil', joinedAt: 1 };
    expect(await readBy(state, command, { members: nil })).toEqual([['get', 'members', 'room-1:nil']]);
    expect(decided(state, command).reply).toMatchObject({ founderId: 'nil' });
  });
});
