/** The processing of reported events: a profile while it is wanted; the events are deleted in the end. */

import { commandRead } from '#actors/runtime/command-read.js';
import { reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turned } from '#actors/runtime/kind.js';
import {
  forgettingMarkId,
  type InterestMark,
  profileMarkId,
  type StoredEvent,
} from '#src/domain/interests/interest-event.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { eraOf, forgetSoon, UNDER } from './interest-era.js';

type Keep = CommandOf<'keep_profile'>;
type Forget = CommandOf<'forget_events'>;

/** Events that one turn takes away. */
const BATCH_MAX = 500;

const markRead = commandRead(
  (reader, _: Keep, { id }: UserState) => reader.get<InterestMark>('interestMarks', profileMarkId(id)),
  UNDER,
);

/** When more was reported meanwhile the mark stays due, and the next run builds anew. */
function keepProfile(state: UserState, command: Keep): Turned {
  const { account } = state;
  const mark = markRead.of(state, command);
  if (!mark) return reply(null);
  if (!account?.profile.personalizedAds) return nothingToDo(mark._id, null);
  const { profile, stamp, dueAt } = command;
  const writes: Write[] = [
    profile
      ? { op: 'put', in: 'interestProfiles', doc: asDoc(profile) }
      : { op: 'del', in: 'interestProfiles', id: state.id },
  ];
  if (mark.stamp === stamp) {
    const { _id: id } = mark;
    const in_ = 'interestMarks' as const;
    writes.push(profile ? { op: 'set', in: in_, id, set: { dueAt } } : { op: 'del', in: in_, id });
  }
  const unit = trackWrite(state, UNDER, change(state, account, {}, writes));
  return { kind: 'commit', unit, reply: null, outputs: [] };
}

function nothingToDo(id: string, answer: unknown): Turned {
  const writes: Write[] = [{ op: 'del', in: 'interestMarks', id }];
  return { kind: 'commit', unit: { writes }, reply: answer, outputs: [] };
}

const forgottenEvents = commandRead((reader, _: Forget, { id, account }: UserState) => {
  const era = account ? eraOf(account) : 0;
  const range = { index: 'byAccount', prefix: [id], lt: era, limit: BATCH_MAX };
  return reader.range<StoredEvent>('interestEvents', range);
}, UNDER);

/** Those of the era that is now stay, also one that has taken the place of an earlier one meanwhile. */
function forgetEvents(state: UserState, command: Forget): Turned {
  const { account } = state;
  const events = forgottenEvents.of(state, command);
  // The erasure deletes the events of the account anyway.
  if (!account) return nothingToDo(forgettingMarkId(state.id), { more: false });
  const more = events.length === BATCH_MAX;
  const writes = events.map(
    ({ _id, era }): Write => ({ op: 'del', in: 'interestEvents', id: _id, guard: { equals: { era } } }),
  );
  const era = eraOf(account);
  if (!more) {
    const guard = { equals: { era } };
    writes.push({ op: 'del', in: 'interestMarks', id: forgettingMarkId(account._id), guard });
  }
  const unit = trackWrite(state, UNDER, { writes });
  return { kind: 'commit', unit, reply: { more }, outputs: more ? [forgetSoon(account)] : [] };
}

export const interestProfileHandlers: Handlers<'keep_profile' | 'forget_events'> = {
  keep_profile: { needs: markRead.load, handle: keepProfile },
  forget_events: { needs: forgottenEvents.load, handle: forgetEvents },
};
