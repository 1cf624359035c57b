/** Puts the files of an export into the object store: the record first, so that no unknown file can lie there. */
import type { Rooms } from '#actors/room/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import { mediaRules } from '#src/domain/messages/media.js';
import { cleanName, firstCharacters } from '#src/domain/text/text.js';
import type { SourceFile } from '../common-form.js';
import { derivedId } from '../derived-ids.js';
import { type ExportFiles, readWhole } from '../files/export-files.js';
import { type AcceptedFile, checkFile } from './check-file.js';

/** The largest file that any rule allows. */
const FILE_BYTES_MAX = mediaRules.video.bytesMax;
const NAME_CHARS_MAX = 200;

export interface FileStoreDeps {
  files: ExportFiles;
  objects: Pick<ObjectStore, 'write'>;
  rooms: Rooms;
}

export type StoredAttachment =
  | { kind: AcceptedFile['kind']; attachment: Record<string, unknown> }
  | { refused: string };

export class FileStore {
  readonly #deps: FileStoreDeps;

  constructor(deps: FileStoreDeps) {
    this.#deps = deps;
  }

  async store(room: string, source: string, file: SourceFile): Promise<StoredAttachment> {
    const { files, objects, rooms } = this.#deps;
    const size = file.path === null ? null : await files.size(file.path);
    if (file.path === null || size === null) return { refused: 'files that the export does not include' };
    if (size > FILE_BYTES_MAX) return { refused: 'files that are too large' };
    const bytes = await readWhole(files, file.path, FILE_BYTES_MAX);
    const checked = checkFile(file, bytes);
    if ('refused' in checked) return checked;
    const { kind, contentType, extension, maxBytes, attachment } = checked;
    const folder = kind === 'document' ? 'room-docs' : 'room-media';
    const key = `${folder}/${room}/${derivedId(room, source)}.${extension}`;
    await rooms.ask(room, { type: 'import_file', key, contentType, maxBytes });
    await objects.write(key, bytes, contentType);
    return { kind, attachment: { ...attachment, key } };
  }
}

/** The line that stands for a file that the rules refuse. */
export function lineOf({ name }: SourceFile): string {
  return `[${firstCharacters(cleanName(name), NAME_CHARS_MAX) || 'file'}]`;
}
