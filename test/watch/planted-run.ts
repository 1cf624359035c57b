/** `npm test`, the real one, on planted files that are no tests of this project. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const RUNNER = resolve('scripts/test.mjs');
const CONFIG = resolve('jest.config.js');

export interface Ended {
  code: number | null;
  output: string;
  lastLine: string | undefined;
  seconds: number;
}

export class PlantedRuns implements AsyncDisposable {
  /** Where planted files may write; PLANTED_IN tells them. */
  readonly folder: string;
  readonly #started: ChildProcess[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(): Promise<PlantedRuns> {
    return new PlantedRuns(await mkdtemp(join(tmpdir(), 'meydan-planted-')));
  }

  /** Jest knows nothing of the files yet, and begins with the largest. */
  async npmTest(names: string[], options: string[], env: Record<string, string> = {}): Promise<Ended> {
    const { default: base } = (await import(CONFIG)) as { default: object };
    const testMatch = names.map((name) => `<rootDir>/test/watch/planted/${name}.ts`);
    const cacheDirectory = join(this.folder, names.join('-'));
    const config = JSON.stringify({ ...base, rootDir: process.cwd(), testMatch, cacheDirectory });
    const from = performance.now();
    const child = spawn(process.execPath, [RUNNER, '--config', config, ...options], {
      env: { ...process.env, PLANTED_IN: this.folder, ...env },
      stdio: 'pipe',
    });
    this.#started.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    const lastLine = output.trimEnd().split('\n').at(-1);
    return { code, output, lastLine, seconds: (performance.now() - from) / 1_000 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.#started) each.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
