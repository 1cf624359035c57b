import type { ActivationContext } from './activation-context.js';
import type { Output } from './kind.js';
import type { Envelope } from './mailbox.js';
import { settle } from './settle.js';

/** Delivers the outputs of a turn once the gate has released them. */
export function deliver(outputs: Output[], from: { kind: string; id: string }, context: ActivationContext): void {
  context.crashPoint('deliver:before');
  for (const output of outputs) {
    try {
      context.emit(output, from);
    } catch (error) {
      // A failed delivery is reported and does not stop the others.
      context.reportError(error, from);
    }
  }
  context.crashPoint('deliver:after');
}

/** Committed commands are answered. */
export function acknowledge<C>(
  envelope: Envelope<C>,
  value: unknown,
  recorded: boolean,
  context: ActivationContext,
): void {
  context.crashPoint('settle:before');
  settle(envelope, recorded ? { ok: true, value, recorded } : { ok: true, value });
  context.crashPoint('settle:after');
}
