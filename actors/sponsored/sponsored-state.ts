/**
 * Nothing but what is on its way: balances, budgets and roles are others' too, so every command reads what it decides
 * on, after the one before it has landed. Whoever would decide on what is no longer so is refused by a guard.
 */
import * as flights from '#actors/runtime/flights.js';
import type { ActorIo, CommitUnit, Output, Supply, Turned } from '#actors/runtime/kind.js';
import type { OrganizationId } from '#src/domain/organization.js';
import type { Reader, Write } from '#src/store/store.js';
import type { SponsoredCommand } from './commands.js';

export interface SponsoredState extends flights.Flying {
  id: OrganizationId;
}

/** Budget, credit and what is live hang together: whatever changes one is waited for by all. */
const ITEMS = 'items';

export const emptyState = (id: OrganizationId): SponsoredState => ({
  id,
  flights: flights.noFlights(),
  reads: new WeakMap(),
});

/** What the turn of this command needs; `sightOf` gives it to the turn. */
export const seen = <T>(
  state: SponsoredState,
  command: SponsoredCommand,
  io: ActorIo,
  read: (reader: Reader) => Promise<T>,
): Promise<Supply<SponsoredState>> | null => flights.seen(state, command, ITEMS, io, read);

export const sightOf = <T>(state: SponsoredState, command: SponsoredCommand): T => flights.sightOf<T>(state, command);

/** One transaction; whoever comes after it looks once it has landed. */
export function committed(state: SponsoredState, transaction: Write[], reply: unknown, outputs: Output[] = []): Turned {
  const unit: CommitUnit = { transaction };
  flights.takeOff(state, ITEMS, unit);
  return { kind: 'commit', unit, reply, outputs };
}

/** It can be read from now on. */
export const landed = (state: SponsoredState, unit: CommitUnit): void => flights.landed(state, unit);
