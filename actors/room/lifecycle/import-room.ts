/**
 * Rooms from exports of other products. The entries are made by the code that every other entry is made by,
 * with the time of the original. Until the room is published it has no member and its slug leads nowhere, so that no
 * other node loads it.
 */
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import { writePresigned } from '#actors/writers/commands.js';
import type { Fact } from '#src/domain/log/log.js';
import { extensions, UNUSED_MS } from '#src/domain/messages/file.js';
import { IMPORTER, isImporting, reservationOf } from '#src/domain/rooms/imported-room.js';
import type { Head } from '#src/domain/rooms/room.js';
import { isReservedSlug } from '#src/domain/text/slug.js';
import { dedupKey } from '#src/store/collections.js';
import type { Doc, Write } from '#src/store/store.js';
import { exists } from '../access/access.js';
import type { ImportCommand, ImportedMember, ImportProgress } from '../commands/import-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { importMessage, importMessageNeeds } from '../messages/import-message.js';
import { lastImported } from '../model/last-imported.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

/** Members that one transaction lets in. */
const MEMBERS_MAX = 1_000;

type ImportRoom = CommandOf<'import_room'>;

function importRoomNeeds(needs: Needs, { slug }: ImportRoom): void {
  needs.once('slugHolder', async (reader) => (await reader.get<Doc & { room: string }>('slugs', slug))?.room ?? null);
}

function importRoom(state: RoomState, command: ImportRoom): Handled {
  const { slug, founder, settings, at, chain } = command;
  if (state.head) return exists(state) ? reply(progressOf(state)) : refuse('invalid_state');
  if (isHeldByOther(state.readsFor(command).slugHolder, reservationOf(state.id)) || isReservedSlug(slug)) {
    return refuse('validation_failed', { fields: { slug: ['has already been taken'] } });
  }
  return {
    kind: 'commit',
    by: IMPORTER,
    facts: [{ type: 'room_created', slug, kind: 'group', founder, settings: { ...settings, visibility: 'closed' } }],
    original: { at, editedAt: null, reactions: {} },
    dedup: dedupKey(state.id, IMPORTER, 'room'),
    hash: chain,
    alongside: [{ op: 'put', in: 'slugs', doc: { _id: slug, room: reservationOf(state.id) }, guard: { absent: true } }],
    reply: () => progressOf(state),
  };
}

function progressOf(state: RoomState): ImportProgress {
  const head = state.head as Head;
  return { slug: head.slug, chain: lastImported(state), isPublished: !isImporting(head) };
}

/** No link can store anything under this key: the import stores the file, and a message uses it within a day. */
function importFile(
  state: RoomState,
  { key, contentType, maxBytes }: CommandOf<'import_file'>,
  { now }: { now: number },
): Handled {
  if (!exists(state) || !isImporting(state.head)) return refuse('invalid_state');
  if (!Object.hasOwn(extensions, contentType)) return refuse('invalid_request');
  const file = { _id: key, at: now, owner: state.id, contentType, maxBytes };
  const writes = [writePresigned({ ...file, state: 'presigned', dueAt: now + UNUSED_MS })];
  return { kind: 'writes', writes, reply: {} };
}

function publishImport(state: RoomState, command: CommandOf<'publish_import'>): Handled {
  const { founder, members, visibility, after } = command;
  if (!exists(state)) return refuse('room_not_found');
  if (!isImporting(state.head)) return reply(progressOf(state));
  if (lastImported(state) !== after || members.length > MEMBERS_MAX) return refuse('invalid_state');
  const others = members.filter(({ accountId }) => accountId !== founder.accountId);
  return {
    kind: 'commit',
    by: IMPORTER,
    facts: [
      { type: 'room_settings_changed', settings: { visibility } },
      joined(founder, 'founder'),
      ...others.map((member) => joined(member, 'member')),
    ],
    alongside: [handSlugOver(state.head)],
    reply: () => progressOf(state),
  };
}

const joined = ({ accountId, username }: ImportedMember, role: 'founder' | 'member'): Fact => ({
  type: 'member_joined',
  account: accountId,
  username,
  role,
  historyFrom: 0,
  mutedUntil: null,
});

const handSlugOver = ({ id, slug }: Head): Write => ({
  op: 'set',
  in: 'slugs',
  id: slug,
  set: { room: id },
  guard: { equals: { room: reservationOf(id) } },
});

function publishNeeds(needs: Needs, { founder, members }: CommandOf<'publish_import'>): void {
  for (const { accountId } of [founder, ...members]) {
    needs.member(accountId);
    needs.readState(accountId);
  }
}

export const importHandlers: Handlers<ImportCommand['type']> = {
  import_room: { needs: importRoomNeeds, handle: importRoom },
  import_file: { needs: () => undefined, handle: importFile },
  import_message: { needs: importMessageNeeds, handle: importMessage },
  publish_import: { needs: publishNeeds, handle: publishImport },
};
