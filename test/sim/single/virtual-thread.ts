/**
 * The thread of the embedded store on virtual time: the code of the worker runs here, one group of requests at a time,
 * and a group takes as long as its fsync. A process that is killed meanwhile has written all of the group, or nothing.
 */
import { serveRequests } from '#src/store/embedded/serve-requests.js';
import type { StoreThread } from '#src/store/embedded/worker-link.js';
import type { Answer, RequestBatch } from '#src/store/embedded/worker-protocol.js';
import type { FaultConditions } from '../edges/fault-conditions.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { SeededRandom } from '../time/seeded-random.js';
import type { EmbeddedDisk } from './embedded-disk.js';

const STALL_MS = 12_000;

export class VirtualThread implements StoreThread {
  readonly #node: string;
  readonly #disk: EmbeddedDisk;
  readonly #life: ProcessLifetime;
  readonly #chance: SeededRandom;
  readonly #weather: FaultConditions;
  #inbox: RequestBatch[] = [];
  #isBusy = false;
  #isClosed = false;
  #lastAt = 0;
  #serve: (batch: RequestBatch) => void = () => undefined;
  #onAnswers: (answers: Answer[]) => void = () => undefined;
  readonly #onExit: (() => void)[] = [];

  constructor(node: string, disk: EmbeddedDisk, life: ProcessLifetime, chance: SeededRandom, weather: FaultConditions) {
    this.#node = node;
    this.#disk = disk;
    this.#life = life;
    this.#chance = chance;
    this.#weather = weather;
    this.#isBusy = true;
    life.comes(this.#after(chance.between(5, 40)), () => this.#open());
    life.onEnd(() => this.#die());
  }

  postMessage(batch: RequestBatch): void {
    this.#inbox.push(structuredClone(batch));
    this.#wake();
  }

  on(event: 'message' | 'error' | 'exit', listener: (...values: never[]) => void): void {
    if (event === 'message') this.#onAnswers = listener as (answers: Answer[]) => void;
    else if (event === 'exit') this.#onExit.push(listener as () => void);
  }

  #open(): void {
    serveRequests(this.#disk.open(this), {
      send: (answers) => this.#send(answers),
      receive: () => this.#inbox.shift(),
      onMessage: (listener) => {
        this.#serve = listener;
      },
      close: () => this.#close(),
    });
    this.#isBusy = false;
    this.#send([{ id: 0, value: null }]);
    this.#wake();
  }

  #wake(): void {
    if (this.#isBusy || this.#isClosed || this.#inbox.length === 0) return;
    this.#isBusy = true;
    const { slow, hung } = this.#weather.storeOf(this.#node);
    const stall = hung > 0 && this.#chance.hits(hung) ? this.#chance.between(100, STALL_MS) : 0;
    const ms = this.#chance.between(0.3, 3) * slow * (this.#chance.hits(0.02) ? 10 : 1) + stall;
    this.#life.comes(this.#after(ms), () => {
      this.#run();
      this.#isBusy = false;
      this.#wake();
    });
  }

  #run(): void {
    const first = this.#inbox.shift();
    if (first) this.#serve(first);
  }

  #send(answers: Answer[]): void {
    const copy = structuredClone(answers);
    this.#lastAt = Math.max(this.#lastAt, this.#after(this.#chance.between(0.02, 0.3)));
    this.#life.comes(this.#lastAt, () => this.#onAnswers(copy));
  }

  #after(ms: number): number {
    return this.#life.schedule.now + ms;
  }

  #close(): void {
    this.#isClosed = true;
    this.#disk.closed();
    // After the last answer.
    this.#life.comes(this.#lastAt + 1, () => {
      for (const exit of this.#onExit) exit();
    });
  }

  /** The fsync that was under way has come through, or not; nobody hears of it. */
  #die(): void {
    if (this.#disk.holder !== this || this.#isClosed) return;
    if (this.#isBusy && this.#chance.hits(0.5)) this.#run();
    this.#disk.holder = null;
  }
}
