/**
 * Nothing but what is on its way: balances, budgets and roles are others' too, so every command reads what it decides
 * on, after the one before it is durable. Whoever would decide on what is no longer so is refused by a guard.
 */
import * as inFlightWrites from '#actors/runtime/in-flight-writes.js';
import type { ActorIo, CommitUnit, Output, Supply, Turned } from '#actors/runtime/kind.js';
import type { OrganizationId } from '#src/domain/organizations/organization.js';
import type { Reader, Write } from '#src/store/store.js';
import type { SponsoredCommand } from './commands.js';

export interface SponsoredState extends inFlightWrites.FreshReadState {
  id: OrganizationId;
}

/** Budget, credit and what is live hang together: whatever changes one is waited for by all. */
const ITEMS = 'items';

export const emptyState = (id: OrganizationId): SponsoredState => ({
  id,
  inFlight: inFlightWrites.noInFlightWrites(),
  reads: new WeakMap(),
});

/** What the turn of this command needs; `takeRead` gives it to the turn. */
export const readFresh = <T>(
  state: SponsoredState,
  command: SponsoredCommand,
  io: ActorIo,
  read: (reader: Reader) => Promise<T>,
): Promise<Supply<SponsoredState>> | null => inFlightWrites.readFresh(state, command, ITEMS, io, read);

export const takeRead = <T>(state: SponsoredState, command: SponsoredCommand): T =>
  inFlightWrites.takeRead<T>(state, command);

/** One transaction; whoever comes after it reads once it is durable. */
export function committed(state: SponsoredState, transaction: Write[], reply: unknown, outputs: Output[] = []): Turned {
  const unit: CommitUnit = { transaction };
  inFlightWrites.trackWrite(state, ITEMS, unit);
  return { kind: 'commit', unit, reply, outputs };
}

/** It can be read from now on. */
export const markDurable = (state: SponsoredState, unit: CommitUnit): void => inFlightWrites.markDurable(state, unit);
