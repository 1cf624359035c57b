import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';
import { Pairs } from './pairs.js';

const [ADA, BOB] = ['a', 'b'].map((one) => `${one.repeat(8)}-0000-4000-8000-000000000000`) as [string, string];

/** The next opening of a direct chat does not come to the store before it is let through. */
function holdingOpening(inner: Store) {
  const store = new FaultyStore(inner);
  const held: (() => void)[] = [];
  const hold = () => {
    store.fault = async (call, phase) => {
      const isOpening =
        call.op === 'transaction' && call.writes.some(({ op, in: into }) => op === 'put' && into === 'dms');
      if (isOpening && phase === 'before') await new Promise<void>((resolve) => held.push(resolve));
    };
  };
  return {
    store,
    hold,
    held: () => poll(() => held.length > 0, { until: 'the chat is on its way' }),
    letThrough: () => held.splice(0).forEach((release) => void release()),
  };
}

describeOnBothEngines('a block while the chat is on its way to the store', (openStore) => {
  it.each(['first', 'second'])('binds the %s chat of the two from its acknowledgement on', async (which) => {
    const { store, hold, held, letThrough } = holdingOpening(await openStore());
    const pairs = new Pairs(store);
    const [ada, bob] = [await pairs.account(ADA), await pairs.account(BOB)];
    if (which === 'second') {
      const { id } = await pairs.dms.open(bob, ADA);
      await pairs.node.rooms.ask(id, { type: 'leave_room', by: bob });
    }
    hold();
    const opening = pairs.dms.open(ada, BOB);
    await held();
    await pairs.node.users.ask(BOB, { type: 'set_block', other: ADA, on: true });
    const noted = pairs.dms.noteBlock(BOB, ADA);
    letThrough();
    await noted;
    const { id } = await opening;
    await expect(pairs.say(ada, id, 'yine de')).rejects.toMatchObject({ refusal: { code: 'blocked' } });
    await pairs.node.users.ask(BOB, { type: 'set_block', other: ADA, on: false });
    await pairs.dms.noteBlock(BOB, ADA);
    await pairs.say(ada, id, 'şimdi');
    expect(await pairs.problems(id)).toEqual([]);
    await pairs.stop();
  });
});

describeOnBothEngines('a chat on its way to the store while an account is given up', (openStore) => {
  it.each([
    ['the other one', BOB, 'not_found'],
    ['the opener', ADA, 'unauthorized'],
  ])('is not made when it is %s, so that no room names the account again', async (_, leaver, refusal) => {
    const { store, hold, held, letThrough } = holdingOpening(await openStore());
    const pairs = new Pairs(store);
    const [ada] = [await pairs.account(ADA), await pairs.account(BOB)];
    hold();
    const opening = pairs.dms.open(ada, BOB).catch((error: unknown) => error);
    await held();
    await store.transaction([{ op: 'del', in: 'accounts', id: leaver }]);
    store.fault = () => undefined;
    letThrough();
    expect(await opening).toMatchObject({ refusal: { code: refusal } });
    expect(await store.range('dms', { index: '_id', limit: 10 })).toEqual([]);
    expect(await store.range('rooms', { index: '_id', limit: 10 })).toEqual([]);
    await pairs.stop();
  });
});

describeOnBothEngines('a block of an account that was erased', (openStore) => {
  it('is refused, so that nothing names the account again', async () => {
    const store = await openStore();
    const pairs = new Pairs(store);
    await pairs.account(ADA);
    const asked = pairs.node.users.ask(ADA, { type: 'set_block', other: BOB, on: true });
    await expect(asked).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    expect(await store.range('blocks', { index: 'byAccount', prefix: [ADA], limit: 10 })).toEqual([]);
    await pairs.node.users.ask(ADA, { type: 'set_block', other: BOB, on: false });
  });
});
