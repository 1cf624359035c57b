/** The dictionary console: an external one, or outside production the reference console. */
import { hkdfSync } from 'node:crypto';
import type { Given } from './settings.js';

export type DictionaryConfig =
  | {
      /** The reference console under `/console` of this process. */
      readonly kind: 'embedded';
      /** The service and the console both get the key from here. */
      readonly key: string;
    }
  | {
      readonly kind: 'external';
      /** The base of its contract, without a slash at its end. */
      readonly url: string;
      readonly key: string;
    };

/** Null without a dictionary: articles are not shared, and Discover is empty. */
export function buildDictionary(given: Given, secret: string): DictionaryConfig | null {
  const { DICTIONARY_URL: url, DICTIONARY_KEY: key } = given;
  if (url === 'off') return null;
  if (url && key) return { kind: 'external', url, key };
  return given.NODE_ENV === 'production' ? null : { kind: 'embedded', key: key ?? madeKey(secret) };
}

/** Nodes with the same secret derive the same key. The key does not reveal the secret. */
const madeKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'meydan dictionary key', 32)).toString('hex');
