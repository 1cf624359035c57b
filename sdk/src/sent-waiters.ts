/** The promises of messages that are on their way, by `client_id`. A message that was queued twice answers both. */
import type { MeydanError } from './errors.js';
import type { SendResult } from './wire.js';

interface Waiter {
  resolve(sent: SendResult): void;
  reject(error: MeydanError): void;
}

export class SentWaiters {
  readonly #waiters = new Map<string, Waiter[]>();

  wait(clientId: string): Promise<SendResult> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(clientId, [...(this.#waiters.get(clientId) ?? []), { resolve, reject }]);
    });
  }

  resolve(clientId: string, sent: SendResult): void {
    for (const waiter of this.#taken(clientId)) waiter.resolve(sent);
  }

  reject(clientId: string, error: MeydanError): void {
    for (const waiter of this.#taken(clientId)) waiter.reject(error);
  }

  rejectAll(error: MeydanError): void {
    for (const clientId of [...this.#waiters.keys()]) this.reject(clientId, error);
  }

  #taken(clientId: string): Waiter[] {
    const waiters = this.#waiters.get(clientId) ?? [];
    this.#waiters.delete(clientId);
    return waiters;
  }
}
