import { lstat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { ImportError } from '../common-form.js';
import type { ExportFiles } from './export-files.js';
import { folderFiles } from './folder-files.js';
import { zipFiles } from './zip-files.js';

export interface OpenedExport {
  files: ExportFiles;
  /** The file that was named, if it was one file of a folder. */
  main: string | null;
}

/** Opens a folder, a ZIP archive, or one file beside the files that it refers to. */
export async function openExport(path: string): Promise<OpenedExport> {
  const stat = await lstat(path).catch(() => null);
  if (!stat) throw new ImportError(path, 'there is no such file or folder');
  if (stat.isSymbolicLink()) throw new ImportError(path, 'it is a link');
  if (stat.isDirectory()) return { files: folderFiles(path), main: null };
  if (extname(path).toLowerCase() === '.zip') return { files: await zipFiles(path), main: null };
  return { files: folderFiles(dirname(path)), main: basename(path) };
}
