/** The places of backups: `s3://bucket/prefix` with the S3 settings of the service, or a folder. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupPlace } from './backup-format.js';

/**
 * Each file is complete under its name: it is written aside, synced and renamed. It holds every message, so that it is
 * for the user of this process alone, as the data folder is.
 */
export async function folderPlace(dir: string): Promise<BackupPlace> {
  const folder = resolve(dir);
  return {
    name: folder,
    async write(file, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = join(folder, `${file}.part`);
      const handle = await open(aside, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(aside, join(folder, file));
    },
    async read(file) {
      try {
        return await readFile(join(folder, file));
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw cause;
      }
    },
    close: async () => undefined,
  };
}
