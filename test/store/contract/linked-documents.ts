import { messageId } from '#src/domain/messages/message-id.js';
import { logId, memberId } from '#src/store/collections.js';
import { getInSteps } from '#src/store/linked-reads.js';
import type { Doc, LinkedDocs, LinkedStep, Store, Write } from '#src/store/store.js';
import type { OpenStore } from '../../support/store/engines.js';

const start = { range: { index: 'byAccount', prefix: ['ada'], limit: 10 } };
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const messageAt = (seq: number) => messageId(1_760_000_000_000, seq, UUID);
/** Places of every length, in both halves of the computation of an id. */
const SEQS = [1, 35, 36, 1_295, 46_655, 1_679_615, 1_679_616, 60_466_175, 2_821_109_907_455 % 2 ** 40];

const steps: LinkedStep[] = [
  { in: 'rooms', of: 0, keys: [{ kind: 'field', field: 'room' }] },
  { in: 'readers', of: 0, keys: [{ kind: 'field', field: '_id' }] },
  {
    in: 'members',
    of: 1,
    keys: [
      { kind: 'member', account: 'ada' },
      { kind: 'members', accounts: 'pair' },
    ],
  },
  {
    in: 'log',
    of: 1,
    keys: [
      { kind: 'entry', seq: 'seq', plus: 1 },
      { kind: 'entry', seq: 'last' },
      { kind: 'messages', ids: 'pins' },
    ],
  },
  { in: 'log', of: 1, index: 'deleted', limit: 3 },
];

const put = (into: Extract<Write, { op: 'put' }>['in'], doc: Doc & Record<string, unknown>): Write => ({
  op: 'put',
  in: into,
  doc,
});

const member = (room: string, account: string, present: true | null = true) =>
  put('members', { _id: memberId(room, account), room, account, present });

async function seed(store: Store): Promise<void> {
  await store.write([
    ...['r1', 'r2', 'r4', 'gone'].map((room) => member(room, 'ada')),
    member('r3', 'ada', null),
    member('r2', 'bob'),
    member('r1', 'bob'),
    put('readers', { _id: 'r1:ada', room: 'r1' }),
    put('rooms', { _id: 'r1', seq: 7, last: 5, pair: null, pins: [messageAt(2), messageAt(4)] }),
    put('rooms', { _id: 'r2', seq: 40, last: 0, pair: ['ada', 'bob'], pins: [] }),
    put('rooms', { _id: 'r3', seq: 1, last: 1, pair: null, pins: [] }),
    put('rooms', { _id: 'r4', seq: 1, last: 1, pair: null, pins: SEQS.map(messageAt) }),
  ]);
  const entries = [
    ...[2, 3, 4, 5, 7, 8].map((seq) => ({ room: 'r1', seq })),
    ...[40, 41].map((seq) => ({ room: 'r2', seq })),
    ...SEQS.map((seq) => ({ room: 'r4', seq })),
    { room: 'r3', seq: 1 },
  ];
  await store.append(entries.map(({ room, seq }) => ({ _id: logId(room, seq), room, seq })));
}

const idsOf = ({ ids, linked }: LinkedDocs) => ({
  ids,
  linked: linked.map((docs) => docs.map(({ _id }) => _id).sort()),
});

export function linkedContract(openStore: OpenStore): void {
  describe('documents that lead to others', () => {
    it('come in one answer: by a field, for an account, for a pair, by a seq, by the ids of messages', async () => {
      const store = await openStore();
      await seed(store);
      const found = await store.getLinked('members', start, steps);
      expect(idsOf(found)).toEqual({
        ids: ['gone:ada', 'r1:ada', 'r2:ada', 'r4:ada'],
        linked: [
          ['r1', 'r2', 'r4'],
          ['r1:ada'],
          ['r1:ada', 'r2:ada', 'r2:bob', 'r4:ada'],
          [
            ...[2, 4, 5, 8].map((seq) => logId('r1', seq)),
            logId('r2', 41),
            ...[...SEQS].sort((a, b) => a - b).map((seq) => logId('r4', seq)),
          ].sort(),
          [],
        ],
      });
      expect(found.linked[0]).toContainEqual(await store.get('rooms', 'r1'));
    });

    it('are the same as those that are read step by step', async () => {
      const store = await openStore();
      await seed(store);
      for (const from of [start, { ids: ['r2:ada', 'nobody', 'gone:ada', 'r3:ada'] }]) {
        const inSteps = await getInSteps(store, 'members', from, steps);
        expect(idsOf(inSteps).ids).toHaveLength('ids' in from ? 3 : 4);
        const { ids, linked } = idsOf(await store.getLinked('members', from, steps));
        expect([ids.sort(), linked]).toEqual([idsOf(inSteps).ids.sort(), idsOf(inSteps).linked]);
      }
    });

    it('come from an index up to a limit for all of them', async () => {
      const store = await openStore();
      await seed(store);
      const deleted = (room: string, seq: number): Write => ({
        op: 'set',
        in: 'log',
        id: logId(room, seq),
        set: { deletedSeq: seq },
      });
      await store.write([deleted('r1', 3), deleted('r3', 1), deleted('r2', 41)]);
      const some = await store.getLinked('members', start, steps);
      expect(idsOf(some).linked[4]).toEqual([logId('r1', 3), logId('r2', 41)]);
      await store.write([deleted('r1', 4), deleted('r1', 5)]);
      const all = await store.getLinked('members', start, steps);
      expect(all.linked[4]).toHaveLength(3);
    });

    it('are none of nothing', async () => {
      const store = await openStore();
      expect(await store.getLinked('members', start, steps)).toEqual({ ids: [], linked: [[], [], [], [], []] });
    });

    it('may be larger together than one document of MongoDB can be', async () => {
      const store = await openStore();
      await seed(store);
      const body = 'x'.repeat(6_000_000);
      await store.write(
        ['r1', 'r2', 'r4'].map((room) => ({ op: 'set', in: 'rooms', id: room, set: { body } }) as const),
      );
      const found = await store.getLinked('members', start, steps);
      expect(found.linked.map(({ length }) => length)).toEqual([3, 1, 4, 5 + SEQS.length, 0]);
    });
  });
}
