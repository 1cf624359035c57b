/** The list of bans. */
import { reply } from '#actors/runtime/decision.js';
import type { Ban } from '#src/domain/rooms/room.js';
import { adminOr, isRefused } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { current, LISTED_MAX } from './admission-records.js';

function listBansNeeds(needs: Needs, { by }: CommandOf<'list_bans'>): void {
  if (!needs.member(by.accountId)?.present) return;
  const range = { index: 'byRoom', prefix: [needs.state.id], desc: true, limit: LISTED_MAX };
  needs.once('bans', (reader) => reader.range<Ban>('bans', range));
}

/** Newest first; memory is newer than the store. */
function listBans(state: RoomState, command: CommandOf<'list_bans'>): Handled {
  const admin = adminOr(state, command.by);
  if (isRefused(admin)) return admin;
  const bans = current(state.readsFor(command).bans ?? [], state.bans);
  return reply({ bans: bans.sort((a, b) => b.seq - a.seq) });
}

export const banHandlers: Handlers<'list_bans'> = {
  list_bans: { needs: listBansNeeds, handle: listBans },
};
