import type { Caller } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import type { Doc } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Pairs } from './pairs.js';

const idOf = (at: number) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const ADA = 'aaaaaaaa-0000-4000-8000-000000000000';

describeOnBothEngines('a hundred direct chats that cost stars, opened at once', (openStore) => {
  let pairs: Pairs;
  let people: Caller[];
  let ada: Caller;
  beforeEach(async () => {
    pairs = new Pairs(await openStore());
    ada = await pairs.account(ADA, { stars: 7 });
    const profile = { dmPolicy: 'paid', dmStarCost: 2 } as const;
    people = await Promise.all(Array.from({ length: 100 }, (_, at) => pairs.account(idOf(at), { profile })));
  });

  /** Before the store is closed. */
  async function end(): Promise<void> {
    await pairs.stop();
  }

  /** On a busy machine an answer may come too late: then the same is asked again, as any client does. */
  async function opened(by: Caller, other: Caller): Promise<string> {
    for (;;) {
      try {
        await pairs.dms.open(by, other.accountId);
        return 'ok';
      } catch (error) {
        if (!(error instanceof RefusalError)) throw error;
        if (error.refusal.code !== 'unavailable') return error.refusal.code;
      }
    }
  }

  /** What everybody has, and that each ledger adds up to it. */
  async function balances(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const { accountId } of [ada, ...people]) {
      const tally = await pairs.store.get<Doc & { stars: number }>('tallies', accountId);
      const range = { index: 'byAccount', prefix: [accountId], limit: 1_000 };
      const entries = await pairs.store.range<Doc & { delta: number }>('ledger', range);
      const sum = entries.reduce((before, { delta }) => before + delta, 0);
      expect([accountId, tally?.stars]).toEqual([accountId, sum]);
      found.set(accountId, sum);
    }
    return found;
  }

  const count = <T>(things: Iterable<T>, of: T) => [...things].filter((thing) => thing === of).length;

  it('to a hundred people with stars for three: three are opened and paid', async () => {
    const outcomes = await Promise.all(people.map((other) => opened(ada, other)));
    expect([count(outcomes, 'ok'), count(outcomes, 'insufficient_stars')]).toEqual([3, 97]);
    const stars = await balances();
    expect([stars.get(ADA), count(stars.values(), 2), count(stars.values(), 0)]).toEqual([1, 3, 97]);
    const range = { index: 'byAccount', prefix: [ADA], limit: 1_000 };
    expect(await pairs.store.range('members', range)).toHaveLength(3);
    await end();
  }, 90_000);

  it('to the same person: there is one, paid once', async () => {
    const [bob] = people as [Caller];
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => opened(ada, bob)));
    expect(count(outcomes, 'ok')).toBe(100);
    const stars = await balances();
    expect([stars.get(ADA), stars.get(bob.accountId)]).toEqual([5, 2]);
    await end();
  }, 90_000);

  it('by a hundred people to one: everybody who has the stars pays once, and all of it arrives', async () => {
    const rich = await Promise.all(
      people.map(({ accountId }, at) => pairs.account(accountId, { stars: at % 2 ? 2 : 1 })),
    );
    await pairs.account(ADA, { profile: { dmPolicy: 'paid', dmStarCost: 2 } });
    const outcomes = await Promise.all(rich.map((by) => opened(by, ada)));
    expect([count(outcomes, 'ok'), count(outcomes, 'insufficient_stars')]).toEqual([50, 50]);
    const stars = await balances();
    expect([stars.get(ADA), count(stars.values(), 0), count(stars.values(), 1)]).toEqual([100, 50, 50]);
    await end();
  }, 90_000);
});
