/** Making a room: the slug is claimed, the log begins and the founder is in, in one transaction. */
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import { isReservedSlug } from '#src/domain/text/slug.js';
import type { Doc, Write } from '#src/store/store.js';
import { roomView } from '../access/access.js';
import type { CommandOf, Handled } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type CreateRoom = CommandOf<'create_room'>;

export function createRoomNeeds(needs: Needs, { slug }: CreateRoom): void {
  needs.once('slugHolder', async (reader) => (await reader.get<Doc & { room: string }>('slugs', slug))?.room ?? null);
}

export function createRoom(state: RoomState, command: CreateRoom): Handled {
  const { by, slug, settings, panel } = command;
  if (state.head) {
    // The same request again, after its answer was lost.
    return state.head.founder === by.accountId ? reply(roomView(state, by.accountId)) : refuse('invalid_state');
  }
  if (isHeldByOther(state.readsFor(command).slugHolder, state.id) || isReservedSlug(slug)) {
    return refuse('validation_failed', { fields: { slug: ['has already been taken'] } });
  }
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [
      {
        type: 'room_created',
        slug,
        kind: 'group',
        founder: by.accountId,
        settings,
        ...(panel && { panel }),
      },
      {
        type: 'member_joined',
        account: by.accountId,
        username: by.username,
        role: 'founder',
        historyFrom: 0,
        mutedUntil: null,
      },
    ],
    alongside: [
      { op: 'put', in: 'slugs', doc: slugDoc(slug, state.id), guard: { absent: true } },
      ...(panel?.organization ? [countedFor(panel.organization)] : []),
    ],
    reply: () => roomView(state, by.accountId),
    userEvents: () => [{ to: by.accountId, type: 'membership', roomId: state.id, slug, member: true }],
  };
}

/** From its first room on an organization's slug is fixed. */
const countedFor = (id: string): Write => ({ op: 'set', in: 'orgRooms', id, inc: { rooms: 1 } });

const slugDoc = (slug: string, room: string) => ({ _id: slug, room });
