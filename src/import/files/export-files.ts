/** The files of an export: a folder or a ZIP archive. */
import type { Readable } from 'node:stream';
import { ImportError } from '../common-form.js';

export interface ExportFiles {
  /** Paths with `/`, sorted. Archives and folders with links, or with paths that leave them, are refused. */
  names(): Promise<readonly string[]>;
  /** Null if there is no such file. */
  size(path: string): Promise<number | null>;
  open(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/** Refuses paths that could leave the export, however they are written. */
export function safePath(path: string, place: string): string {
  const parts = path.split('/');
  const isUnsafe = /[\0\\]|^[A-Za-z]:/.test(path) || parts.some((part) => part === '' || part === '.' || part === '..');
  if (isUnsafe) throw new ImportError(place, `the path ${JSON.stringify(path.slice(0, 200))} leaves the export`);
  return path;
}

/** What a library says that reads the files of an export. */
export const saidBy = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

export async function readWhole(files: ExportFiles, path: string, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of await files.open(path)) {
    bytes += (piece as Buffer).length;
    if (bytes > bytesMax) throw new ImportError(path, `it has more than ${bytesMax} bytes`);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces, bytes);
}
