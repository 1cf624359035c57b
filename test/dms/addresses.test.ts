import { dmRoomId, dmSlug, pairOf } from '#src/domain/rooms/dm.js';
import { isSlug } from '#src/domain/text/slug.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { Pairs } from './pairs.js';

const id = (head: string, tail: string) => `${head}-0000-4000-8000-00000000000${tail}`;

describe('the address and the id of a direct chat', () => {
  it('are the same from both sides, and the id is another one in the next generation', () => {
    const [ada, bob] = ['c56a4180-65aa-42ec-a945-5fd21dec0538', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'];
    expect(dmSlug(pairOf(ada, bob), 1)).toBe('dm-1b9d6bcdbbfd-c56a418065aa');
    expect(dmSlug(pairOf(bob, ada), 2)).toBe('dm-1b9d6bcdbbfd-c56a418065aa-2');
    expect(isSlug(dmSlug(pairOf(bob, ada), 8))).toBe(true);
    expect(dmRoomId(pairOf(ada, bob), 0)).toBe(dmRoomId(pairOf(bob, ada), 0));
    expect(dmRoomId(pairOf(ada, bob), 1)).not.toBe(dmRoomId(pairOf(ada, bob), 0));
    expect(dmRoomId(pairOf(ada, bob), 0)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('differ for as many pairs as one likes', () => {
    const ids = Array.from(
      { length: 200 },
      (_, at) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    );
    const rooms = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => dmRoomId(pairOf(one, other), 0)));
    expect(new Set(rooms).size).toBe(rooms.length);
  });
});

describeOnBothEngines('pairs whose ids begin alike', (openStore) => {
  it('have an address each, also when they open their chats at once', async () => {
    const pairs = new Pairs(await openStore());
    const people = [id('aaaaaaaa', '1'), id('aaaaaaaa', '2'), id('bbbbbbbb', '3'), id('bbbbbbbb', '4')];
    const [a1, a2, b1, b2] = await Promise.all(people.map((one) => pairs.account(one)));
    if (!a1 || !a2 || !b1 || !b2) throw new Error('four people');
    const opening = [
      [a1, b1],
      [a2, b2],
      [b1, a2],
      [b2, a1],
    ] as const;
    const opened = await Promise.all(opening.map(([by, other]) => pairs.dms.open(by, other.accountId)));
    const base = 'dm-aaaaaaaa0000-bbbbbbbb0000';
    expect(opened.map(({ slug }) => slug).sort()).toEqual([base, `${base}-2`, `${base}-3`, `${base}-4`]);
    for (const [at, { id: room, slug }] of opened.entries()) {
      const [by, other] = opening[at] ?? [a1, b1];
      await pairs.say(by, room, slug);
      expect((await pairs.dms.find(other, by.accountId))?.slug).toBe(slug);
      expect(await pairs.problems(room)).toEqual([]);
    }
    await pairs.stop();
    expect(pairs.errors).toEqual([]);
  });

  it('get an address that became free', async () => {
    const pairs = new Pairs(await openStore());
    const [a1, b1, b2] = [id('aaaaaaaa', '1'), id('bbbbbbbb', '3'), id('bbbbbbbb', '4')];
    const [by, one, other] = [await pairs.account(a1), await pairs.account(b1), await pairs.account(b2)];
    const first = await pairs.dms.open(by, one.accountId);
    await pairs.node.rooms.ask(first.id, { type: 'leave_room', by });
    expect((await pairs.dms.open(by, other.accountId)).slug).toBe(first.slug);
    expect((await pairs.dms.open(by, one.accountId)).slug).toBe(`${first.slug}-2`);
    await pairs.stop();
  });
});
