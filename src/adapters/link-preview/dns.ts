import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 1_500;

/**
 * Asks the name servers directly, by default those of the system. It uses no hosts file and no search domains, and a
 * slow server blocks no thread of the pool. A failed lookup gives no addresses.
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
