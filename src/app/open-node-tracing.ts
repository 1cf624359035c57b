/** The traces of a node. Without a collector none of the packages for it is loaded. */
import type { Config } from '../config/config.js';
import { redact } from '../observability/redact.js';
import type { Tracing } from '../observability/tracing/tracing.js';
import type { CleanupStack } from './cleanup-stack.js';
import { nodeNameOf } from './node-name.js';
import { serviceVersion } from './service-version.js';
import type { Tools } from './tools.js';

/** A collector that is away would be logged with every export. */
const ERROR_INTERVAL_MS = 60_000;
const REASON_CHARACTERS_MAX = 200;

export async function openNodeTracing(
  config: Config,
  { env, loggers, metrics }: Tools,
  cleanup: CleanupStack,
): Promise<Tracing | null> {
  if (config.tracing === null) return null;
  const { openTracing } = await import('../observability/tracing/open-tracing.js');
  const { process: log } = loggers;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const tracing = openTracing(config.tracing, {
    env,
    node: nodeNameOf(config),
    version: serviceVersion(),
    onOutcome: metrics.traces.spans,
    onLimited: metrics.traces.limited,
    onError(error) {
      const now = env.monotonic();
      if (now - loggedAt < ERROR_INTERVAL_MS) return;
      loggedAt = now;
      // The text alone: the error of an exporter has the answer of the collector, and may have the headers.
      const why = redact(String((error as Error).message)).slice(0, REASON_CHARACTERS_MAX);
      log.warn({ why }, 'traces not exported');
    },
  });
  cleanup.add('the traces', () => tracing.close());
  return tracing;
}
