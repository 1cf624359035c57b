import { open } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ImportError } from '../common-form.js';
import { type ExportFiles, safePath } from './export-files.js';
import { read, readZipIndex } from './zip-index.js';

const LOCAL_HEADER = 0x04034b50;

/** An export in a ZIP archive, which is never unpacked to the disk. */
export async function zipFiles(path: string): Promise<ExportFiles> {
  const file = await open(path, 'r');
  const entries = await readZipIndex(file, path).catch(async (error) => {
    await file.close();
    throw error;
  });
  return {
    names: async () => [...entries.keys()].sort(),
    size: async (name) => entries.get(safePath(name, path))?.bytes ?? null,
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new ImportError(name, 'there is no such file in the export');
      const header = await read(file, entry.offset, 30);
      if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) {
        throw new ImportError(name, 'the archive is damaged');
      }
      const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
      const exact = exactly(entry.bytes, name);
      if (entry.packedBytes === 0) return exact.end() as Transform;
      const packed = file.createReadStream({ start, end: start + entry.packedBytes - 1, autoClose: false });
      // A failure of one is a failure of all, and the reader of the last one gets it.
      const ended = () => undefined;
      if (entry.isDeflated) pipeline(packed, createInflateRaw(), exact, ended);
      else pipeline(packed, exact, ended);
      return exact;
    },
    close: () => file.close(),
  };
}

/** The checks went by the size in the directory, so that the content may have neither more nor less. */
function exactly(bytes: number, name: string): Transform {
  let passed = 0;
  const wrong = () => new ImportError(name, 'its size is not the one that the archive declares');
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      passed += piece.length;
      done(passed > bytes ? wrong() : null, piece);
    },
    flush: (done) => done(passed === bytes ? null : wrong()),
  });
}
