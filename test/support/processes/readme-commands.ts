/** What a README tells somebody to type, run as it stands there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { poll } from '../time/poll.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const WITHIN_MS = 60_000;

/** The lines of the first block of code, without what is said about them. */
export async function commandsOf(readme: string): Promise<string[]> {
  const text = await readFile(`${root}${readme}`, 'utf8');
  const [, block = ''] = /^```\w*\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return block
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

/** One command in a shell of its own, with everything it starts. */
export class Command {
  readonly #child: ChildProcess;
  #output = '';

  constructor(command: string, settings: Record<string, string>) {
    const { PATH, HOME } = process.env;
    const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...settings };
    // A group of its own, so that what npm and npx start ends with them.
    this.#child = spawn('sh', ['-c', command], { cwd: root, env, detached: true, stdio: 'pipe' });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  says(words: string | RegExp): Promise<RegExpExecArray> {
    const pattern = typeof words === 'string' ? new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')) : words;
    const found = () => {
      const said = pattern.exec(this.#output);
      if (!said && this.#child.exitCode !== null)
        throw new Error(`It ended before it said ${pattern}:\n${this.#output}`);
      return said;
    };
    return poll(found, { until: `it says ${pattern}`, withinMs: WITHIN_MS });
  }

  /** Its exit code, once it ends by itself. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (!pid || exitCode !== null || signalCode !== null) return;
    process.kill(-pid, 'SIGKILL');
    await once(this.#child, 'close');
  }
}
