import { dmRoomId, dmSlug, pairOf } from '#src/domain/rooms/dm.js';
import { withScene } from '../support/rooms/room-scene.js';
import { DmScene } from './dm-scene.js';

const nothing = { balance: 0, ledger: 0 };
const have = (stars: number) => ({ balance: stars, ledger: stars });

withScene('opening a direct chat that costs stars', (scene) => {
  let fixture: DmScene;
  beforeEach(() => {
    fixture = new DmScene(scene());
  });

  const ledgerOf = async (name: string) => {
    const range = { index: 'byAccount', prefix: [await fixture.idOf(name)], desc: true, limit: 100 };
    const entries = await fixture.store.range<{ _id: string } & Record<string, unknown>>('ledger', range);
    return entries.map(({ delta, reason, relatedRoom }) => ({ delta, reason, relatedRoom }));
  };

  it('moves them from the opener to the other one, once', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 7 });
    await fixture.give('ada', 10);
    const { slug, id } = await fixture.open('ada', 'bob');
    expect([await fixture.stars('ada'), await fixture.stars('bob')]).toEqual([have(3), have(7)]);
    expect((await ledgerOf('ada'))[0]).toEqual({ delta: -7, reason: 'dm_open', relatedRoom: slug });
    expect(await ledgerOf('bob')).toEqual([{ delta: 7, reason: 'dm_open', relatedRoom: slug }]);

    expect((await fixture.open('ada', 'bob')).id).toBe(id);
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 100 });
    expect((await fixture.open('ada', 'bob')).id).toBe(id);
    expect((await fixture.open('bob', 'ada')).id).toBe(id);
    expect([await fixture.stars('ada'), await fixture.stars('bob')]).toEqual([have(3), have(7)]);
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('takes exactly what there is, and one star less is too little', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 7 });
    await fixture.give('ada', 6);
    expect(await fixture.opening('ada', 'bob')).toBe('402 insufficient_stars');
    expect(await fixture.place('ada', 'bob')).toBeNull();
    await fixture.give('ada', 1);
    expect(await fixture.opening('ada', 'bob')).toBe('200');
    expect([await fixture.stars('ada'), await fixture.stars('bob')]).toEqual([nothing, have(7)]);
  });

  it('goes by the price of now, whatever it was before or will be', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 100 });
    await fixture.give('ada', 5);
    expect(await fixture.opening('ada', 'bob')).toBe('402 insufficient_stars');
    await fixture.terms('bob', { dmStarCost: 5 });
    expect(await fixture.opening('ada', 'bob')).toBe('200');
    await fixture.terms('bob', { dmPolicy: 'open' });
    expect(await fixture.opening('cem', 'bob')).toBe('200');
    expect([await fixture.stars('ada'), await fixture.stars('bob'), await fixture.stars('cem')]).toEqual([
      nothing,
      have(5),
      nothing,
    ]);
  });

  it('is free for who is written to, who pays nothing to open it too', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 4 });
    await fixture.terms('ada', { dmPolicy: 'paid', dmStarCost: 9 });
    await fixture.give('ada', 4);
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.open('bob', 'ada');
    expect(await fixture.inList('bob', slug)).not.toBeNull();
    expect([await fixture.stars('ada'), await fixture.stars('bob')]).toEqual([nothing, have(4)]);
  });

  it('gives two pairs whose ids begin alike a room and an address each', async () => {
    const pair = pairOf(await fixture.idOf('ada'), await fixture.idOf('bob'));
    const taken = [dmSlug(pair, 1), dmSlug(pair, 2)];
    for (const slug of taken) {
      const doc = { _id: slug, room: dmRoomId(['x', slug], 0) };
      await fixture.store.write([{ op: 'put', in: 'slugs', doc }]);
    }
    const { slug } = await fixture.open('ada', 'bob');
    expect(slug).toBe(`${taken[0]}-3`);
    await fixture.say('ada', slug, 'buradayım');
    expect(await fixture.bodies('bob', slug.toUpperCase())).toEqual(['buradayım']);
  });
});
