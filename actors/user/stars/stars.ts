/** Stars that come from operators, or go to them. A balance and its ledger move together, never below nothing. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { StarCommand } from '../commands/star-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, toUser, type UserState } from '../user-state.js';

type GrantStars = CommandOf<'grant_stars'>;

/** Key of the in-flight writes that move this account's stars. */
export const STARS = 'stars';

interface StarsRead {
  entry: LedgerEntry | null;
  tally: Tally | null;
}

const starsRead = commandRead(async (reader, command: GrantStars, state: UserState): Promise<StarsRead> => {
  const [entry, tally] = await Promise.all([
    reader.get<LedgerEntry>('ledger', command.entryId),
    reader.get<Tally>('tallies', state.id),
  ]);
  return { entry, tally };
}, STARS);

function grantStars(state: UserState, command: GrantStars, { now }: Turn): Turned {
  const { account } = state;
  const { entryId, delta, reason } = command;
  const { entry, tally } = starsRead.of(state, command);
  if (!account || account.leavingAt !== undefined || !tally) return refuse('not_found');
  if (entry) return isSame(entry, account._id, command) ? reply(entry) : refuse('idempotency_conflict');
  if (tally.stars + delta < 0) return refuse('no_credit');
  const made: LedgerEntry = { _id: entryId, account: account._id, delta, reason, relatedRoom: null, at: now };
  const unit = trackWrite(state, STARS, change(state, account, {}, starMovement(made)));
  return { kind: 'commit', unit, reply: made, outputs: [starEvent(account._id)] };
}

const isSame = (entry: LedgerEntry, account: AccountId, { delta, reason }: GrantStars): boolean =>
  entry.account === account && entry.delta === delta && entry.reason === reason;

/** The movement and the balance after it. Spent stars must be there. */
export function starMovement(entry: LedgerEntry): Write[] {
  const { account, delta } = entry;
  const set: Write = { op: 'set', in: 'tallies', id: account, inc: { stars: delta } };
  if (delta < 0) set.guard = { atLeast: { stars: -delta } };
  return [{ op: 'put', in: 'ledger', doc: asDoc(entry), guard: { absent: true } }, set];
}

/** The event for the account's devices. The sender of the event reads the current balance. */
export const starEvent = (account: AccountId): Output => toUser({ to: account, type: 'stars' });

export const starHandlers: Handlers<StarCommand['type']> = {
  grant_stars: { needs: starsRead.load, handle: grantStars },
};
