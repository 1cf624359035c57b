/** Several owners of one account, each with a memory of its own: nothing is kept on a memory that is no longer so. */
import { createReachWriter } from '#actors/writers/reach-writer.js';
import { buildProfiles } from '#jobs/build-profiles.js';
import { defaultProfile } from '#src/domain/accounts/account.js';
import { countsIds, type EntryCounts, sumOfCounts } from '#src/domain/dictionary/entry-counts.js';
import type { InterestEvent, InterestMark } from '#src/domain/interests/interest-event.js';
import type { InterestProfile } from '#src/domain/interests/interest-profile.js';
import type { Store } from '#src/store/store.js';
import { type AccountsFixture, buildAccountsFixture, enter, stopAccountsFixtures } from '../people/accounts-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';

describeOnBothEngines('what somebody reads, with several owners', (openStore) => {
  let store: Store;
  let one: AccountsFixture;
  let two: AccountsFixture;
  let ada: string;
  beforeEach(async () => {
    store = await openStore();
    [one, two] = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })];
    ada = await enter(one, 'ada');
  });
  afterEach(stopAccountsFixtures);

  let made = 0;
  const events = (count: number): InterestEvent[] =>
    Array.from({ length: count }, () => {
      made += 1;
      return { id: `e${made}`, type: 'category_open', at: one.clock.env.now(), category: 'spor' };
    });
  const report = ({ users }: AccountsFixture, some: InterestEvent[]) =>
    users.ask(ada, { type: 'accept_events', sessionId: 's', events: some, told: some.length });
  const wish = ({ users }: AccountsFixture, personalizedAds: boolean) =>
    users.ask(ada, { type: 'change_profile', changes: { ...defaultProfile, personalizedAds } });
  const left = () => store.count('interestEvents', { index: '_id' });
  const run = (fixture: AccountsFixture) =>
    buildProfiles({ users: fixture.users, reach: createReachWriter(store), reader: store, now: fixture.clock.env.now });

  it('nothing is kept by one who has not heard that it is not wanted', async () => {
    await report(one, events(5));
    await wish(two, false);
    expect(await report(one, events(3))).toEqual({ accepted: 0, duplicates: 0, ignored: 3 });
    const profile: InterestProfile = {
      _id: ada,
      builtAt: 0,
      interests: ['spor'],
      topics: [],
      activity: 'low',
      segments: [],
    };
    await wish(one, true);
    const mark = (await report(one, events(1))) && (await store.get<InterestMark>('interestMarks', ada));
    const three = buildAccountsFixture(store, { owner: 'three' });
    await wish(three, false);
    await one.users.ask(ada, { type: 'keep_profile', profile, stamp: mark?.stamp ?? 0, dueAt: 0 });
    expect(await store.get('interestProfiles', ada)).toBeNull();
    await run(three);
    expect(await left()).toBe(0);
  });

  it('what one was about to forget when it ended, the job forgets', async () => {
    await report(one, events(100));
    const ended = one.stop();
    await wish(two, false);
    await Promise.all([ended, two.stop()]);
    await run(buildAccountsFixture(store, { owner: 'three' }));
    expect([await left(), await store.count('interestMarks', { index: '_id' })]).toEqual([0, 0]);
  });

  it('an event is accepted by one of them', async () => {
    const some = events(30);
    const answers = await Promise.all([one, two, one, two].map((fixture) => report(fixture, some)));
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(30);
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(90);
    expect(await left()).toBe(30);
  });

  it('a look counts once, and every share once', async () => {
    const looks = Array.from({ length: 10 }, () => ({ type: 'view_entry', entry: 7 }) as const);
    const shares = Array.from({ length: 6 }, (_, at) => {
      return { type: 'share_entry', entry: 7, via: 'link', share: `s${at}` } as const;
    });
    for (const share of shares) {
      await Promise.all([one, two].flatMap(({ users }) => looks.map((look) => users.tryAsk(ada, look))));
      // The same one once more, as after an answer that was lost.
      await one.users.ask(ada, share);
      await two.users.ask(ada, share);
    }
    const parts = await store.getMany<EntryCounts>('entryCounts', countsIds(7));
    expect(sumOfCounts(parts)).toEqual({ views: 1, viewers: 1, forwards: 0, links: 6 });
  });
});
