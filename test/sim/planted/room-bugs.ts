/** Mistakes in what a room remembers, forgets, and lets its people do. */
import { RoomState } from '#actors/room/model/room-state.js';
import type { ActorKind } from '#actors/runtime/kind.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';

type AnyTurn = ReturnType<ActorKind<unknown, { type: string }>['turn']>;

const LATE_MS = 4_000;
const tiny = { entries: 3, rows: 1, rowsWhenTight: 1, rowsAtStart: 1, deleted: 1 };

export const roomBugs: PlantedBug[] = [
  {
    name: 'rows that were deleted long ago count as unread after a load',
    plan: { roomBounds: tiny, idleMs: 1_500, ttlMs: 0 },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        async load(...args) {
          const loaded = await kind.load(...args);
          (loaded.state as RoomState).deletedFloor = 0;
          return loaded;
        },
      })),
  },
  {
    name: 'the row that lists show as the last message leaves memory',
    plan: { roomBounds: tiny, ttlMs: 0 },
    plant: () => ({}),
    patch: () =>
      changedMethod(RoomState.prototype, 'trim', (real) => {
        return function (this: RoomState) {
          real.call(this);
          this.oldRows.delete(this.head?.lastMessageSeq ?? 0);
        };
      }),
  },
  {
    name: 'an admin stays one until the room leaves memory',
    plan: { stewardMs: 500, idleMs: 120_000, budgetBytes: undefined },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        turn(state, command, at) {
          const { members } = state as RoomState;
          const { type, account } = command as { type: string; account?: string };
          const before = members.get(account ?? '');
          const turned = kind.turn(state, command, at);
          if (type === 'demote_admin' && turned.kind === 'commit' && before) members.set(before.account, before);
          return turned;
        },
      })),
  },
  {
    name: 'messages are read for a while after their time',
    plan: { ttlMs: 3_000 },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        turn(state, command, at) {
          const isLate = command.type === 'list_messages' || command.type === 'open_room';
          return kind.turn(state, command, isLate ? { ...at, now: at.now - LATE_MS } : at);
        },
      })),
  },
  {
    name: 'a forward says what its source said when somebody first forwarded it',
    plan: { forwardsMs: 200, thinkMs: 200, ttlMs: 0 },
    plant: () => ({}),
    patch: () => {
      const first = new Map<string, AnyTurn>();
      return changedKind('room', (kind) => ({
        ...kind,
        turn(state, command, at) {
          const turned = kind.turn(state, command, at);
          const { type, messageId = '' } = command as { type: string; messageId?: string };
          if (type !== 'give_message') return turned;
          const known = first.get(messageId);
          if (!known && turned.kind === 'reply') first.set(messageId, turned);
          return known ?? turned;
        },
      }));
    },
  },
  {
    name: 'an invite that was taken back still lets people in',
    plan: { stewardMs: 300, idleMs: 120_000, budgetBytes: undefined, roomBounds: {} },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        turn(state, command, at) {
          const { invites } = state as RoomState;
          const { type, code = '' } = command as { type: string; code?: string };
          const before = invites.get(code);
          const turned = kind.turn(state, command, at);
          if (type === 'cancel_invite' && before) invites.set(code, before);
          return turned;
        },
      })),
  },
  {
    name: 'a chat learns of a block when it is loaded again',
    plan: { friends: 3, idleMs: 120_000, budgetBytes: undefined },
    plant: () => ({}),
    patch: () =>
      changedKind('room', (kind) => ({
        ...kind,
        turn: (state, command, at) =>
          command.type === 'note_block' ? { kind: 'reply', reply: null } : kind.turn(state, command, at),
      })),
  },
];
