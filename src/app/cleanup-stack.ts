/**
 * The resources that a start has opened. If a later step fails, they are closed in reverse order, and failures are
 * reported.
 */
import { withTimeout } from '../concurrency/with-timeout.js';

/** The process ends in any case: resources that are still open are cut off, and their leases expire. */
const CLOSE_TIMEOUT_MS = 1_500;

export class CleanupStack {
  readonly #closings: { what: string; close: () => unknown }[] = [];
  readonly #onError: (error: unknown, what: string) => void;

  constructor(onError: (error: unknown, what: string) => void) {
    this.#onError = onError;
  }

  /** `close` is called if the start fails. */
  add(what: string, close: () => unknown): void {
    this.#closings.push({ what, close });
  }

  async closeAll(): Promise<void> {
    try {
      await withTimeout(CLOSE_TIMEOUT_MS, this.#closeEach());
    } catch (error) {
      this.#onError(error, 'all open resources');
    }
  }

  async #closeEach(): Promise<void> {
    for (const { what, close } of this.#closings.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        this.#onError(error, what);
      }
    }
  }
}
