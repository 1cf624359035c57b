import { Readable } from 'node:stream';
import * as yauzl from 'yauzl';
import { ImportError } from '../common-form.js';
import { type ExportFiles, safePath, saidBy } from './export-files.js';
import { readZipEntries, type ZipEntry } from './zip-entries.js';

/** An export in a ZIP archive, which is never unpacked to the disk. */
export async function zipFiles(path: string): Promise<ExportFiles> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  const archive = await yauzl.openPromise(path, options).catch((cause: unknown) => {
    throw new ImportError(path, `it is no ZIP archive: ${saidBy(cause)}`);
  });
  const entries = await readZipEntries(archive, path).catch((error: unknown) => {
    archive.close();
    throw error;
  });
  return {
    names: async () => [...entries.keys()].sort(),
    size: async (name) => entries.get(safePath(name, path))?.bytes ?? null,
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new ImportError(name, 'there is no such file in the export');
      return Readable.from(contentOf(archive, entry, name), { objectMode: false });
    },
    close: async () => archive.close(),
  };
}

/** The library refuses content that is shorter or longer than the directory says. */
async function* contentOf(archive: yauzl.ZipFile, entry: ZipEntry, name: string): AsyncGenerator<Buffer> {
  try {
    const { offset, packedBytes, isDeflated, bytes } = entry;
    const header = { relativeOffsetOfLocalHeader: offset, compressedSize: packedBytes } as yauzl.Entry;
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(header, { minimal: true });
    yield* await new Promise<Readable>((resolve, reject) => {
      const opened = (error: Error | null, content: Readable) => (error ? reject(error) : resolve(content));
      archive.openReadStreamLowLevel(fileDataStart, packedBytes, 0, packedBytes, isDeflated, bytes, opened);
    });
  } catch (cause) {
    throw new ImportError(name, `the archive is damaged: ${saidBy(cause)}`);
  }
}
