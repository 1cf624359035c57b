/**
 * A push service that answers nothing holds each delivery for the whole timeout, and all other deliveries wait behind
 * these. After some in a row it is asked by one delivery at a time; the others are put off at once.
 */
import { type PushResult, type PushSender, type PushTarget, serviceOf } from './push-sender.js';

/** A failure that took so long was a wait for an answer that did not come; a refusal comes sooner. */
const SLOW_MS = 2_000;
const SLOW_FAILURES_MAX = 8;
const OPEN_MS = 10_000;
/** Services whose state is known: Apple's, Google's, and the hosts of the browsers' services. */
const SERVICES_MAX = 256;

export interface BreakerClock {
  /** Monotonic, in ms. */
  monotonic(): number;
}

interface Circuit {
  slowFailures: number;
  /** The next delivery that may try, monotonic. */
  triesAt: number;
}

/** Puts deliveries to a silent service off. Services of browsers are told apart by their hosts. */
export function withCircuitBreaker(sender: PushSender, { monotonic }: BreakerClock): PushSender {
  const circuits = new Map<string, Circuit>();
  return {
    async send(target, push) {
      const name = circuitOf(target);
      const circuit = circuits.get(name);
      const startedAt = monotonic();
      if (circuit && circuit.slowFailures >= SLOW_FAILURES_MAX) {
        const afterMs = circuit.triesAt - startedAt;
        if (afterMs > 0) return { kind: 'retry', why: 'the push service does not answer', afterMs };
        circuit.triesAt = startedAt + OPEN_MS;
      }
      const result = await sender.send(target, push);
      const now = monotonic();
      if (!isSlowFailure(result, now - startedAt)) circuits.delete(name);
      else {
        if (circuits.size >= SERVICES_MAX) circuits.clear();
        const slowFailures = (circuits.get(name)?.slowFailures ?? 0) + 1;
        circuits.set(name, { slowFailures, triesAt: now + OPEN_MS });
      }
      return result;
    },
    close: () => sender.close(),
  };
}

const isSlowFailure = ({ kind }: PushResult, ms: number): boolean => kind === 'retry' && ms >= SLOW_MS;

/** The name of the service that carries a push to this target, or fails to: both services of Apple are known, and all of browsers. */
export function circuitOf(target: PushTarget): string {
  const service = serviceOf(target);
  if (service === 'web' && URL.canParse(target.token)) return new URL(target.token).host;
  return service === 'apns' ? `apns ${target.env}` : service;
}
