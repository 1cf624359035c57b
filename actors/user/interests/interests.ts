/** Reading events from an account's devices: each event once, in one transaction with the mark that it is new. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/accounts/account.js';
import {
  eventKey,
  type InterestEvent,
  type InterestMark,
  isOver,
  placeOf,
  profileMarkId,
  type StoredEvent,
} from '#src/domain/interests/interest-event.js';
import { asDoc, type Guard, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { eraOf, UNDER } from './interest-era.js';

type Accept = CommandOf<'accept_events'>;
type Known = (StoredEvent | null)[];

const knownEvents = commandRead(
  (reader, { events }: Accept, state: UserState): Promise<Known> =>
    reader.getMany<StoredEvent>(
      'interestEvents',
      events.map(({ id }) => eventKey(state.id, id)),
    ),
  UNDER,
);

function acceptEvents(state: UserState, command: Accept, { now }: Turn): Turned {
  const { account } = state;
  const { events, told } = command;
  const known = knownEvents.of(state, command);
  if (!account) return refuse('unauthorized');
  if (!account.profile.personalizedAds) return reply({ accepted: 0, duplicates: 0, ignored: told });
  const writes = newOnes(state, account, command, known, now);
  const sums = { accepted: writes.length, duplicates: events.length - writes.length, ignored: told - events.length };
  if (writes.length === 0) return reply(sums);
  const unit = trackWrite(state, UNDER, change(state, account, {}, [...writes, dueMark(account, now)]));
  return { kind: 'commit', unit, reply: sums, outputs: [] };
}

/** The first of each id, unless it is there already. */
function newOnes(state: UserState, account: Account, { events, sessionId }: Accept, known: Known, now: number) {
  const platform = state.sessions.get(sessionId)?.platform ?? null;
  const writes = new Map<string, Write>();
  for (const [at, event] of events.entries()) {
    const there = known[at] ?? null;
    if (writes.has(event.id) || isThere(account, there, now)) continue;
    const doc = stored(account, event, platform);
    writes.set(event.id, { op: 'put', in: 'interestEvents', doc: asDoc(doc), guard: asSeen(there) });
  }
  return [...writes.values()];
}

/** One that is only waiting to be swept or forgotten is not there any more. */
const isThere = (account: Account, event: StoredEvent | null, now: number): boolean =>
  event !== null && event.era === eraOf(account) && !isOver(event, now);

const asSeen = (event: StoredEvent | null): Guard =>
  event ? { equals: { era: event.era, place: event.place } } : { absent: true };

function stored(account: Account, { id, ...event }: InterestEvent, platform: string | null): StoredEvent {
  return {
    _id: eventKey(account._id, id),
    account: account._id,
    era: eraOf(account),
    place: placeOf({ id, at: event.at }),
    ...event,
    ...(platform !== null && { platform }),
  };
}

/** The account's version moves on with each batch, so it tells whether a profile was built of all of them. */
function dueMark(account: Account, now: number): Write {
  const mark: InterestMark = {
    _id: profileMarkId(account._id),
    account: account._id,
    era: eraOf(account),
    dueAt: now,
    stamp: account.version,
  };
  return { op: 'put', in: 'interestMarks', doc: asDoc(mark) };
}

export const interestHandlers: Handlers<'accept_events'> = {
  accept_events: { needs: knownEvents.load, handle: acceptEvents },
};
