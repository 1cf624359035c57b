import { describeOnBothEngines } from '../support/store/engines.js';
import { buildAccountsFixture, enter, stopAccountsFixtures } from './accounts-fixture.js';

const taken = { ok: false, code: 'validation_failed', fields: { username: ['is taken'] } };
const choose = (username: string) => ({ type: 'choose_username', username }) as const;

describeOnBothEngines('choosing a username', (openStore) => {
  afterEach(stopAccountsFixtures);

  it('keeps it as typed, trimmed and composed, and tells the account’s devices', async () => {
    const fixture = buildAccountsFixture(await openStore());
    const ada = await enter(fixture, 'ada');
    expect(await fixture.users.ask(ada, choose('  Ays\u0327e.K  '))).toMatchObject({ username: 'Ayşe.K' });
    expect(fixture.notes).toEqual([{ to: ada, type: 'username', username: 'Ayşe.K' }]);
  });

  it.each(['İSTANBUL', 'ISTANBUL', 'ıstanbul', 'ｉｓｔａｎｂｕｌ'])(
    'refuses %s when istanbul is taken',
    async (other) => {
      const fixture = buildAccountsFixture(await openStore());
      await fixture.users.ask(await enter(fixture, 'ada'), choose('istanbul'));
      expect(await fixture.users.tryAsk(await enter(fixture, 'bob'), choose(other))).toMatchObject(taken);
    },
  );

  it.each(['ab', 'a'.repeat(25), 'a b', 'a-b', 'ada!', '', 'a\u202eda', 'a\u200dda', '🙂🙂🙂'])(
    'refuses %j',
    async (name) => {
      const fixture = buildAccountsFixture(await openStore());
      const answer = await fixture.users.tryAsk(await enter(fixture, 'ada'), choose(name));
      expect(answer).toMatchObject({
        ok: false,
        code: 'validation_failed',
        fields: { username: [expect.stringContaining('3 to 24')] },
      });
    },
  );

  it('refuses the name of the service', async () => {
    const fixture = buildAccountsFixture(await openStore());
    expect(await fixture.users.tryAsk(await enter(fixture, 'ada'), choose('Meydan'))).toMatchObject(taken);
  });

  it('frees the old name at once', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const [ada, bob] = [await enter(fixture, 'ada'), await enter(fixture, 'bob')];
    await fixture.users.ask(ada, choose('kahve'));
    expect(await fixture.users.tryAsk(bob, choose('kahve'))).toMatchObject(taken);
    await fixture.users.ask(ada, choose('çay'));
    expect(await fixture.users.ask(bob, choose('kahve'))).toMatchObject({ username: 'kahve' });
    expect(await store.count('usernames', { index: '_id' })).toBe(2);
  });

  it('lets a name be written otherwise by its holder', async () => {
    const store = await openStore();
    const fixture = buildAccountsFixture(store);
    const ada = await enter(fixture, 'ada');
    for (const name of ['kahve', 'Kahve', 'KAHVE', 'KAHVE']) {
      expect(await fixture.users.ask(ada, choose(name))).toMatchObject({ username: name });
    }
    expect(await store.count('usernames', { index: '_id' })).toBe(1);
  });

  it('gives a name to one of a hundred who want it at the same time on two owners', async () => {
    const store = await openStore();
    const fixtures = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const people = await Promise.all(Array.from({ length: 100 }, (_, n) => enter(fixtures[0], `person ${n}`)));
    const spelled = ['kahve', 'KAHVE', 'Kahve'];
    const answers = await Promise.all(
      people.map((id, n) => fixtures[n % 2 === 0 ? 0 : 1].users.tryAsk(id, choose(spelled[n % 3] as string))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject(taken);
    expect(await store.range('usernames', { index: '_id' })).toEqual([
      { _id: 'kahve', account: people[answers.findIndex(({ ok }) => ok)] },
    ]);
  });

  it('loses no change when two owners rename one account again and again', async () => {
    const store = await openStore();
    const fixtures = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const ada = await enter(fixtures[0], 'ada');
    for (let n = 0; n < 10; n += 1) {
      const renamed = await Promise.all(
        fixtures.map((fixture, at) => fixture.users.ask(ada, choose(`name_${n}_${at}`))),
      );
      expect(renamed.map(({ username }) => username)).toEqual([`name_${n}_0`, `name_${n}_1`]);
      expect(await store.count('usernames', { index: '_id' })).toBe(1);
    }
    expect(fixtures.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
