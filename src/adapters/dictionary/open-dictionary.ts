import type { Config } from '#src/config/config.js';
import type { Dictionary } from './dictionary.js';
import { createHttpDictionary } from './http-dictionary.js';

/** The path of the embedded console below this process's own address. */
const EMBEDDED_BASE = '/console/dictionary';

/** Null without a dictionary. The embedded console is called over HTTP like any other. */
export function openDictionary(
  config: Pick<Config, 'dictionary' | 'http'>,
  monotonic: () => number,
): Dictionary | null {
  const { dictionary, http } = config;
  if (dictionary === null) return null;
  const url = dictionary.kind === 'external' ? dictionary.url : `${ownOrigin(http)}${EMBEDDED_BASE}`;
  // The embedded console is fast, so that its answers are not cached and a publication is visible at once.
  const keeping = dictionary.kind === 'embedded' ? { keepMs: 0 } : {};
  return createHttpDictionary({ url, key: dictionary.key, monotonic, ...keeping });
}

/** A node that listens on every address is called on the loopback address. */
function ownOrigin({ host, port }: Config['http']): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
