/**
 * Builds the interest profiles of accounts with new reading events, and rebuilds profiles that are out of date. Events
 * are read page by page through an index; only their sums are kept. An interrupted run needs no recovery: the marks of
 * the accounts show which profiles are still due.
 */

import type { Users } from '#actors/user/commands.js';
import type { ReachWriter } from '#actors/writers/commands.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { type InterestMark, isForgetting, placeAt, type StoredEvent } from '#src/domain/interests/interest-event.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';
import {
  EVENTS_PER_PROFILE,
  Interests,
  PROFILE_AGES_MS,
  profileTime,
  windowStart,
} from '#src/domain/interests/interests.js';
import type { Reader } from '#src/store/store.js';
import { countReach } from './count-reach.js';

export interface BuildProfilesDeps {
  users: Pick<Users, 'tryAsk'>;
  reach: ReachWriter;
  reader: Reader;
  now(): number;
}

const MARKS = 200;
const PAGE = 1_000;
/** The number of accounts in parallel. Each one waits for the store most of the time. */
const CONCURRENCY = 8;
/** More failures than this indicate an outage: the run ends, and the next run tries again. */
const FAILED_MAX = 500;

/** Returns the number of profiles that were built. */
export async function buildProfiles(deps: BuildProfilesDeps): Promise<number> {
  const begunAt = deps.now();
  /** Accounts that are due again already; the next run builds them. */
  const passedOver = new Set<string>();
  let built = 0;
  let failed = 0;
  while (passedOver.size <= FAILED_MAX) {
    const range = { index: 'due', lte: begunAt, limit: MARKS + passedOver.size };
    const found = await deps.reader.range<InterestMark>('interestMarks', range);
    const due = found.filter(({ _id }) => !passedOver.has(_id));
    if (due.length === 0) break;
    await buildAll(deps, due);
    const left = await deps.reader.getMany<InterestMark>(
      'interestMarks',
      due.map(({ _id }) => _id),
    );
    for (const [at, mark] of left.entries()) {
      if (!mark || mark.dueAt > begunAt) continue;
      passedOver.add(mark._id);
      // A build replaces or removes the mark of its account, and so does a new report. An unchanged one means a failure.
      if (mark.stamp === due[at]?.stamp) failed += 1;
    }
    built += due.length;
  }
  await countReach(deps);
  if (failed > 0) throw new Error(`${failed} interest profiles are still to be built`);
  return built;
}

/** Ignores the outcome of each account: the caller reads the marks again to find the failures. */
async function buildAll(deps: BuildProfilesDeps, due: InterestMark[]): Promise<void> {
  const left = [...due];
  const work = async () => {
    for (let mark = left.pop(); mark; mark = left.pop()) {
      await (isForgetting(mark) ? forget(deps, mark.account) : build(deps, mark));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

async function forget({ users }: BuildProfilesDeps, account: AccountId): Promise<void> {
  for (;;) {
    const answer = await users.tryAsk(account, { type: 'forget_events' });
    if (!answer.ok || !answer.value.more) return;
  }
}

async function build(deps: BuildProfilesDeps, mark: InterestMark): Promise<void> {
  const { account, stamp } = mark;
  const now = deps.now();
  const profile = await profileOf(deps.reader, mark, profileTime(now));
  const dueAt = now + PROFILE_AGES_MS;
  await deps.users.tryAsk(account, { type: 'keep_profile', profile, stamp, dueAt });
}

/** Newest first, so that the bound on the number of counted events leaves out the oldest. */
async function profileOf(reader: Reader, { account, era }: InterestMark, builtAt: number) {
  const interests = new Interests(builtAt);
  const range = { index: 'byAccount', prefix: [account, era], gt: placeAt(windowStart(builtAt)), desc: true };
  let bound: { lt?: string } = {};
  for (let taken = 0; taken < EVENTS_PER_PROFILE; taken += PAGE) {
    const page = await reader.range<StoredEvent>('interestEvents', { ...range, ...bound, limit: PAGE });
    for (const event of page) interests.add(event);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    bound = { lt: last.place };
  }
  return interests.profile(account) satisfies InterestProfile | null;
}
