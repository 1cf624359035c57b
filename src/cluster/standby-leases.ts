/**
 * What nodes rely on while the lease table does not answer. Each life has a record outside of the table (in the store)
 * and may extend itself there. A life that has extended itself keeps its slots until the record is ended; ending is for
 * good. Nobody takes over slots of a dead life before its record is ended and the last extension is over.
 */
import type { NodeEntry } from './lease-table.js';

export interface StandbyLeases {
  /** Before this life is in the lease table. */
  register(node: NodeEntry): Promise<void>;
  /** False: this life was ended. */
  extend(token: string): Promise<boolean>;
  /** This life relies on the table alone again. */
  withdraw(token: string): Promise<void>;
  /** Lives that have extended themselves and not withdrawn since. */
  extended(): Promise<string[]>;
  /**
   * This life can never be extended again. `over`: it relies on no extension. `extended`: it may still rely on the last
   * one, for as long as nodes trust a lease.
   */
  end(token: string): Promise<'over' | 'extended'>;
  /** Removes the record of a life that answers for nothing any more, by the node itself or by who has ended it. */
  forget(token: string): Promise<void>;
}
