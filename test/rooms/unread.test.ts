import type { Row } from '#src/domain/messages/message.js';
import { ada, bob, cem, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { describeOnEmbedded } from '../support/store/engines.js';

describeOnEmbedded('unread, far beyond what memory holds', (openStore) => {
  let fixture: RoomFixture;
  beforeEach(async () => {
    const store = await openStore();
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem]);
  });

  const counts = async (by: typeof ada) => {
    const row = await fixture.ok(by, { type: 'view_list_row' });
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
      (each) => fixture.say(by, each),
    );
  const remove = (rows: Row[]) => inParts(rows, ({ id }) => fixture.ok(ada, { type: 'delete_message', messageId: id }));

  it('is right after thousands of deletions, in memory and after a restart', async () => {
    const rows = await say(ada, 1_500, 'hey @all');
    await remove(rows.slice(0, 1_050));
    await remove(rows.slice(1_200, 1_400));
    expect(await counts(cem)).toEqual([250, 250]);
    await fixture.ok(bob, { type: 'mark_read', seq: rows[1_149]?.seq ?? 0 });
    expect(await counts(bob)).toEqual([150, 150]);
    await fixture.restart();
    expect(await counts(cem)).toEqual([250, 250]);
    expect(await counts(bob)).toEqual([150, 150]);
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  }, 60_000);

  it('leaves out what a reader wrote, however much, wherever the cursor is set', async () => {
    const rows = await inParts(
      Array.from({ length: 900 }, (_, n) => n),
      (n) => fixture.say(n % 3 ? bob : ada, `${n} @bob`),
    );
    await fixture.restart();
    for (const at of [0, 10, 440, 870, 899]) {
      await fixture.ok(bob, { type: 'mark_read', messageId: rows[at]?.id ?? '' });
      const left = rows.slice(at + 1).filter(({ owner }) => owner === ada.accountId).length;
      expect([at, ...(await counts(bob))]).toEqual([at, left, left]);
    }
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  }, 60_000);

  it('stops counting mentions by name at a thousand', async () => {
    await say(ada, 1_100, '@bob');
    expect(await counts(bob)).toEqual([1_101, 1_000]);
    await fixture.restart();
    expect(await counts(bob)).toEqual([1_101, 1_000]);
    await fixture.stop();
  }, 60_000);

  it('of a new founder counts what admins may see since the cursor', async () => {
    const quiet = await new RoomFixture(fixture.store, { env: fixture.env }).found({ eventsVisibility: 'admins' }, [
      bob,
      cem,
    ]);
    await quiet.ok(cem, { type: 'leave_room' });
    await quiet.say(ada, 'selam');
    const unread = async () => (await quiet.ok(bob, { type: 'view_list_row' }))?.unread;
    expect(await unread()).toBe(1);
    await quiet.ok(ada, { type: 'leave_room' });
    expect(await unread()).toBe(4);
    for (const each of [fixture, quiet]) await each.stop();
    expect(await quiet.problems()).toEqual([]);
  });
});
