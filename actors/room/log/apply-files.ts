/** The effects of facts about files on memory. */
import type { FileFact } from '#src/domain/log/file-facts.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { RoomState } from '../model/room-state.js';
import { changeRow } from './apply-rows.js';

const types: readonly string[] = [
  'photo_added',
  'photo_primary_changed',
  'photo_removed',
  'view_once_opened',
  'file_removed',
] satisfies FileFact['type'][];

export const isAboutFiles = (fact: Fact): fact is FileFact => types.includes(fact.type);

export function applyFiles(state: RoomState, fact: FileFact, { seq }: LogEntry): void {
  switch (fact.type) {
    case 'view_once_opened':
      return changeRow(state, fact.row, seq, (row) => ({ ...row, openings: fact.openings }));
    case 'file_removed':
      return changeRow(state, fact.row, seq, (row) => ({ ...row, goneFiles: fact.gone }));
    default: {
      const head = state.head as Head;
      // Replaying older entries does not revert newer values of the stored head.
      if (head.seq < seq) Object.assign(head, { photos: fact.photos, avatar: fact.avatar });
    }
  }
}
