/** Where the dictionary console is: somebody's own, or the reference one that stands in outside production. */
import { hkdfSync } from 'node:crypto';
import type { Given } from './settings.js';

export type DictionaryConfig =
  | {
      /** The reference console under `/console` of this same process. */
      readonly kind: 'embedded';
      /** Both sides of it have it from here. */
      readonly key: string;
    }
  | {
      readonly kind: 'external';
      /** The base of its contract, without a slash at its end. */
      readonly url: string;
      readonly key: string;
    };

/** Null = there is none: articles are not shared, and there is nothing to discover. */
export function buildDictionary(given: Given, secret: string): DictionaryConfig | null {
  const { DICTIONARY_URL: url, DICTIONARY_KEY: key } = given;
  if (url === 'off') return null;
  if (url && key) return { kind: 'external', url, key };
  return given.NODE_ENV === 'production' ? null : { kind: 'embedded', key: key ?? madeKey(secret) };
}

/** Nodes that share a secret share this too; whoever holds it learns nothing about the secret. */
const madeKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'meydan dictionary key', 32)).toString('hex');
