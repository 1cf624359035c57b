import type { OpenStore } from '../support/store/engines.js';
import { guardedContract } from './contract/guarded-documents.js';
import { linkedContract } from './contract/linked-documents.js';
import { scanContract } from './contract/scans.js';
import { appendContract } from './contract-append.js';
import { freshPutContract } from './contract-bulk-inserts.js';
import { modelContract } from './contract-model.js';
import { rangeContract } from './contract-ranges.js';
import { transactionContract } from './contract-transactions.js';
import { writeContract } from './contract-writes.js';

/** What both engines promise. One list, run by embedded.test.ts and mongo.test.ts. */
export function storeContract(openStore: OpenStore): void {
  appendContract(openStore);
  writeContract(openStore);
  transactionContract(openStore);
  freshPutContract(openStore);
  rangeContract(openStore);
  guardedContract(openStore);
  linkedContract(openStore);
  scanContract(openStore);
  modelContract(openStore);
}
