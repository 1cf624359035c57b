/** The stream of a room from an earlier position on, for followers that have missed items. */
import { reply } from '#actors/runtime/decision.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { RoomItem } from '../commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { itemOf, reannouncedAccounts } from '../log/announce.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

const PAGE = 200;

function replayNeeds(needs: Needs, { after }: CommandOf<'replay'>): void {
  const { state } = needs;
  if (after === null || !state.head) return;
  if (after + 1 < (state.recent[0]?.seq ?? 0)) {
    needs.once('entries', async (reader) => {
      const range = { index: '_id', gt: logId(state.id, after), lt: `${state.id};`, limit: PAGE };
      return (await reader.range<EntryDoc>('log', range)).map(unpackEntry);
    });
  }
  for (const { facts } of missed(state, needs.command, after)) {
    for (const fact of facts) {
      if (fact.type === 'message_edited') needs.row(fact.row);
      for (const account of reannouncedAccounts(fact)) needs.member(account);
    }
  }
}

/** As things are now: an entry about an object that has changed since shows its present state. */
function replay(state: RoomState, command: CommandOf<'replay'>): Handled {
  const seq = state.head?.seq ?? 0;
  const { after } = command;
  if (after === null || !state.head) return reply({ items: [], seq, hasMore: false });
  const entries = missed(state, command, after);
  const isSwept = state.head.deleted && after < seq && entries[0]?.seq !== after + 1;
  if (isSwept) return reply({ items: [endAfter(state, state.head, after)], seq: after + 1, hasMore: false });
  const upTo = entries.at(-1)?.seq ?? seq;
  return reply({ items: entries.map((entry) => itemOf(state, state.id, entry)), seq: upTo, hasMore: upTo < seq });
}

/** The log of a deleted room was swept: of all that a follower misses, the end is what is left to tell. */
function endAfter({ id }: RoomState, { slug }: Head, after: number): RoomItem {
  const seq = after + 1;
  const event = { type: 'room:deleted' } as const;
  const announcements = [{ to: 'all', seq, prevAll: after, prevAdmins: after, about: 0, event } as const];
  return { room: id, slug, seq, moves: [], announcements, activity: null, toMembers: { type: 'room:gone' } };
}

/** Oldest first, at most a page: from memory as far as it reaches. */
function missed(state: RoomState, command: object, after: number): LogEntry[] {
  const first = state.recent[0]?.seq ?? 0;
  if (after + 1 >= first) return state.recent.slice(after + 1 - first).slice(0, PAGE);
  return state.readsFor(command).entries ?? [];
}

export const replayHandlers: Handlers<'replay'> = { replay: { needs: replayNeeds, handle: replay } };
