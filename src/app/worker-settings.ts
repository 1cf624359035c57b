import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config, HttpConfig } from '../config/config.js';
import { nodeNameOf } from './node-name.js';

const NAME_CHARS_MAX = 60;

/** What is different for a worker, as in the environment: it is one node, with a name and a metrics port of its own. */
export function workerSettings(config: Config, number: number): Record<string, string> {
  const metricsPort = config.metrics?.port ?? null;
  const link = config.cluster?.link;
  return {
    WORKERS: '1',
    NODE_NAME: `${nodeNameOf(config).slice(0, NAME_CHARS_MAX)}-${number}`,
    ...(link && { NODE_LINK: `${hostOf(link.host)}:${link.port + number - 1}` }),
    METRICS_PORT: metricsPort === null ? 'off' : String(metricsPort === 0 ? 0 : metricsPort + number - 1),
  };
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** All workers open the same port: a free one is chosen once. */
export async function fixedPort({ port, host }: HttpConfig): Promise<number> {
  if (port !== 0) return port;
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const chosen = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return chosen;
}
