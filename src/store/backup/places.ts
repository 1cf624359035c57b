/** The places of backups: `s3://bucket/prefix` with the S3 settings of the service, or a folder. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupPlace } from './backup-format.js';

/** Each file is complete under its name: it is written aside, synced and renamed. */
export async function folderPlace(dir: string): Promise<BackupPlace> {
  const folder = resolve(dir);
  return {
    name: folder,
    async write(file, bytes) {
      await mkdir(folder, { recursive: true });
      const aside = join(folder, `${file}.part`);
      const handle = await open(aside, 'w');
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
