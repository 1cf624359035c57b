import { dmRoomId, dmSlug, pairOf } from '#src/domain/dm.js';
import { withScene } from '../support/room-scene.js';
import { DmScene } from './dm-scene.js';

const nothing = { balance: 0, ledger: 0 };
const have = (stars: number) => ({ balance: stars, ledger: stars });

withScene('opening a direct chat that costs stars', (scene) => {
  let house: DmScene;
  beforeEach(() => {
    house = new DmScene(scene());
  });

  const ledgerOf = async (name: string) => {
    const range = { index: 'byAccount', prefix: [await house.idOf(name)], desc: true, limit: 100 };
    const entries = await house.store.range<{ _id: string } & Record<string, unknown>>('ledger', range);
    return entries.map(({ delta, reason, relatedRoom }) => ({ delta, reason, relatedRoom }));
  };

  it('moves them from the opener to the other one, once', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 7 });
    await house.give('ada', 10);
    const { slug, id } = await house.open('ada', 'bob');
    expect([await house.stars('ada'), await house.stars('bob')]).toEqual([have(3), have(7)]);
    expect((await ledgerOf('ada'))[0]).toEqual({ delta: -7, reason: 'dm_open', relatedRoom: slug });
    expect(await ledgerOf('bob')).toEqual([{ delta: 7, reason: 'dm_open', relatedRoom: slug }]);

    expect((await house.open('ada', 'bob')).id).toBe(id);
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 100 });
    expect((await house.open('ada', 'bob')).id).toBe(id);
    expect((await house.open('bob', 'ada')).id).toBe(id);
    expect([await house.stars('ada'), await house.stars('bob')]).toEqual([have(3), have(7)]);
    expect(await house.problems(id)).toEqual([]);
  });

  it('takes exactly what there is, and one star less is too little', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 7 });
    await house.give('ada', 6);
    expect(await house.opening('ada', 'bob')).toBe('402 insufficient_stars');
    expect(await house.place('ada', 'bob')).toBeNull();
    await house.give('ada', 1);
    expect(await house.opening('ada', 'bob')).toBe('200');
    expect([await house.stars('ada'), await house.stars('bob')]).toEqual([nothing, have(7)]);
  });

  it('goes by the price of now, whatever it was before or will be', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 100 });
    await house.give('ada', 5);
    expect(await house.opening('ada', 'bob')).toBe('402 insufficient_stars');
    await house.door('bob', { dmStarCost: 5 });
    expect(await house.opening('ada', 'bob')).toBe('200');
    await house.door('bob', { dmPolicy: 'open' });
    expect(await house.opening('cem', 'bob')).toBe('200');
    expect([await house.stars('ada'), await house.stars('bob'), await house.stars('cem')]).toEqual([
      nothing,
      have(5),
      nothing,
    ]);
  });

  it('is free for who is written to, who pays nothing to open it too', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 4 });
    await house.door('ada', { dmPolicy: 'paid', dmStarCost: 9 });
    await house.give('ada', 4);
    const { slug } = await house.open('ada', 'bob');
    await house.open('bob', 'ada');
    expect(await house.inList('bob', slug)).not.toBeNull();
    expect([await house.stars('ada'), await house.stars('bob')]).toEqual([nothing, have(4)]);
  });

  it('gives two pairs whose ids begin alike a room and an address each', async () => {
    const pair = pairOf(await house.idOf('ada'), await house.idOf('bob'));
    const taken = [dmSlug(pair, 1), dmSlug(pair, 2)];
    for (const slug of taken) {
      const doc = { _id: slug, room: dmRoomId(['x', slug], 0) };
      await house.store.write([{ op: 'put', in: 'slugs', doc }]);
    }
    const { slug } = await house.open('ada', 'bob');
    expect(slug).toBe(`${taken[0]}-3`);
    await house.say('ada', slug, 'buradayım');
    expect(await house.bodies('bob', slug.toUpperCase())).toEqual(['buradayım']);
  });
});
