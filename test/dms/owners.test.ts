import { type DmDoc, dmRoomId, pairOf } from '#src/domain/rooms/dm.js';
import { pairId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Pairs } from './pairs.js';

const idOf = (letter: string, at: number) => `${letter.repeat(8)}-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
const ROUNDS = 8;

describeOnBothEngines('two owners of one direct chat', (openStore) => {
  it('make one room of it, paid for once, whoever of the two people asks whom', async () => {
    const store = await openStore();
    const [here, there] = [new Pairs(store, { alone: false }), new Pairs(store, { alone: false })];
    for (let at = 0; at < ROUNDS; at += 1) {
      const paid = { stars: 5, profile: { dmPolicy: 'paid', dmStarCost: 3 } } as const;
      const [ada, bob] = [await here.account(idOf('a', at), paid), await here.account(idOf('b', at), paid)];
      const opened = await Promise.all([
        here.dms.open(ada, bob.accountId),
        there.dms.open(bob, ada.accountId),
        there.dms.open(ada, bob.accountId),
      ]);
      const [room = ''] = opened.map(({ id }) => id);
      expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
      const tallies = await store.getMany<Doc & { stars: number }>('tallies', [ada.accountId, bob.accountId]);
      expect(tallies.map((tally) => tally?.stars).sort()).toEqual([2, 8]);
      await Promise.all([here.say(ada, room, 'bir'), there.say(bob, room, 'iki')]);
      const { messages } = await here.node.rooms.ask(room, { type: 'list_messages', by: ada, limit: 10 });
      expect(messages.map(({ row }) => row.body).sort()).toEqual(['bir', 'iki']);
      expect(await here.problems(room)).toEqual([]);
    }
    await Promise.all([here.stop(), there.stop()]);
  }, 60_000);

  it('make one room of it, although one of them still believes that there is none', async () => {
    const store = await openStore();
    const [here, there] = [new Pairs(store, { alone: false }), new Pairs(store, { alone: false })];
    const [ada, bob] = [await here.account(idOf('a', ROUNDS)), await here.account(idOf('b', ROUNDS))];
    const pair = pairOf(ada.accountId, bob.accountId);
    const id = dmRoomId(pair, 0);
    expect(await here.node.rooms.tryAsk(id, { type: 'view_room', by: ada })).toMatchObject({ ok: false });
    expect((await there.dms.open(ada, bob.accountId)).id).toBe(id);
    expect((await here.dms.open(bob, ada.accountId)).id).toBe(id);
    expect(await store.get<DmDoc>('dms', pairId(...pair))).toMatchObject({ room: id, generation: 0 });
    expect(await here.problems(id)).toEqual([]);
    await Promise.all([here.stop(), there.stop()]);
  });
});
