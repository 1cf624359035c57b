import { AdmissionQueue } from '#http/admission/admission-queue.js';

/** A queue of a node whose round has no time left, until the next one is begun by hand. */
export class BusyQueue extends AdmissionQueue {
  readonly #rounds: (() => void)[];
  readonly #clock: { now: number };
  /** The line of each. */
  readonly messagesUnderWay: string[] = [];

  constructor() {
    const clock = { now: 0 };
    const rounds: (() => void)[] = [];
    super(
      { monotonic: () => clock.now, random: () => 0.5, soon: (run) => rounds.push(run), after: () => undefined },
      { waiting: () => undefined, shed: () => undefined },
    );
    this.#rounds = rounds;
    this.#clock = clock;
    this.hasTime('request');
    clock.now = 10;
  }

  override messageBegan(key: string, now: number): void {
    this.messagesUnderWay.push(key);
    super.messageBegan(key, now);
  }

  override messageEnded(key: string, now: number): void {
    this.messagesUnderWay.splice(this.messagesUnderWay.indexOf(key), 1);
    super.messageEnded(key, now);
  }

  /** What waits has then waited for so long. */
  pass(ms: number): void {
    this.#clock.now += ms;
  }

  async round(): Promise<void> {
    for (const run of this.#rounds.splice(0)) run();
    await new Promise((resolve) => setImmediate(resolve));
    this.#clock.now += 10;
  }
}
