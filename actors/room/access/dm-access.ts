/**
 * A direct chat exists only for those of its two members who have it: every command of others is refused as for a room
 * that does not exist, before any handler sees it.
 */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { PeerView } from '#src/domain/messages/views.js';
import { isOneOf, peerIn } from '#src/domain/rooms/dm.js';
import type { Head, Pair } from '#src/domain/rooms/room.js';
import { blockId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { ReadEvent } from '../commands/dm-commands.js';
import type { AnyCommand, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type Dm = RoomState & { head: Head & { pair: Pair } };

export const isDm = (state: RoomState): state is Dm => state.head?.pair != null && !state.head.deleted;

/** Commands that the peer would see or hear of: a block prevents them. Reading and leaving stay possible. */
const shared: ReadonlySet<AnyCommand['type']> = new Set<AnyCommand['type']>([
  'send_message',
  'edit_message',
  'react',
  'pin_message',
  'vote',
  'check_typing',
  'set_discussion',
  'change_settings',
  'run_slash',
  'add_room_photo',
  'choose_room_photo',
  'delete_room_photo',
]);

/** Both members are always in memory. False for a caller who is not one of them: the command needs nothing then. */
export function dmNeeds(needs: Needs, command: AnyCommand): boolean {
  const { state } = needs;
  if (!isDm(state)) return true;
  const { pair } = state.head;
  if ('by' in command && !isOneOf(pair, command.by.accountId)) return false;
  // The read position of a member who has left is told as it was.
  for (const account of pair) if (needs.member(account)) needs.readState(account);
  return true;
}

export function dmRefusal(state: RoomState, command: AnyCommand): ReturnType<typeof refuse> | null {
  if (!isDm(state) || !('by' in command) || command.type === 'open_dm') return null;
  const { accountId } = command.by;
  if (isRepeat(state, command)) return null;
  if (!state.memberOf(accountId)) return refuse('room_not_found');
  return state.isBlocked && shared.has(command.type) ? refuse('blocked') : null;
}

/** A repeated message is answered as the first time, regardless of later events. */
function isRepeat(state: RoomState, command: AnyCommand): boolean {
  if (command.type !== 'send_message' && command.type !== 'run_slash') return false;
  const clientId = command.type === 'run_slash' ? command.clientId : command.draft.clientId;
  return clientId !== null && state.dedup.get(command.by.accountId, clientId) != null;
}

export function peerView({ head, readStates }: RoomState, account: AccountId): PeerView | null {
  if (!head?.pair) return null;
  const accountId = peerIn(head.pair, account);
  return { accountId, readSeq: readStates.get(accountId)?.cursor.seq ?? 0 };
}

/** In a direct chat both learn how far one of them has read; across a block neither does. */
export function readEvents(state: RoomState, accountId: AccountId, readSeq: number): ReadEvent[] {
  if (!isDm(state) || state.isBlocked) return noEvents;
  const { slug, pair, prevAll: seq } = state.head;
  return pair.map((to) => ({ to, type: 'message:read', roomId: state.id, slug, accountId, readSeq, seq }));
}

const noEvents: ReadEvent[] = [];

/** Whether one of the two has blocked the other. */
export async function isBlocked(reader: Reader, [one, other]: Pair): Promise<boolean> {
  const ids = [blockId(one, other), blockId(other, one)];
  const blocks = await reader.getMany<Doc & { active: true | null }>('blocks', ids);
  return blocks.some((block) => block?.active === true);
}

/** Read once more: memory may be older. A chat that is being written to the store is behind its opening here. */
export const blockHandlers: Handlers<'note_block'> = {
  note_block: {
    needs: (needs, { between }) => void needs.once('isBlocked', (reader) => isBlocked(reader, between)),
    handle(state, command): Handled {
      state.isBlocked = state.readsFor(command).isBlocked ?? null;
      return reply(null);
    },
  },
};
