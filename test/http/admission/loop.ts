import { AdmissionQueue } from '#http/admission/admission-queue.js';
import type { WorkKind } from '#http/admission/work-class.js';

/** A loop whose rounds are begun by hand, and whose work takes the time that it says. */
export class Loop {
  readonly done: string[] = [];
  readonly refused: string[] = [];
  readonly counts = new Map<WorkKind, number>();
  readonly shed: string[] = [];
  now = 0;
  #next: (() => void)[] = [];
  readonly timers: (() => void)[] = [];
  readonly queue = new AdmissionQueue(
    {
      monotonic: () => this.now,
      random: () => 0.5,
      soon: (run) => this.#next.push(run),
      after: (_, run) => this.timers.push(run),
    },
    {
      waiting: (kind, count) => this.counts.set(kind, count),
      shed: (kind, count) => this.shed.push(`${count} ${kind}`),
    },
  );

  /** Asks for work that takes so long. */
  ask(name: string, { kind = 'operation', key = 'ada', ms = 1 }: { kind?: WorkKind; key?: string; ms?: number } = {}) {
    const run = () => {
      this.now += ms;
      this.done.push(name);
    };
    if (this.queue.hasTime(kind)) return run();
    this.queue.wait(kind, key, { run, refuse: (retryAfterMs) => this.refused.push(`${name} ${retryAfterMs}`) });
  }

  get isIdle(): boolean {
    return this.#next.length === 0;
  }

  async round(): Promise<void> {
    const now = this.#next;
    this.#next = [];
    for (const run of now) run();
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Uses up the time of a round. */
  fill(): void {
    this.ask('long', { ms: 10 });
    this.done.length = 0;
  }

  async drain(): Promise<string[]> {
    for (let rounds = 0; this.#next.length > 0 && rounds < 10_000; rounds += 1) await this.round();
    return this.done;
  }
}
