/** The messages that are being carried out, decided or waiting for the store, and the line that each of them came from. */
import { RateMeter } from '#src/concurrency/rate-meter.js';

/** So many may be under way, or more where so many end in `UNDER_WAY_S` seconds. */
const UNDER_WAY_MAX = 512;
const UNDER_WAY_S = 0.1;
/** Of one line: a batch of the commit lanes takes half of it from one room, while the other half is decided. */
const LINE_MAX = 256;
/** Where none has ended for so long the store stands still, which is no overload: what waits for it is bounded there. */
export const STANDSTILL_MS = 250;
/** A line has few under way up to this part of what the line of an average message has. */
const FEW = 0.25;
/** Lines with few may go on until so many times as many are under way in all. */
const FEW_BEYOND = 2;

export class UnderWay {
  readonly #ends = new RateMeter();
  readonly #byLine = new Map<string, number>();
  #count = 0;
  /** How many lines have as many as a line may. */
  #full = 0;
  /** The sum of the squares of what each line has: divided by the count, it is what the line of an average message has. */
  #squares = 0;
  #lastEndedAt = 0;

  /** Times are monotonic ms. */
  began(key: string, now: number): void {
    if (this.#count === 0) this.#lastEndedAt = now;
    this.#count += 1;
    this.#set(key, this.#of(key) + 1);
  }

  ended(key: string, now: number): void {
    this.#count -= 1;
    this.#lastEndedAt = now;
    this.#ends.add(1, now);
    this.#set(key, this.#of(key) - 1);
  }

  /** Whether a line has as many as it may. */
  get isLineFull(): boolean {
    return this.#full > 0;
  }

  /** Whether an operation of some line has to wait, because it would only wait for those before it. */
  holdsSome(now: number): boolean {
    return !this.#standsStill(now) && (this.isLineFull || this.#isReached(1, now));
  }

  holds(key: string, now: number): boolean {
    if (this.#standsStill(now)) return false;
    return this.#of(key) >= LINE_MAX || (this.#isReached(1, now) && !this.#hasFew(key));
  }

  /** Whether one of any line has to wait. */
  holdsAll(now: number): boolean {
    return !this.#standsStill(now) && this.#isReached(FEW_BEYOND, now);
  }

  /** Whether this line, with one more, has few beside the line of an average message. */
  #hasFew(key: string): boolean {
    return (this.#of(key) + 1) * this.#count <= this.#squares * FEW;
  }

  #standsStill(now: number): boolean {
    return now - this.#lastEndedAt >= STANDSTILL_MS;
  }

  #isReached(times: number, now: number): boolean {
    if (this.#count < UNDER_WAY_MAX * times) return false;
    return this.#count >= this.#ends.perSecond(now) * UNDER_WAY_S * times;
  }

  #of(key: string): number {
    return this.#byLine.get(key) ?? 0;
  }

  #set(key: string, count: number): void {
    const before = this.#of(key);
    this.#squares += count * count - before * before;
    this.#full += Number(count >= LINE_MAX) - Number(before >= LINE_MAX);
    if (count > 0) this.#byLine.set(key, count);
    else this.#byLine.delete(key);
  }
}
