import { logId, memberId } from '#src/store/collections.js';
import { getInSteps } from '#src/store/linked-reads.js';
import type { Doc, LinkedDocs, LinkedStep, Store, Write } from '#src/store/store.js';
import type { OpenStore } from '../../support/store/engines.js';

const start = { range: { index: 'byAccount', prefix: ['ada'], limit: 10 } };

const steps: LinkedStep[] = [
  { in: 'rooms', keys: [{ of: 0, field: 'room' }] },
  {
    in: 'readers',
    keys: [
      { of: 0, field: '_id' },
      { of: 1, accounts: 'pair', except: 'ada' },
    ],
  },
  { in: 'log', keys: [{ of: 1, list: 'listed.ids' }] },
  { in: 'members', keys: [{ of: 1, accounts: 'pair', except: 'ada' }] },
  { in: 'slugs', keys: [{ of: 1, field: 'listed.slug' }] },
];

const put = (into: Extract<Write, { op: 'put' }>['in'], doc: Doc & Record<string, unknown>): Write => ({
  op: 'put',
  in: into,
  doc,
});

const member = (room: string, account: string, present: true | null = true) =>
  put('members', { _id: memberId(room, account), room, account, present });

/** One room with a list, one pair, one of an earlier version without either, one that does not exist. */
async function seed(store: Store): Promise<void> {
  await store.write([
    ...['r1', 'r2', 'r4', 'gone'].map((room) => member(room, 'ada')),
    member('r3', 'ada', null),
    member('r2', 'bob'),
    member('r1', 'bob'),
    ...['r1:ada', 'r1:bob', 'r2:ada', 'r2:bob', 'r3:ada'].map((_id) => put('readers', { _id })),
    put('rooms', { _id: 'r1', pair: null, listed: { ids: [2, 4, 9].map((seq) => logId('r1', seq)), slug: 'oda' } }),
    put('rooms', { _id: 'r2', pair: ['ada', 'bob'], listed: { ids: [], slug: null } }),
    put('rooms', { _id: 'r3', pair: null, listed: { ids: [logId('r3', 1)] } }),
    put('rooms', { _id: 'r4' }),
    put('slugs', { _id: 'oda', room: 'r1' }),
  ]);
  const entries = [...[2, 3, 4].map((seq) => ({ room: 'r1', seq })), { room: 'r2', seq: 1 }, { room: 'r3', seq: 1 }];
  await store.append(entries.map(({ room, seq }) => ({ _id: logId(room, seq), room, seq })));
}

const idsOf = ({ start: started, linked }: LinkedDocs) =>
  [started, ...linked].map((docs) => docs.map(({ _id }) => _id).sort());

const found = [
  ['gone:ada', 'r1:ada', 'r2:ada', 'r4:ada'],
  ['r1', 'r2', 'r4'],
  ['r1:ada', 'r2:ada', 'r2:bob'],
  [logId('r1', 2), logId('r1', 4)],
  ['r2:bob'],
  ['oda'],
];

export function linkedContract(openStore: OpenStore): void {
  describe('documents that lead to others', () => {
    it('come in one answer: by a field, by a list in a field, for the others of a pair', async () => {
      const store = await openStore();
      await seed(store);
      const read = await store.getLinked('members', start, steps);
      expect(idsOf(read)).toEqual(found);
      expect(read.start.map(({ _id }) => _id)).toEqual(found[0]);
      expect(read.start).toContainEqual(await store.get('members', 'r1:ada'));
      expect(read.linked[0]).toContainEqual(await store.get('rooms', 'r1'));
    });

    it('are the same as those that are read step by step', async () => {
      const store = await openStore();
      await seed(store);
      for (const from of [start, { ids: ['r2:ada', 'nobody', 'gone:ada', 'r3:ada'] }]) {
        const inSteps = idsOf(await getInSteps(store, 'members', from, steps));
        expect(inSteps[0]).toHaveLength('ids' in from ? 3 : 4);
        expect(idsOf(await store.getLinked('members', from, steps))).toEqual(inSteps);
      }
    });

    it('that are read step by step are not older than those of the first step', async () => {
      const store = await openStore();
      await seed(store);
      const reader: Pick<Store, 'getMany' | 'range'> = {
        range: (from, range) => store.range(from, range),
        async getMany<T extends Doc>(from: Parameters<Store['getMany']>[0], ids: string[]) {
          if (from === 'rooms') await store.write([{ op: 'set', in: 'members', id: 'r1:ada', set: { role: 'admin' } }]);
          return store.getMany<T>(from, ids);
        },
      };
      const read = await getInSteps(reader, 'members', start, steps);
      expect(read.start).toContainEqual(expect.objectContaining({ _id: 'r1:ada', role: 'admin' }));
    });

    it('are none of nothing', async () => {
      const store = await openStore();
      expect(await store.getLinked('members', start, steps)).toEqual({ start: [], linked: [[], [], [], [], []] });
    });

    it('may be larger together than one document of MongoDB can be', async () => {
      const store = await openStore();
      await seed(store);
      const body = 'x'.repeat(6_000_000);
      await store.write(
        ['r1', 'r2', 'r4'].map((room) => ({ op: 'set', in: 'rooms', id: room, set: { body } }) as const),
      );
      expect(idsOf(await store.getLinked('members', start, steps))).toEqual(found);
    });
  });
}
