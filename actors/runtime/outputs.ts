import type { Output } from './kind.js';
import type { Envelope } from './mailbox.js';
import { settle } from './settle.js';
import type { Surroundings } from './surroundings.js';

/** What an actor says once it may be said. */
export function deliver(outputs: Output[], from: { kind: string; id: string }, around: Surroundings): void {
  around.crashPoint('deliver:before');
  for (const output of outputs) {
    try {
      around.emit(output, from);
    } catch (error) {
      // What cannot be told to one is the teller's mistake, and nobody else's.
      around.broke(error, from);
    }
  }
  around.crashPoint('deliver:after');
}

/** What was committed is answered. */
export function acknowledge<C>(envelope: Envelope<C>, value: unknown, recorded: boolean, around: Surroundings): void {
  around.crashPoint('settle:before');
  settle(envelope, recorded ? { ok: true, value, recorded } : { ok: true, value });
  around.crashPoint('settle:after');
}
