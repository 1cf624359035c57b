/**
 * Disks that are full for a real process. A limit on the size of its files is felt as a disk that reports an error, and
 * needs nothing but a shell. A small file system in a namespace of its own is really full; it needs `unshare` and
 * `nsenter`, and a kernel that lets this user mount there.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FaultyMachine } from '../support/processes/faulty-machine.js';
import type { ServerProcess } from '../support/processes/server-process.js';

export interface FullDisk {
  /** Files of people find no space either. */
  isWhole: boolean;
  /** Before the first start. */
  through: readonly string[];
  fill(server: ServerProcess): Promise<void>;
  /** Space again, and the process that saw none goes on, or is started anew. */
  mend(server: ServerProcess): Promise<void>;
  /** After a kill: what is not on the disk is lost. */
  losePower?(): Promise<void>;
  close(): Promise<void>;
}

const ROOM_LEFT_KIB = 300;
/** The signal that comes with the limit is ignored, so that the write fails. */
const LIMITED = 'trap "" XFSZ; ulimit -S -f "$0"; exec "$@"';

/** Blocks of `ulimit -f` in a POSIX shell. */
const BLOCK = 512;

export const sizeLimit = async (): Promise<FullDisk> => ({
  isWhole: false,
  through: [],
  async fill(server) {
    await server.stop();
    const sizes = await Promise.all((await readdir(server.dir)).map(async (name) => stat(join(server.dir, name))));
    const largest = Math.max(...sizes.map(({ size }) => size));
    const blocks = Math.ceil((largest + ROOM_LEFT_KIB * 1_024) / BLOCK);
    await server.start(['sh', '-c', LIMITED, String(blocks)]);
  },
  async mend(server) {
    await server.kill();
    await server.start();
  },
  close: async () => undefined,
});

/** It reports an error at every fsync, and what was written before such a one is lost with the next power cut. */
export const failingSync =
  (compiler: string) =>
  async (dir: string): Promise<FullDisk> => {
    const machine = await FaultyMachine.build(dir, compiler);
    return {
      isWhole: false,
      through: machine.through,
      fill: async () => machine.set('failsSync', 1),
      async mend(server) {
        if (machine.failedSyncs === 0) throw new Error('no fsync has failed');
        await server.kill();
        await machine.losePower();
        machine.set('failsSync', 0);
        await server.start(machine.through);
      },
      losePower: () => machine.losePower(),
      close: () => machine.remove(),
    };
  };

const SMALL_MIB = 24;

export const canMount = (): string | undefined =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0 ? 'unshare' : undefined;

export async function smallFileSystem(dir: string): Promise<FullDisk> {
  const script = `mount -t tmpfs -o size=${SMALL_MIB}m tmpfs "$0" && echo mounted && exec sleep 86400`;
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  const ballast = join(`/proc/${holder.pid}/root`, dir, 'ballast');
  return {
    isWhole: true,
    through: ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials', '--wd=.'],
    async fill() {
      const chunk = Buffer.alloc(SMALL_MIB * 1_048_576);
      await writeFile(ballast, chunk).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    mend: () => rm(ballast),
    async close() {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    },
  };
}
