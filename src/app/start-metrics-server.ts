import type { Config } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import type { Metrics } from '../observability/metrics.js';
import { type MetricsServer, serveMetrics } from '../observability/metrics-server.js';

/** Null if the metrics server is off. Two nodes on one machine need different ports. */
export async function startMetricsServer(
  { metricsPort: port }: Config,
  metrics: Metrics,
): Promise<MetricsServer | null> {
  if (port === null) return null;
  try {
    return await serveMetrics(metrics, port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `METRICS_PORT=${port} cannot be opened on 127.0.0.1 (${code}): another program, or another node on this machine, ` +
        'may use it. Set it to a free one, or to 0, which takes any. Example: METRICS_PORT=0',
    ]);
  }
}
