import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { poll } from '../time/poll.js';

/** `npm start` as npm runs it, in a folder of its own; everything it prints is kept. */
export class Start {
  output = '';
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;

  constructor(folder: string, settings: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', DATA_DIR: join(folder, 'data'), ...settings };
    this.child = spawn(process.execPath, [resolve('scripts/start.mjs')], { cwd: folder, env });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.exit = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** The address it prints once it answers. */
  async ready(): Promise<string> {
    const found = poll(() => /ready at (http:\S+)/.exec(this.output)?.[1], {
      until: 'the server says that it is ready',
      withinMs: 60_000,
    });
    const early = this.exit.then((code) => Promise.reject(new Error(`it ended with ${code}: ${this.output}`)));
    return Promise.race([found, early]);
  }
}
