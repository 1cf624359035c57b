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

  it('opens three of a hundred at once with stars for three', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
    for (const name of names) await house.door(name, { dmPolicy: 'paid', dmStarCost: 2 });
    await house.give('ada', 7);
    const outcomes = await Promise.all(names.map((name) => house.opening('ada', name)));
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === '402 insufficient_stars')).toHaveLength(97);
    const earned = await Promise.all(names.map((name) => house.stars(name)));
    expect(await house.stars('ada')).toEqual(have(1));
    expect(earned.map(({ balance, ledger }) => `${balance} ${ledger}`).sort()).toEqual([
      ...Array.from({ length: 97 }, () => '0 0'),
      ...Array.from({ length: 3 }, () => '2 2'),
    ]);
    const { rooms } = await house.ok('ada', 'GET', '/rooms');
    expect(rooms).toHaveLength(3);
  }, 60_000);

  it('charges one of a hundred at once to the same person', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 2 });
    await house.give('ada', 100);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => house.opening('ada', 'bob')));
    expect(new Set(outcomes)).toEqual(new Set(['200']));
    expect([await house.stars('ada'), await house.stars('bob')]).toEqual([have(98), have(2)]);
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
