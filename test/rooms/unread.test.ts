import type { Row } from '#src/domain/message.js';
import { describeOnEmbedded } from '../support/engines.js';
import { ada, bob, cem, RoomHouse, registerNames } from '../support/room-house.js';

describeOnEmbedded('unread, far beyond what memory holds', (openStore) => {
  let house: RoomHouse;
  beforeEach(async () => {
    const store = await openStore();
    await registerNames(store);
    house = await new RoomHouse(store).found({}, [bob, cem]);
  });

  const counts = async (by: typeof ada) => {
    const row = await house.ok(by, { type: 'view_list_row' });
    return [row?.unread, row?.unreadMentions];
  };
  const inParts = async <T, R>(all: T[], act: (one: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    for (let at = 0; at < all.length; at += 200) results.push(...(await Promise.all(all.slice(at, at + 200).map(act))));
    return results;
  };
  const say = (by: typeof ada, count: number, text = 'selam'): Promise<Row[]> =>
    inParts(
      Array.from({ length: count }, () => text),
      (each) => house.say(by, each),
    );
  const remove = (rows: Row[]) => inParts(rows, ({ id }) => house.ok(ada, { type: 'delete_message', messageId: id }));

  it('is right after thousands of deletions, in memory and after a restart', async () => {
    const rows = await say(ada, 1_500, 'hey @all');
    await remove(rows.slice(0, 1_050));
    await remove(rows.slice(1_200, 1_400));
    expect(await counts(cem)).toEqual([250, 250]);
    await house.ok(bob, { type: 'mark_read', seq: rows[1_149]?.seq ?? 0 });
    expect(await counts(bob)).toEqual([150, 150]);
    await house.restart();
    expect(await counts(cem)).toEqual([250, 250]);
    expect(await counts(bob)).toEqual([150, 150]);
    await house.stop();
    expect(await house.problems()).toEqual([]);
  }, 60_000);

  it('leaves out what a reader wrote, however much, wherever the cursor is set', async () => {
    const rows = await inParts(
      Array.from({ length: 900 }, (_, n) => n),
      (n) => house.say(n % 3 ? bob : ada, `${n} @bob`),
    );
    await house.restart();
    for (const at of [0, 10, 440, 870, 899]) {
      await house.ok(bob, { type: 'mark_read', messageId: rows[at]?.id ?? '' });
      const left = rows.slice(at + 1).filter(({ owner }) => owner === ada.accountId).length;
      expect([at, ...(await counts(bob))]).toEqual([at, left, left]);
    }
    await house.stop();
    expect(await house.problems()).toEqual([]);
  }, 60_000);

  it('stops counting mentions by name at a thousand', async () => {
    await say(ada, 1_100, '@bob');
    expect(await counts(bob)).toEqual([1_101, 1_000]);
    await house.restart();
    expect(await counts(bob)).toEqual([1_101, 1_000]);
    await house.stop();
  }, 60_000);

  it('of a new founder counts what admins may see since the cursor', async () => {
    const quiet = await new RoomHouse(house.store, { env: house.env }).found({ eventsVisibility: 'admins' }, [
      bob,
      cem,
    ]);
    await quiet.ok(cem, { type: 'leave_room' });
    await quiet.say(ada, 'selam');
    const unread = async () => (await quiet.ok(bob, { type: 'view_list_row' }))?.unread;
    expect(await unread()).toBe(1);
    await quiet.ok(ada, { type: 'leave_room' });
    expect(await unread()).toBe(4);
    for (const each of [house, quiet]) await each.stop();
    expect(await quiet.problems()).toEqual([]);
  });
});
