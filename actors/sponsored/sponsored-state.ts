/**
 * The memory holds only writes in flight: other actors change balances, budgets and roles, too, so every command reads
 * them after the command before it is durable. A decision on an old state is refused by a guard.
 */
import { commandRead } from '#actors/runtime/command-read.js';
import { type FreshReadState, noInFlightWrites, trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { CommitUnit, Output, Turned } from '#actors/runtime/kind.js';
import type { OrganizationId } from '#src/domain/organizations/organization.js';
import type { Reader, Write } from '#src/store/store.js';
import type { SponsoredCommand } from './commands.js';

export interface SponsoredState extends FreshReadState {
  id: OrganizationId;
}

/** Budget, credit and live items depend on each other: a change of one of them makes all wait. */
const ITEMS = 'items';

export const emptyState = (id: OrganizationId): SponsoredState => ({
  id,
  inFlight: noInFlightWrites(),
  reads: new WeakMap(),
});

/** A read of one command, after every write on its way. */
export const sponsoredRead = <Command extends SponsoredCommand, Value>(
  read: (reader: Reader, command: Command, state: SponsoredState) => Promise<Value>,
) => commandRead(read, ITEMS);

/** One transaction; a later command reads once it is durable. */
export function committed(state: SponsoredState, transaction: Write[], reply: unknown, outputs: Output[] = []): Turned {
  const unit: CommitUnit = { transaction };
  trackWrite(state, ITEMS, unit);
  return { kind: 'commit', unit, reply, outputs };
}
