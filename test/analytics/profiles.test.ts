/** The job that builds profiles, on both engines: of whom, when, of what; and how long events are kept. */
import type { UserCommand, Users } from '#actors/user/commands.js';
import { createReachWriter } from '#actors/writers/reach-writer.js';
import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import { type BuildProfilesDeps, buildProfiles } from '#jobs/build-profiles.js';
import { type Account, defaultProfile } from '#src/domain/accounts/account.js';
import {
  EVENTS_KEPT_MS,
  type InterestEvent,
  type InterestMark,
  type StoredEvent,
} from '#src/domain/interests/interest-event.js';
import type { InterestProfile, SegmentReach } from '#src/domain/interests/interest-profile.js';
import type { Doc, Store } from '#src/store/store.js';
import {
  type AccountsFixture,
  buildAccountsFixture,
  DAY_MS,
  enter,
  stopAccountsFixtures,
} from '../people/accounts-fixture.js';
import { fc } from '../support/seeds/fast-check.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { readers } from './arbitrary-events.js';
import { referenceProfile } from './reference-profile.js';

const HOUR_MS = 3_600_000;

describeOnBothEngines('interest profiles', (openStore) => {
  let store: Store;
  let fixture: AccountsFixture;
  beforeEach(async () => {
    store = await openStore();
    fixture = buildAccountsFixture(store);
  });
  afterEach(stopAccountsFixtures);

  const now = () => fixture.clock.env.now();
  const deps = (): BuildProfilesDeps => ({ users: fixture.users, reach: createReachWriter(store), reader: store, now });
  const run = () => buildProfiles(deps());
  const profileOf = (account: string) => store.get<InterestProfile>('interestProfiles', account);
  const eventsLeft = () => store.count('interestEvents', { index: '_id' });
  const marks = () => store.range<InterestMark>('interestMarks', { index: '_id' });

  async function report(account: string, events: InterestEvent[]) {
    const command = { type: 'accept_events', sessionId: 's', told: events.length } as const;
    for (let at = 0; at < events.length; at += 100) {
      await fixture.users.ask(account, { ...command, events: events.slice(at, at + 100) });
    }
  }
  const wish = (account: string, personalizedAds: boolean) =>
    fixture.users.ask(account, { type: 'change_profile', changes: { ...defaultProfile, personalizedAds } });

  let made = 0;
  const reading = (fields: Partial<InterestEvent> = {}): InterestEvent => {
    made += 1;
    const read = { type: 'entry_read', at: now(), entryId: 7, category: 'icecek', durationMs: 150_000 } as const;
    return { id: `e${made}`, ...read, ...fields };
  };
  const readings = (count: number, fields: Partial<InterestEvent> = {}) =>
    Array.from({ length: count }, () => reading(fields));

  it('are what the reference says, however the events come, in whatever batches and how often', async () => {
    const lives = readers(60).chain(({ events }) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.array(fc.subarray(events), { maxLength: 3 }),
      ),
    );
    let lived = 0;
    const live = async ([events, shuffled, repeats]: [InterestEvent[], InterestEvent[], InterestEvent[][]]) => {
      lived += 1;
      const [ada, bob] = [await enter(fixture, `ada ${lived}`), await enter(fixture, `bob ${lived}`)];
      // Made up for another time: moved into this one, with all distances.
      const shift = now() - Math.max(0, ...events.map(({ at }) => at));
      const here = (some: InterestEvent[]) => some.map((event) => ({ ...event, at: event.at + shift }));
      await report(ada, here(events));
      for (const some of [...repeats, shuffled, ...repeats]) await report(bob, here(some));
      await run();
      const [first, second] = [await profileOf(ada), await profileOf(bob)];
      expect(first).toEqual(referenceProfile(ada, here(events), first?.builtAt ?? now()));
      expect(JSON.stringify(second)).toBe(JSON.stringify(first)?.replace(ada, bob) ?? 'null');
    };
    await fc.assert(fc.asyncProperty(lives, live), { numRuns: 12 });
  });

  it('are built for whoever has read something since, and for nobody else', async () => {
    const [ada, bob] = [await enter(fixture, 'ada'), await enter(fixture, 'bob')];
    await report(ada, readings(5));
    expect(await run()).toBe(1);
    expect(await profileOf(ada)).toMatchObject({ interests: ['icecek'], segments: ['deep_reader'] });
    expect(await profileOf(bob)).toBeNull();
    expect(await run()).toBe(0);
    await report(ada, readings(20, { category: 'spor' }));
    expect(await run()).toBe(1);
    expect((await profileOf(ada))?.interests).toEqual(['spor', 'icecek']);
  });

  it('grow older by themselves, and are nobody’s in the end', async () => {
    const ada = await enter(fixture, 'ada');
    await report(ada, readings(1, { durationMs: 60_000 }));
    await run();
    expect((await profileOf(ada))?.interests).toEqual(['icecek']);
    fixture.clock.move(DAY_MS - 1_000);
    expect(await run()).toBe(0);
    fixture.clock.move(6 * DAY_MS + HOUR_MS);
    await run();
    expect((await profileOf(ada))?.interests).toEqual([]);
    fixture.clock.move(24 * DAY_MS);
    expect(await run()).toBe(1);
    expect([await profileOf(ada), await marks()]).toEqual([null, []]);
  });

  it('are due again when something is reported while they are built', async () => {
    const ada = await enter(fixture, 'ada');
    await report(ada, readings(5));
    let isFirst = true;
    const users: Pick<Users, 'tryAsk'> = {
      async tryAsk(id, command) {
        if (isFirst) await report(ada, readings(9, { category: 'spor' }));
        isFirst = false;
        return fixture.users.tryAsk(id, command);
      },
    };
    await buildProfiles({ ...deps(), users });
    expect(await run()).toBe(1);
    expect((await profileOf(ada))?.interests).toEqual(['spor', 'icecek']);
    expect(await run()).toBe(0);
  });

  it('of those who answer are built, whoever else does not', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, at) => enter(fixture, `kisi ${at}`)));
    for (const account of people) await report(account, readings(5));
    const deaf = new Set(people.slice(0, 5));
    const users: Pick<Users, 'tryAsk'> = {
      tryAsk: (id, command) =>
        deaf.has(id) ? Promise.resolve({ ok: false, code: 'unavailable' }) : fixture.users.tryAsk(id, command),
    };
    await expect(buildProfiles({ ...deps(), users })).rejects.toThrow('5 interest profiles are still to be built');
    const built = await Promise.all(people.map(profileOf));
    expect(built.map((profile) => profile === null)).toEqual(people.map((account) => deaf.has(account)));
    expect(await run()).toBe(5);
  });

  it('go at once when they are not wanted, and their events soon; wanted again they begin anew', async () => {
    const ada = await enter(fixture, 'ada');
    await report(ada, readings(1_200));
    await run();
    await wish(ada, false);
    expect(await profileOf(ada)).toBeNull();
    await wish(ada, true);
    await report(ada, readings(3, { category: 'spor' }));
    await run();
    expect((await profileOf(ada))?.interests).toEqual(['spor']);
    expect([await eventsLeft(), (await marks()).length]).toEqual([3, 1]);
  });

  it('are not built by a run that began before they were unwanted', async () => {
    const ada = await enter(fixture, 'ada');
    await report(ada, readings(5));
    const users: Pick<Users, 'tryAsk'> = {
      async tryAsk(id, command) {
        if ((command as UserCommand).type === 'keep_profile') await wish(ada, false);
        return fixture.users.tryAsk(id, command);
      },
    };
    await buildProfiles({ ...deps(), users });
    await run();
    expect([await profileOf(ada), await eventsLeft(), await marks()]).toEqual([null, 0, []]);
  });

  it('and wishes in any order leave only what was reported after the last wish', async () => {
    const ada = await enter(fixture, 'ada');
    await report(ada, readings(600));
    const wishes = Array.from({ length: 24 }, (_, at) => wish(ada, at % 2 === 1));
    const reports = Array.from({ length: 12 }, () => report(ada, readings(20)));
    await Promise.all(wishes.flatMap((wished, at) => [wished, reports[at % 12]]));
    await report(ada, readings(7, { category: 'spor' }));
    await run();
    await run();
    const account = await store.get<Account>('accounts', ada);
    const left = await store.range<StoredEvent>('interestEvents', { index: '_id', limit: 10_000 });
    expect(left.filter(({ era }) => era !== account?.interestEra)).toEqual([]);
    expect([left.length >= 7, account?.interestEra]).toEqual([true, 12]);
    expect((await marks()).map(({ _id }) => _id)).toEqual([ada]);
  });

  it('of somebody who has just gone keep no run from its end', async () => {
    const [ada, bob] = [await enter(fixture, 'ada'), await enter(fixture, 'bob')];
    for (const account of [ada, bob]) await report(account, readings(5));
    await fixture.users.ask(ada, { type: 'give_up' });
    expect(await run()).toBe(2);
    expect([await profileOf(ada), (await profileOf(bob))?.interests]).toEqual([null, ['icecek']]);
  });

  it('make segments whose reach is told in tens', async () => {
    const people = await Promise.all(Array.from({ length: 21 }, (_, at) => enter(fixture, `okur ${at}`)));
    await Promise.all(people.slice(0, 19).map((account) => report(account, readings(5))));
    await run();
    const reach = async () => (await store.get<SegmentReach & Doc>('segmentReach', 'deep_reader'))?.reach;
    expect(await reach()).toBe(10);
    await Promise.all(people.slice(19).map((account) => report(account, readings(5))));
    await run();
    expect(await reach()).toBe(20);
    await Promise.all(people.slice(0, 12).map((account) => wish(account, false)));
    await run();
    expect(await reach()).toBe(0);
  });

  it('leave no event that is older than thirty days', async () => {
    const [ada, bob] = [await enter(fixture, 'ada'), await enter(fixture, 'bob')];
    const old = readings(700, { at: now() - 29 * DAY_MS });
    await report(ada, old);
    await report(bob, readings(2));
    const { sweep } = createRetentionWriter(store, { now });
    expect(await sweep()).toBe(0);
    fixture.clock.move(DAY_MS + HOUR_MS);
    // Gone by the clock, though not swept: the same id is a new event.
    const [first] = old as [InterestEvent];
    const events = [{ ...first, at: now() }];
    expect(await fixture.users.ask(ada, { type: 'accept_events', sessionId: 's', events, told: 1 })).toEqual({
      accepted: 1,
      duplicates: 0,
      ignored: 0,
    });
    expect(await sweep()).toBe(699);
    expect(await eventsLeft()).toBe(3);
    fixture.clock.move(EVENTS_KEPT_MS);
    expect([await sweep(), await eventsLeft()]).toEqual([3, 0]);
  });
});
