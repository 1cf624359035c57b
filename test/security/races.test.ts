/**
 * Everybody at once, through two owners of the same accounts, where only so many can win: names, follows across
 * blocks, stars. What is counted is what there is, on both engines.
 */
import type { Block, UserCommand, UserReplies } from '#actors/user/commands.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import type { Store } from '#src/store/store.js';
import { type AccountsFixture, buildAccountsFixture, enter, stopAccountsFixtures } from '../people/accounts-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { seededRandom } from '../support/time/seeded-random.js';

/** What is raced for is the order, not the clock of a busy machine. */
const PATIENT = { deadlineMs: 80_000 };
const CROWD = 100;
const TRIES_MAX = 50;

describeOnBothEngines('races', (openStore) => {
  let store: Store;
  let fixtures: [AccountsFixture, AccountsFixture];

  beforeEach(async () => {
    store = await openStore();
    // Where the engine allows it, the second owner has a connection of its own, as in another process.
    const beside = await openStore.beside(store);
    fixtures = [buildAccountsFixture(store, { owner: 'one' }), buildAccountsFixture(beside ?? store, { owner: 'two' })];
  });
  afterEach(stopAccountsFixtures);

  const crowd = (count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => enter(fixtures[0], `somebody ${n}`)));

  /** The reply or the code, by either owner; `unavailable` promises nothing and is asked again. */
  async function ask<C extends UserCommand>(
    n: number,
    id: string,
    command: C,
  ): Promise<UserReplies[C['type']] | string> {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      // A command is a request: the same object twice would be the same one.
      const answer = await fixtures[(n + tried) % 2 === 0 ? 0 : 1].users.tryAsk(id, { ...command });
      if (answer.ok) return answer.value;
      if (answer.code !== 'unavailable') return answer.code;
    }
    throw new Error(`${command.type} was unavailable ${TRIES_MAX} times`);
  }

  const tallyOf = async (id: string) => (await store.get<Tally>('tallies', id)) as Tally;
  const ledgerOf = (id: string) => store.range<LedgerEntry>('ledger', { index: 'byAccount', prefix: [id] });

  async function expectBalance(id: string): Promise<number> {
    const { stars } = await tallyOf(id);
    const sum = (await ledgerOf(id)).reduce((all, { delta }) => all + delta, 0);
    expect(stars).toBe(sum);
    expect(stars).toBeGreaterThanOrEqual(0);
    return stars;
  }

  /** Every count is the number of its documents, and no follow crosses a block. */
  async function expectTies(ids: string[]): Promise<void> {
    const follows = (
      await Promise.all(ids.map((id) => store.range<Follow>('follows', { index: 'byFollower', prefix: [id] })))
    ).flat();
    const blocks = (
      await Promise.all(ids.map((id) => store.range<Block>('blocks', { index: 'byAccount', prefix: [id] })))
    ).flat();
    const apart = new Set(blocks.flatMap(({ account, other }) => [`${account} ${other}`, `${other} ${account}`]));
    expect(follows.filter(({ follower, followee }) => apart.has(`${follower} ${followee}`))).toEqual([]);
    for (const id of ids) {
      const counted = {
        following: follows.filter(({ follower }) => follower === id).length,
        followers: follows.filter(({ followee }) => followee === id).length,
      };
      expect(await tallyOf(id)).toMatchObject(counted);
    }
  }

  it('one of a hundred gets the name', async () => {
    const ids = await crowd(CROWD);
    const claims = ids.map((id, n) => ask(n, id, { type: 'choose_username', username: n % 2 ? 'Işık' : 'ışık' }));
    const answers = await Promise.all(claims);
    expect(answers.filter((answer) => answer !== 'validation_failed')).toHaveLength(1);
    const winner = ids[answers.findIndex((answer) => answer !== 'validation_failed')];
    expect(await store.get('usernames', 'işik')).toMatchObject({ account: winner });
  });

  it('a hundred follow one at once, and all are counted', async () => {
    const [idol, ...fans] = (await crowd(CROWD + 1)) as [string, ...string[]];
    const follow = (on: boolean) =>
      Promise.all(fans.map((fan, n) => ask(n, fan, { type: 'set_follow', other: idol, on })));
    await follow(true);
    expect(await tallyOf(idol)).toMatchObject({ followers: CROWD, following: 0 });
    await Promise.all([follow(false), follow(true), follow(false)]);
    await expectTies([idol, ...fans]);
  }, 60_000);

  it('a hundred changes of mind of one person about another leave one of the two states', async () => {
    const [ada, bob] = (await crowd(2)) as [string, string];
    const fixture = fixtures[0];
    const minds = Array.from({ length: CROWD }, (_, n) =>
      fixture.users.tryAsk(ada, { type: 'set_follow', other: bob, on: n % 2 === 0 }, PATIENT),
    );
    const answers = await Promise.all(minds);
    expect(answers.map((answer) => answer.ok)).toEqual(minds.map(() => true));
    // One mailbox keeps their order: the last one wins.
    expect(await store.get('follows', `${ada}:${bob}`)).toBeNull();
    await expectTies([ada, bob]);
  });

  it('follows and blocks of a dozen people at once never cross, and are counted', async () => {
    const random = seededRandom(7);
    const ids = await crowd(12);
    const some = () => ids[Math.floor(random() * ids.length)] as string;
    const deeds = Array.from({ length: 600 }, (_, n) => {
      const [self, other, on] = [some(), some(), random() < 0.6];
      if (self === other) return null;
      const type = random() < 0.75 ? ('set_follow' as const) : ('set_block' as const);
      return () => ask(n, self, { type, other, on });
    }).filter((deed) => deed !== null);
    for (let at = 0; at < deeds.length; at += 100) {
      const outcomes = await Promise.all(deeds.slice(at, at + 100).map((deed) => deed()));
      const codes = outcomes.filter((outcome) => typeof outcome === 'string');
      expect(codes.filter((code) => code !== 'blocked')).toEqual([]);
      await expectTies(ids);
    }
  }, 120_000);

  it('whoever follows and is blocked at the same moment follows no more', async () => {
    const ids = await crowd(CROWD);
    const pairs = ids.slice(0, CROWD / 2).map((id, n) => [id, ids[n + CROWD / 2]] as [string, string]);
    // Known to their owners before, so that both sides decide at once and meet in the store.
    await Promise.all(ids.map((id, n) => ask(n < CROWD / 2 ? 0 : 1, id, { type: 'view_account' })));
    await Promise.all(
      pairs.flatMap(([ada, bob]) => [
        ask(0, ada, { type: 'set_block', other: bob, on: true }),
        ask(1, bob, { type: 'set_follow', other: ada, on: true }),
      ]),
    );
    await expectTies(ids);
  }, 60_000);

  it('stars for three are taken three times by a hundred who try', async () => {
    const [rich] = (await crowd(1)) as [string];
    await ask(0, rich, { type: 'grant_stars', entryId: crypto.randomUUID(), delta: 3, reason: 'gift' });
    const takes = Array.from({ length: CROWD }, (_, n) =>
      ask(n, rich, { type: 'grant_stars', entryId: crypto.randomUUID(), delta: -1, reason: 'fee' }),
    );
    const answers = await Promise.all(takes);
    expect(answers.filter((answer) => answer === 'no_credit')).toHaveLength(CROWD - 3);
    expect(await expectBalance(rich)).toBe(0);
  }, 60_000);

  it('one grant that is asked for a hundred times at once is made once', async () => {
    const [lucky] = (await crowd(1)) as [string];
    const entryId = crypto.randomUUID();
    const asks = Array.from({ length: CROWD }, (_, n) =>
      ask(n, lucky, { type: 'grant_stars', entryId, delta: 7, reason: 'gift' }),
    );
    for (const answer of await Promise.all(asks)) expect(answer).toMatchObject({ _id: entryId, delta: 7 });
    expect(await expectBalance(lucky)).toBe(7);
    const other = await ask(0, lucky, { type: 'grant_stars', entryId, delta: 8, reason: 'gift' });
    expect(other).toBe('idempotency_conflict');
  }, 60_000);

  it('stars that rooms spend at the same time are not taken twice', async () => {
    const [payer] = (await crowd(1)) as [string];
    await ask(0, payer, { type: 'grant_stars', entryId: crypto.randomUUID(), delta: CROWD, reason: 'gift' });
    const spend = async (n: number) => {
      const row: LedgerEntry = {
        _id: `dm_open:room ${n}:spent`,
        account: payer,
        delta: -1,
        reason: 'dm_open',
        relatedRoom: `dm-${n}`,
        at: n,
      };
      const { ok } = await store.transaction([
        { op: 'set', in: 'tallies', id: payer, inc: { stars: -1 }, guard: { atLeast: { stars: 1 } } },
        { op: 'put', in: 'ledger', doc: { ...row }, guard: { absent: true } },
      ]);
      return ok ? 1 : 0;
    };
    const take = async (n: number) => {
      const entryId = crypto.randomUUID();
      const taken = await ask(n, payer, { type: 'grant_stars', entryId, delta: -2, reason: 'fee' });
      return typeof taken === 'string' ? 0 : 2;
    };
    const gone = await Promise.all(Array.from({ length: CROWD }, (_, n) => [spend(n), take(n)]).flat());
    expect(await expectBalance(payer)).toBe(CROWD - gone.reduce<number>((sum, stars) => sum + stars, 0));
  }, 60_000);

  it('grants and links that are bought at once leave no star over and none missing', async () => {
    const [buyer] = (await crowd(1)) as [string];
    const slugs = Array.from({ length: 10 }, (_, n) => `oda-${n}`);
    await store.write(slugs.map((slug) => ({ op: 'put', in: 'slugs', doc: { _id: slug, room: `room ${slug}` } })));
    const deeds = Array.from({ length: 60 }, (_, n) => {
      const slug = slugs[n % slugs.length] as string;
      const buying = { type: 'buy_link' as const, room: `room ${slug}`, slug, handle: `kisa-${n}`, price: 5 };
      const granting = { type: 'grant_stars' as const, entryId: crypto.randomUUID(), delta: 4, reason: 'gift' };
      return ask(n, buyer, n % 2 ? buying : granting);
    });
    const outcomes = await Promise.all(deeds);
    const bought = outcomes.filter((outcome) => typeof outcome === 'object' && 'handle' in outcome).length;
    expect(await expectBalance(buyer)).toBe(30 * 4 - bought * 5);
    const rows = await ledgerOf(buyer);
    expect(rows.filter(({ reason }) => reason === 'room_vanity_link')).toHaveLength(bought);
  }, 60_000);
});
