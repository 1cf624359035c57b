import { bytesContract } from './contract-bytes.js';
import { keepingContract } from './contract-keeping.js';
import { linksContract } from './contract-links.js';
import type { Places } from './places.js';

/** What both object stores promise. One list, run by local.test.ts and s3.test.ts. */
export function objectStoreContract(place: Places): void {
  linksContract(place);
  bytesContract(place);
  keepingContract(place);
}
