import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import type { Erasure } from '#src/domain/accounts/erasure.js';

const CHILD = fileURLToPath(new URL('./crashing-child.mjs', import.meta.url));

/** The service in a process that ends where it is told to, and is started again on the same data. */
export class CrashingServer {
  readonly #settings: Record<string, string>;
  #child: ChildProcess | null = null;
  url = '';

  constructor(settings: Record<string, string>) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const { PATH } = process.env;
    const env = { ...(PATH && { PATH }), ...this.#settings };
    const child = fork(CHILD, { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    const said = once(child, 'message') as Promise<[{ url: string }]>;
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the process ended with ${code ?? signal} before it was ready`);
    });
    [{ url: this.url }] = await Promise.race([said, ended]);
    ended.catch(() => undefined);
  }

  /** The `nth` time it comes there. */
  async dieAt(point: CrashPoint, nth = 1): Promise<void> {
    await this.#told({ dieAt: point, nth });
  }

  /** What is known of this account's erasure, null when there is none; undefined when the process died over it. */
  async erasureOf(account: string): Promise<Erasure | null | undefined> {
    return (await this.#told({ erasure: account }))?.erasure;
  }

  async #told(message: object): Promise<{ erasure?: Erasure | null } | undefined> {
    const child = this.#child as ChildProcess;
    if (!child.connected) return undefined;
    const heard = new AbortController();
    const { signal } = heard;
    const answered = once(child, 'message', { signal }).then(([answer]) => answer, nothing);
    const over = once(child, 'exit', { signal }).then(nothing, nothing);
    child.send(message);
    const answer = await Promise.race([answered, over]);
    heard.abort();
    return answer;
  }

  get isAlive(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves with the signal that ended it. */
  async death(): Promise<unknown> {
    const child = this.#child as ChildProcess;
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.signalCode;
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child) await this.death();
  }
}

const nothing = (): undefined => undefined;
