import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 1_500;

/**
 * Asks the name servers themselves, those of the system unless told otherwise: no hosts file, no search domains, and
 * no thread of the pool waits for a slow one. A name without addresses has none, whatever the reason.
 */
export function dnsResolver(servers?: string[]) {
  return async (hostname: string, signal: AbortSignal): Promise<string[]> => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const kinds = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return kinds.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
