/** Guarded writes about files: the users that an entry adds and removes. */

import { projectUse, projectUseEnd } from '#actors/writers/commands.js';
import { type Photo, ROOM_PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import { filesOf } from '#src/domain/messages/media.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { VIEW_ONCE_REPEAT_WINDOW_MS } from '../model/view-once.js';
import { putHead } from './head-projection.js';

/** A row begins to use its files. */
export function projectFiles({ id: owner }: RoomState, row: Row): Write[] {
  return filesOf(row).flatMap(({ key, byteSize, until }) =>
    projectUse({ key, owner, by: row.seq }, row.at, {
      ...(byteSize === undefined ? {} : { byteSize }),
      ...(until === undefined ? {} : { until }),
      ...(row.viewOnce ? { isOnce: true as const } : {}),
    }),
  );
}

export function projectFileFact(state: RoomState, fact: Fact, { seq, at }: LogEntry): Write[] {
  const owner = state.id;
  const guard = { olderThan: seq };
  switch (fact.type) {
    case 'message_deleted':
      return released(owner, fact.row, fact.files, at);
    case 'rows_expired':
      return fact.rows.flatMap((row) => released(owner, row.seq, row.files, at));
    case 'photo_added':
      return [putHead(state), ...filesOfPhoto(fact.photo).flatMap((file) => keptPhoto(owner, fact.photo, file, at))];
    case 'photo_primary_changed':
      return [putHead(state)];
    case 'photo_removed':
      return [
        putHead(state),
        ...filesOfPhoto(fact.photo).flatMap(({ key, by }) => projectUseEnd({ key, owner, by }, at)),
      ];
    case 'view_once_opened':
      return [
        { op: 'set', in: 'log', id: logId(owner, fact.row), set: { openings: fact.openings, rev: seq }, guard },
        // The link that was handed out may still be used, and no repeat of the answer lives longer.
        ...released(owner, fact.row, fact.released, at + VIEW_ONCE_REPEAT_WINDOW_MS),
      ];
    case 'file_removed':
      return [{ op: 'set', in: 'log', id: logId(owner, fact.row), set: { goneFiles: fact.gone, rev: seq }, guard }];
    default:
      return [];
  }
}

const released = (owner: string, by: number, keys: string[] = [], from: number): Write[] =>
  keys.flatMap((key) => projectUseEnd({ key, owner, by }, from));

/** A file of the room's folder whose link is not remembered is known from now on. */
function keptPhoto(owner: string, { contentType }: Photo, file: PhotoFile, at: number): Write[] {
  const { key, by, byteSize } = file;
  const doc: StoredFile = { _id: key, at, owner, contentType, maxBytes: byteSize, state: 'kept', dueAt: at };
  const adopted: Write = { op: 'put', in: 'files', doc: { ...doc }, guard: { absent: true } };
  return [adopted, ...projectUse({ key, owner, by }, at, { byteSize })];
}

type PhotoFile = ReturnType<typeof filesOfPhoto>[number];

const filesOfPhoto = ({ id, key, thumbKey, byteSize }: Photo) => [
  { key, by: id, byteSize },
  { key: thumbKey, by: id, byteSize: ROOM_PHOTO_BYTES_MAX },
];
