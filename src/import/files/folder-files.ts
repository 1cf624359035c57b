import { once } from 'node:events';
import { constants, type ReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportError } from '../common-form.js';
import { FILES_MAX, FOLDER_DEPTH_MAX } from '../import-bounds.js';
import { type ExportFiles, safePath } from './export-files.js';

/** An export in a folder. Links are refused: they could lead to any file of this machine. */
export function folderFiles(root: string): ExportFiles {
  const reading = new Set<ReadStream>();
  return {
    async names() {
      const found: string[] = [];
      await walk(root, '', 0, found);
      return found.sort();
    },
    async size(path) {
      const parts = safePath(path, path).split('/');
      for (let length = 1; length <= parts.length; length += 1) {
        const stat = await lstat(join(root, ...parts.slice(0, length))).catch(absent);
        if (!stat) return null;
        if (stat.isSymbolicLink()) throw new ImportError(path, 'it is a link');
        if (length === parts.length) return stat.isFile() ? stat.size : null;
      }
      return null;
    },
    async open(path) {
      if ((await this.size(path)) === null) throw new ImportError(path, 'there is no such file in the export');
      const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      const stream = handle.createReadStream();
      reading.add(stream.once('close', () => reading.delete(stream)));
      return stream;
    },
    /** A mistake in an export ends its reading in the middle of a file. */
    async close() {
      await Promise.all([...reading].map(closed));
    },
  };
}

function closed(stream: ReadStream): Promise<unknown> {
  const isOver = once(stream, 'close');
  stream.destroy();
  return isOver;
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};

async function walk(root: string, folder: string, depth: number, found: string[]): Promise<void> {
  if (depth > FOLDER_DEPTH_MAX) throw new ImportError(folder, `folders are nested more than ${FOLDER_DEPTH_MAX} times`);
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new ImportError(path, 'it is a link');
    if (entry.isDirectory()) await walk(root, path, depth + 1, found);
    else if (entry.isFile()) found.push(path);
    if (found.length > FILES_MAX) throw new ImportError(path, `the export has more than ${FILES_MAX} files`);
  }
}
