import type { Config } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import type { Metrics } from '../observability/metrics.js';
import { type MetricsServer, serveMetrics } from '../observability/metrics-server.js';

/** Null if the metrics server is off. Two nodes on one machine need different ports. */
export async function startMetricsServer(
  { metrics: address }: Pick<Config, 'metrics'>,
  metrics: Metrics,
): Promise<MetricsServer | null> {
  if (address === null) return null;
  const { port, host } = address;
  try {
    return await serveMetrics(metrics, address);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `METRICS_PORT=${port} cannot be opened on ${host} (${code}): another program, or another node on this machine, ` +
        'may use it. Set it to a free one, or to 0, which takes any. Example: METRICS_PORT=0',
    ]);
  }
}
