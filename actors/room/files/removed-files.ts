/** The check of an upload found another content than declared: the file is removed, and its users learn of it. */
import { reply } from '#actors/runtime/decision.js';
import { filesOf } from '#src/domain/messages/media.js';
import { exists } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { removal } from './photos.js';

function removeNeeds(needs: Needs, { use }: CommandOf<'remove_file'>): void {
  if (typeof use === 'number') needs.row(use);
}

function removeFile(state: RoomState, { key, use }: CommandOf<'remove_file'>): Handled {
  if (!exists(state)) return reply(null);
  if (typeof use === 'string') {
    const photo = state.head.photos.find(({ id }) => id === use);
    return photo ? done([removal(state, photo)]) : reply(null);
  }
  const row = state.rowAt(use);
  const isCarried = row && filesOf(row).some((file) => file.key === key) && !row.goneFiles?.includes(key);
  if (!isCarried) return reply(null);
  const gone = [...(row.goneFiles ?? []), key];
  return done([{ type: 'file_removed', row: row.seq, id: row.id, key, gone }]);
}

const done = (facts: Extract<Handled, { kind: 'commit' }>['facts']): Handled => ({
  kind: 'commit',
  by: null,
  facts,
  reply: () => null,
});

export const removedFileHandlers: Handlers<'remove_file'> = {
  remove_file: { needs: removeNeeds, handle: removeFile },
};
