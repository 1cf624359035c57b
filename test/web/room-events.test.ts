import type { JoinRequest, Member, Room, RoomChange } from '#web/api-types.js';
import {
  roomPatch,
  withFlags,
  withKeptReading,
  withMemberEvent,
  withPermissions,
  withRequestEvent,
} from '#web/rooms/room-events.js';

type Told<K extends RoomChange['type']> = Partial<Extract<RoomChange, { type: K }>>;

/** Of an event only what is looked at. */
const event = <K extends RoomChange['type']>(type: K, change: Told<K> = {}): RoomChange =>
  ({ type, room: 'kahve', seq: 9, prev_seq: 8, ...change }) as unknown as RoomChange;

const member = (id: string, change: Partial<Member> = {}): Member => ({
  account_id: id,
  username: id,
  avatar: null,
  online: false,
  role: 'member',
  tag: null,
  granted: [],
  granted_by: null,
  admin_since: null,
  muted_until: null,
  joined_at: '2026-01-01T00:00:00Z',
  ...change,
});

const request = (id: string): JoinRequest => ({
  account_id: id,
  username: id,
  avatar: null,
  requested_at: '2026-01-01T00:00:00Z',
});
const people = [member('ada', { role: 'founder' }), member('bora')];
const rooms = [{ id: 'r1', slug: 'kahve', name: 'Kahve', pinned_to_top: false, joined_at: '2026-01-01' } as Room];

describe('what events mean beside the rows', () => {
  it('takes the changed fields of a room, its pins, and how many are in it', () => {
    expect(roomPatch(event('room:updated', { changes: { name: 'Yeni', slow_mode_s: 5 } }))).toEqual({
      name: 'Yeni',
      slow_mode_s: 5,
    });
    expect(roomPatch(event('message:pins', { pins: ['m2', 'm1'] }))).toEqual({ pins: ['m2', 'm1'] });
    expect(roomPatch(event('member:joined', { member_count: 3 }))).toEqual({ member_count: 3 });
    expect(roomPatch(event('message:new'))).toEqual({});
  });

  it('leaves a direct chat without a peer once that account is deleted', () => {
    expect(roomPatch(event('member:left', { reason: 'deleted', member_count: 1 }))).toEqual({
      peer: null,
      member_count: 1,
    });
    expect(roomPatch(event('member:left', { reason: 'left', member_count: 1 }))).toEqual({ member_count: 1 });
  });

  it('never takes back how far the other one has read', () => {
    const dm = (id: string, read_seq: number) => ({ slug: 'dm', peer: { id, read_seq } }) as Room;
    const read = (fresh: Room, held: Room[]) => withKeptReading([fresh], held)[0]?.peer?.read_seq;
    expect(read(dm('ada', 4), [dm('ada', 9)])).toBe(9);
    expect(read(dm('ada', 12), [dm('ada', 9)])).toBe(12);
    expect(read(dm('ada', 4), [dm('cem', 9)])).toBe(4);
    expect(read(dm('ada', 4), [])).toBe(4);
  });

  it('follows members as they come, change and go', () => {
    const joined = withMemberEvent(people, event('member:joined', { member: member('cem') }));
    expect(joined.map(({ account_id }) => account_id)).toEqual(['ada', 'bora', 'cem']);
    const muted = withMemberEvent(joined, event('member:updated', { member: member('bora', { muted_until: 50 }) }));
    expect(muted[1]?.muted_until).toBe(50);
    const tagged = withMemberEvent(muted, event('member:tagged', { account_id: 'bora', tag: 'barista' }));
    expect(tagged[1]).toMatchObject({ tag: 'barista', muted_until: 50 });
    expect(withMemberEvent(tagged, event('member:left', { account_id: 'bora' }))).toHaveLength(2);
    expect(withMemberEvent(people, event('message:new'))).toBe(people);
  });

  it('holds somebody once, however often their coming is told', () => {
    const twice = withMemberEvent(people, event('member:joined', { member: member('bora') }));
    expect(twice.filter(({ account_id }) => account_id === 'bora')).toHaveLength(1);
  });

  it('lets a request go when its writer is in', () => {
    const asked = withRequestEvent([], event('room:request', { request: request('cem') }));
    expect(withRequestEvent(asked, event('room:request', { request: request('cem') }))).toHaveLength(1);
    expect(withRequestEvent(asked, event('member:joined', { member: member('cem') }))).toEqual([]);
    expect(withRequestEvent(asked, event('member:joined', { member: member('dila') }))).toBe(asked);
  });

  it('follows the flags and the permissions of the person', () => {
    const flags = {
      room: 'kahve',
      archived: true,
      muted: true,
      muted_until: null,
      mentions_only: true,
      pinned_to_top: true,
      unread_from: 3,
    };
    const shown = { archived: true, muted: true, pinned_to_top: true, unread_from: 3 };
    expect(withFlags(rooms, flags)[0]).toMatchObject(shown);
    expect(withFlags(rooms, flags)[0]).not.toHaveProperty('room');
    const permissions = { room: 'kahve', my_role: 'admin' as const, my_permissions: ['send_message'] };
    expect(withPermissions(rooms, permissions)[0]).toMatchObject({
      my_role: 'admin',
      my_permissions: ['send_message'],
    });
    expect(withFlags(rooms, { ...flags, room: 'baska' })).toBe(rooms);
  });
});
