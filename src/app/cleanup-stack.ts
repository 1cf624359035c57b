/** What a start has opened so far. When a later step fails, it is closed in reverse order, and the failure is told. */
import { withTimeout } from '../concurrency/with-timeout.js';

/** The process ends after it anyway: what has not closed by then is cut off, and its leases run out. */
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
      this.#onError(error, 'what had been opened');
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
