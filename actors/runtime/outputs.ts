import type { Refusal } from '#src/errors.js';
import type { ActivationContext, ActorOrigin, ErrorPlace } from './activation-context.js';
import type { Cause } from './client.js';
import type { Held } from './gate.js';
import type { Output, Turned } from './kind.js';
import type { Envelope } from './mailbox.js';
import { settle } from './settle.js';

/** Delivers the outputs of a turn once the gate has released them. */
export function deliver(outputs: Output[], from: ActorOrigin, context: ActivationContext, cause?: Cause): void {
  context.crashPoint('deliver:before');
  for (const output of outputs) {
    try {
      if (cause?.trace !== undefined) markOutput(output, cause.trace);
      context.emit(output, from, cause);
    } catch (error) {
      // A failed delivery is reported and does not stop the others.
      context.reportError(error, { ...from, ...(cause && { requestId: cause.requestId }) });
    }
  }
  context.crashPoint('deliver:after');
}

function markOutput(output: Output, trace: string): void {
  if (output.to === 'stream') markTrace(output.item, trace);
  else if (output.to === 'people' && output.isLocal) markTrace(output.event, trace);
}

/** The item of a command that is recorded tells its place to those who deliver it. */
function markTrace(item: unknown, trace: string): void {
  if (typeof item === 'object' && item !== null) (item as { trace?: string }).trace = trace;
}

/** Turns that commit nothing, once the gate releases them. */
export function replying<C>(
  envelope: Envelope<C>,
  { reply, outputs }: Extract<Turned, { kind: 'reply' }>,
  from: ActorOrigin,
  context: ActivationContext,
): () => void {
  return () => {
    if (outputs) deliver(outputs, from, context, envelope.cause);
    settle(envelope, { ok: true, value: reply });
  };
}

export const refusing =
  <C>(envelope: Envelope<C>, refusal: Refusal): (() => void) =>
  () =>
    settle(envelope, { ok: false, ...refusal });

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

/** False when they may not leave now. */
export function releaseIfOwned(
  id: string,
  { heldAt, run }: { heldAt: number; run: () => void },
  { ownership, io, onGateWait }: ActivationContext,
): boolean {
  // Trust may come back, and nobody else was told the owner then: this waits for it, or for `evict`.
  if (!ownership.holds(id)) return false;
  onGateWait(io.env.monotonic() - heldAt);
  run();
  return true;
}

/** A whole mailbox and its gate may wait for one write. */
const REQUESTS_NAMED_MAX = 16;

/** Where one command has failed. */
export function placeOf<C extends { type: string }>(actor: ActorOrigin, failed?: Envelope<C>): ErrorPlace {
  const { command, cause } = failed ?? {};
  return { ...actor, ...(command && { command: command.type }), ...(cause && { requestId: cause.requestId }) };
}

/** Where everything has failed that waits for an actor. */
export function placeOfAll<C>(
  actor: ActorOrigin,
  held: Iterable<Held<Envelope<C>>>,
  mailbox: Iterable<Envelope<C>>,
): ErrorPlace {
  const ids = new Set<string>();
  for (const { envelope } of held) if (envelope?.cause) ids.add(envelope.cause.requestId);
  for (const { cause } of mailbox) if (cause) ids.add(cause.requestId);
  return { ...actor, ...(ids.size > 0 && { requestIds: [...ids].slice(0, REQUESTS_NAMED_MAX) }) };
}
