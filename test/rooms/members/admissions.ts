/** Requests, bans and invites as a room keeps them, and what is said and told when somebody comes in. */
import type { RoomState } from '#actors/room/model/room-state.js';
import { NOW } from './decided.js';

export const record = (account: string, seq = 3) =>
  ({ account, username: account, active: true, rev: seq, seq }) as never;
export const invite = (more: object = {}) => ({
  code: 'davet',
  createdBy: 'ada',
  createdAt: 1,
  expiresAt: NOW + 1,
  uses: 0,
  maxUses: 2,
  cancelled: false,
  ...more,
});
export const inviting = (state: RoomState, more: object = {}) => {
  state.invites.set('davet', { ...invite(more), rev: 3 } as never);
  return state;
};
export const joinedRow = (username: string, actor: string) => ({
  type: 'member_joined',
  username,
  actor,
  data: {},
  owner: actor,
  audience: 'all',
});
export const membership = (to: string, member = true) => ({
  to,
  type: 'membership',
  roomId: 'room-1',
  slug: 'kahve',
  member,
});
