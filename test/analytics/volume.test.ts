/**
 * Very many events through the job: every profile is right, and memory does not grow with them. 20 000 here, or
 * INTEREST_EVENTS of them (`npm run test:soak -- events`: a million).
 */
import { randomUUID } from 'node:crypto';
import { createReachWriter } from '#actors/writers/reach-writer.js';
import { buildProfiles } from '#jobs/build-profiles.js';
import { defaultProfile } from '#src/domain/accounts/account.js';
import { eventKey, type InterestEvent, placeOf, profileMarkId } from '#src/domain/interests/interest-event.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';
import type { Store, Write } from '#src/store/store.js';
import { buildAccountsFixture, stopAccountsFixtures } from '../people/accounts-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { referenceProfile } from './reference-profile.js';

const EVENTS = Number(process.env.INTEREST_EVENTS ?? 20_000);
/** One account reads a tenth of everything; the others have a hundred each. */
const EACH = 100;
const MUCH = EVENTS / 10;
const CHUNK = 500;
const DAY_MS = 86_400_000;
const HEAP_MAX = 200 * 1_048_576;
const topics = Array.from({ length: 60 }, (_, at) => `konu${at}`);

describeOnBothEngines('very many events', (openStore) => {
  afterEach(stopAccountsFixtures);

  it('make the profiles they should, in bounded memory', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const now = () => fixture.clock.env.now();
    const chance = seededRandom(7);
    const below = (bound: number) => Math.floor(chance() * bound);
    const busy = randomUUID();
    const others = Array.from({ length: (EVENTS - MUCH) / EACH }, () => randomUUID());
    const sampled = new Map<string, InterestEvent[]>();
    for (const [at, account] of [busy, ...others].entries()) {
      const events = eventsOf(below, at === 0 ? MUCH : EACH, now());
      await put(store, account, events, now());
      // The reference looks at every event for every event: it is asked of some.
      if (at % 10 === 1) sampled.set(account, events);
    }
    const heap = watchHeap();
    const built = await buildProfiles({ users: fixture.users, reach: createReachWriter(store), reader: store, now });
    expect(heap.grown()).toBeLessThan(HEAP_MAX);
    expect(built).toBe(others.length + 1);
    for (const [account, events] of sampled) {
      const profile = await store.get<InterestProfile>('interestProfiles', account);
      expect(profile).toEqual(referenceProfile(account, events, profile?.builtAt ?? 0));
    }
    expect(await store.get('interestProfiles', busy)).toMatchObject({ activity: 'high' });
    expect(await store.count('interestProfiles', { index: '_id' })).toBe(Math.min(10_000, others.length + 1));
  }, 3_600_000);
});

function eventsOf(below: (bound: number) => number, count: number, now: number): InterestEvent[] {
  return Array.from({ length: count }, (_, at) => {
    const number = below(topics.length);
    const when = { id: `e${at}`, at: now - below(29 * DAY_MS), topic: topics[number] as string };
    if (at % 3 > 0) return { ...when, type: 'topic_open', ...(at % 2 && { category: `dal${number % 9}` }) };
    return { ...when, type: 'entry_read', entryId: 1, durationMs: below(400_000) };
  });
}

/** As the account's actor would have written them. */
async function put(store: Store, account: string, events: InterestEvent[], now: number): Promise<void> {
  const own = { fingerprint: account, developer: true, username: null, birthDate: null, gender: null, premium: false };
  const doc = { _id: account, version: 1, ...own, profile: { ...defaultProfile }, createdAt: now };
  const mark = { _id: profileMarkId(account), account, era: 0, dueAt: now, stamp: 1 };
  const puts: Write[] = events.map(({ id, ...event }) => {
    const stored = { _id: eventKey(account, id), account, era: 0, place: placeOf({ id, at: event.at }), ...event };
    return { op: 'put', in: 'interestEvents', doc: stored, guard: { absent: true } };
  });
  await store.transaction([
    { op: 'put', in: 'accounts', doc },
    { op: 'put', in: 'interestMarks', doc: mark },
  ]);
  for (let from = 0; from < puts.length; from += CHUNK) await store.transaction(puts.slice(from, from + CHUNK));
}

/** How much the heap has grown at most, looked at while others work. */
function watchHeap() {
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 20);
  return {
    grown(): number {
      clearInterval(timer);
      return most - before;
    },
  };
}
