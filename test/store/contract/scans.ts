import { logId } from '#src/store/collections.js';
import { scanRange } from '#src/store/scan-range.js';
import type { Doc, Scan, Scanned, Store } from '#src/store/store.js';
import type { OpenStore } from '../../support/store/engines.js';
import { messageDoc, ROOM } from '../../support/store/message-docs.js';

const ACCOUNT = '3f0c2b1e-1111-4222-8333-abcdefabcdef';
const NEIGHBOUR = `${ROOM.slice(0, -1)}5`;

/** Where an id may stand, by seq. */
const places: Record<number, Doc[keyof Doc] | object> = {
  2: { by: ACCOUNT },
  40: { row: { id: 'x', sender: { accountId: ACCOUNT } } },
  41: { facts: [{ type: 'member_banned', account: ACCOUNT }, { also: ACCOUNT }] },
  300: { content: { body: `look at ${ACCOUNT}, please` } },
  301: { content: { body: `half \ud83d of ${ACCOUNT}` } },
  302: { reactions: { [ACCOUNT]: 1 } },
  303: { reactions: { [`a:${ACCOUNT}`]: 1 } },
  304: { dedup: `${ROOM}:${ACCOUNT}:7` },
  305: { commit: `${ACCOUNT}.9` },
  520: { content: { body: ACCOUNT.toUpperCase() } },
  521: { content: { body: ACCOUNT.slice(1) } },
};
const HOLDING = [2, 40, 41, 300, 301, 302, 303, 304, 305];
const ROWS = 600;

function seed(store: Store) {
  const docs = Array.from({ length: ROWS }, (_, at) => ({
    ...messageDoc({ seq: at + 1 }),
    ...(places[at + 1] as object | undefined),
  }));
  const elsewhere = { ...messageDoc({ seq: 1, room: NEIGHBOUR }), by: ACCOUNT };
  return store.append([...docs, elsewhere]);
}

const scanOf = (scan: Partial<Scan> = {}): Scan => ({
  text: ACCOUNT,
  gt: `${ROOM}:`,
  lt: `${ROOM};`,
  limit: 500,
  ...scan,
});
const idsOf = (docs: readonly Doc[]) => docs.map(({ _id }) => _id);

export function scanContract(openStore: OpenStore): void {
  describe('a scan for a text', () => {
    const seeded = async () => {
      const store = await openStore();
      await seed(store);
      return store;
    };

    it('finds it wherever it stands in an entry, and nothing else', async () => {
      const store = await seeded();
      const first = await store.scan('log', scanOf());
      expect(idsOf(first.docs)).toEqual(HOLDING.map((seq) => logId(ROOM, seq)));
      expect(first.last).toBe(logId(ROOM, 500));
      expect(first.docs).toEqual(await store.getMany('log', idsOf(first.docs)));
      expect(await store.scan('log', scanOf({ gt: logId(ROOM, 500) }))).toEqual({ docs: [], last: null });
    });

    it('says where it ended: at its limit, or nowhere', async () => {
      const store = await seeded();
      const last = ROWS - 260;
      const behind = (seq: number, limit: number) => store.scan('log', scanOf({ gt: logId(ROOM, seq), limit }));
      expect((await behind(last, 259)).last).toBe(logId(ROOM, ROWS - 1));
      expect((await behind(last, 260)).last).toBe(logId(ROOM, ROWS));
      expect(await behind(last, 261)).toEqual({ docs: [], last: null });
      expect(await behind(1, 3)).toEqual({ docs: [await store.get('log', logId(ROOM, 2))], last: logId(ROOM, 4) });
      expect(await store.scan('log', scanOf({ gt: 'g', lt: 'h' }))).toEqual({ docs: [], last: null });
    });

    it('is the same as a read of everything, whatever the text', async () => {
      const store = await seeded();
      const parts = [ROOM.slice(0, 7), ACCOUNT.slice(4), 'sender', 'ada_of_rize', `${ROOM}:${ACCOUNT}`];
      for (const text of [ROOM, 'yarın akşam', ...parts]) {
        for (const limit of [ROWS, 20]) {
          const scan = scanOf({ text, limit });
          expect(await store.scan('log', scan)).toEqual(await scanRange(store, 'log', scan));
        }
      }
    });

    it('goes on behind documents that are too large for one answer', async () => {
      const store = await openStore();
      const large = 'x'.repeat(1_000_000);
      const docs = Array.from({ length: 20 }, (_, at) => ({ _id: `r1:${10 + at}`, large, by: at % 10 ? '' : ACCOUNT }));
      for (const doc of docs) await store.write([{ op: 'put', in: 'readers', doc }]);
      const found: string[] = [];
      for (let gt: string | null = 'r1:'; gt !== null; ) {
        const scanned: Scanned<Doc> = await store.scan('readers', scanOf({ gt, lt: 'r1;' }));
        found.push(...idsOf(scanned.docs));
        gt = scanned.last;
      }
      expect(found).toEqual(['r1:10', 'r1:20']);
    });

    it('looks through the documents of other collections, and their ids', async () => {
      const store = await openStore();
      const docs = [
        { _id: `r1:${ACCOUNT}`, room: 'r1' },
        { _id: 'r1:b', by: [{ deep: { [ACCOUNT]: 'ş"\\' } }] },
        { _id: 'r1:c', by: 'c' },
        { _id: `r2:${ACCOUNT}`, room: 'r2' },
      ];
      await store.write(docs.map((doc) => ({ op: 'put', in: 'readers', doc })));
      const part = { gt: 'r1:', lt: 'r1;' };
      const [own, b] = docs;
      expect(await store.scan('readers', scanOf({ ...part, limit: 3 }))).toEqual({ docs: [own, b], last: 'r1:c' });
      expect(await store.scan('readers', scanOf({ ...part, limit: 4 }))).toEqual({ docs: [own, b], last: null });
      expect((await store.scan('readers', scanOf({ ...part, text: 'ş"\\' }))).docs).toEqual([b]);
    });
  });
}
