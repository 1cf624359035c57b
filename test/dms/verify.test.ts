import { ledgerIds } from '#actors/room/direct-chats/dm-payment.js';
import { packEntry, unpackEntry } from '#actors/room/model/codec.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { logId, memberId, pairId } from '#src/store/collections.js';
import type { Store, Write } from '#src/store/store.js';
import { describeOnEmbedded } from '../support/store/engines.js';
import { Pairs } from './pairs.js';

const [ADA, BOB, CEM] = ['a', 'b', 'c'].map((one) => `${one.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];

describeOnEmbedded('verify-log of a direct chat', (openStore) => {
  /** A paid chat in which both have spoken; then somebody meddles with what is stored. */
  async function meddled(meddle: (store: Store, room: string) => Promise<Write[]>): Promise<string[]> {
    const pairs = new Pairs(await openStore());
    const ada = await pairs.account(ADA, { stars: 9 });
    const bob = await pairs.account(BOB, { profile: { dmPolicy: 'paid', dmStarCost: 4 } });
    const { id } = await pairs.dms.open(ada, BOB);
    await pairs.say(ada, id, 'bir');
    await pairs.say(bob, id, 'iki');
    await pairs.stop();
    expect(await pairs.problems(id)).toEqual([]);
    await pairs.store.write(await meddle(pairs.store, id));
    return pairs.problems(id);
  }

  const changed = async (store: Store, room: string, seq: number, change: (entry: LogEntry) => Partial<LogEntry>) => {
    const doc = await store.get<Parameters<typeof unpackEntry>[0]>('log', logId(room, seq));
    if (!doc) throw new Error(`no entry ${seq}`);
    const entry = unpackEntry(doc);
    return [{ op: 'put', in: 'log', doc: packEntry({ ...entry, ...change(entry) }) }] satisfies Write[];
  };

  it('finds a pair that is led elsewhere', async () => {
    const doc = { _id: pairId(ADA, BOB), room: 'elsewhere', generation: 0, greater: BOB };
    expect(await meddled(async () => [{ op: 'put', in: 'dms', doc }])).toEqual([
      expect.stringContaining('the room of the two'),
    ]);
  });

  it.each([0, 1])('finds a movement of stars that is missing: %d', async (at) => {
    const problems = await meddled(async (_, room) => [{ op: 'del', in: 'ledger', id: ledgerIds(room)[at] ?? '' }]);
    expect(problems).toEqual([expect.stringContaining('what it cost')]);
  });

  it('finds a movement of another size', async () => {
    const problems = await meddled(async (_, room) => [
      { op: 'set', in: 'ledger', id: ledgerIds(room)[1], set: { delta: 40 } },
    ]);
    expect(problems).toEqual([expect.stringContaining('what it cost')]);
  });

  it('finds a third person', async () => {
    const problems = await meddled(async (store, room) => {
      const member = await store.get('members', memberId(room, BOB));
      return [{ op: 'put', in: 'members', doc: { ...member, _id: memberId(room, CEM), account: CEM } }];
    });
    expect(problems.join()).toContain(`${CEM} is a member and none of the two`);
  });

  it('finds an arrival of somebody who is none of the two, and one as an admin', async () => {
    const third = await meddled((store, room) =>
      changed(store, room, 2, ({ facts }) => ({
        facts: facts.map((fact) => (fact.type === 'member_joined' ? { ...fact, account: CEM } : fact)),
      })),
    );
    expect(third.join()).toContain(`${CEM} is none of the two`);
    const admin = await meddled((store, room) =>
      changed(store, room, 2, ({ facts }) => ({
        facts: facts.map((fact) => (fact.type === 'member_joined' ? { ...fact, role: 'admin' } : fact)),
      })),
    );
    expect(admin.join()).toContain('how');
  });

  it('finds what only groups have', async () => {
    const banned = { type: 'member_banned' as const, account: BOB, username: null, reason: null, actor: 'ada' };
    const problems = await meddled((store, room) => changed(store, room, 3, () => ({ facts: [banned] })));
    expect(problems.join()).toContain('member_banned in a direct chat');
  });

  it('finds a head that says something else than the opening', async () => {
    const problems = await meddled(async (_, room) => [{ op: 'set', in: 'rooms', id: room, set: { founder: ADA } }]);
    expect(problems.join()).toContain('founder and visibility');
  });
});
