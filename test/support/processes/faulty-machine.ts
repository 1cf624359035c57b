/** A machine for one process whose disk does not keep what it was told to, or is slow, or whose clock is set. */
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./faulty-machine.c', import.meta.url));
/** As in the C file. */
const numbers = { failsSync: 0, syncMs: 1, clockMs: 2, failedSyncs: 3 } as const;
const BYTES = 8;

/** A library can be loaded into any process of glibc; a machine of CI has a compiler for it. */
export function cCompiler(): string | undefined {
  const found = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (process.platform === 'linux' && found) return found;
  if (process.env.CI === 'true') throw new Error('This machine of CI has no C compiler.');
  return undefined;
}

export class FaultyMachine {
  readonly #dir: string;
  readonly #home: string;
  /** The environment of a process on this machine. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs the rest of its line on this machine. */
  readonly through: readonly string[];

  private constructor(dir: string, home: string) {
    this.#dir = dir;
    this.#home = home;
    const files = { LD_PRELOAD: 'library.so', FAULTY_CONTROL: 'control', FAULTY_DURABLE: 'durable' };
    const paths = Object.entries(files).map(([name, file]) => [name, join(home, file)]);
    this.settings = { ...Object.fromEntries(paths), FAULTY_DIR: dir };
    this.through = ['env', ...Object.entries(this.settings).map(([name, value]) => `${name}=${value}`)];
  }

  /** `dir`: the folder whose files a power cut takes back to their last fsync. */
  static async build(dir: string, compiler: string): Promise<FaultyMachine> {
    const home = await mkdtemp(join(tmpdir(), 'meydan-machine-'));
    const options = ['-shared', '-fPIC', '-O2', '-o', join(home, 'library.so'), SOURCE, '-ldl', '-lpthread'];
    execFileSync(compiler, options, { stdio: 'inherit' });
    await writeFile(join(home, 'control'), Buffer.alloc(Object.keys(numbers).length * BYTES));
    await mkdir(join(home, 'durable'));
    return new FaultyMachine(dir, home);
  }

  /** Felt at once. */
  set(name: 'failsSync' | 'syncMs' | 'clockMs', value: number): void {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeBigInt64LE(BigInt(value));
    this.#inControl((fd) => writeSync(fd, bytes, 0, BYTES, numbers[name] * BYTES));
  }

  get failedSyncs(): number {
    const bytes = Buffer.alloc(BYTES);
    this.#inControl((fd) => readSync(fd, bytes, 0, BYTES, numbers.failedSyncs * BYTES));
    return Number(bytes.readBigInt64LE());
  }

  /** After the process was killed: what no fsync had made durable is gone. */
  async losePower(): Promise<void> {
    for (const name of await readdir(this.#dir)) if (name.endsWith('-shm')) await rm(join(this.#dir, name));
    const durable = join(this.#home, 'durable');
    for (const name of await readdir(durable)) await copyFile(join(durable, name), join(this.#dir, name));
  }

  remove(): Promise<void> {
    return rm(this.#home, { recursive: true, force: true });
  }

  #inControl(use: (fd: number) => void): void {
    const fd = openSync(join(this.#home, 'control'), 'r+');
    use(fd);
    closeSync(fd);
  }
}
