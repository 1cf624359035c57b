import type { RoomItem } from '#actors/room/commands.js';
import { ada, bob, RoomFixture, registerNames, sending } from '../support/rooms/room-fixture.js';
import { describeOnEmbedded } from '../support/store/engines.js';

const HOUR_MS = 3_600_000;

describeOnEmbedded('a room whose messages last an hour', (openStore) => {
  let fixture: RoomFixture;
  beforeEach(async () => {
    const store = await openStore();
    await registerNames(store);
    fixture = await new RoomFixture(store).found({ messageTtlHours: 1 }, [bob]);
  });

  const listRow = async () => (await fixture.ok(bob, { type: 'view_list_row' })) ?? undefined;
  const bodies = async () =>
    (await fixture.ok(bob, { type: 'list_messages', limit: 50 })).messages.map(({ row }) => row.body);

  it('shows one until the millisecond before it is gone, then nowhere', async () => {
    await fixture.env.leap(10);
    const { id } = await fixture.say(ada, 'geçici @bob');
    await fixture.env.leap(HOUR_MS - 1);
    expect(await listRow()).toMatchObject({ unread: 1, unreadMentions: 1, lastMessage: { row: { id } } });
    expect(await bodies()).toEqual(['geçici @bob']);
    await fixture.env.leap(1);
    expect(await listRow()).toMatchObject({ unread: 0, unreadMentions: 0, lastMessage: null });
    expect(await bodies()).toEqual([]);
    expect(await fixture.code(bob, { type: 'view_message', messageId: id })).toBe('not_found');
    expect(await fixture.code(ada, { type: 'edit_message', messageId: id, body: 'geç' })).toBe('not_found');
    await fixture.stop();
  });

  it('has no pin of a message that was swept, and its check finds nothing wrong with that', async () => {
    const { id } = await fixture.say(ada, 'geçici');
    await fixture.ok(ada, { type: 'pin_message', messageId: id, pinned: true });
    await fixture.env.leap(HOUR_MS);
    await fixture.node.rooms.ask(fixture.id, { type: 'expire_rows' });
    expect(await fixture.ok(bob, { type: 'view_room' })).toMatchObject({ pins: [], pinned: null });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('tells readers who are here the pins that are left, once for all that are swept together', async () => {
    const [first, second] = [await fixture.say(ada, 'bir'), await fixture.say(ada, 'iki')];
    await fixture.env.leap(HOUR_MS / 2);
    const kept = await fixture.say(ada, 'kalan');
    for (const { id } of [kept, first, second]) {
      await fixture.ok(ada, { type: 'pin_message', messageId: id, pinned: true });
    }
    const items: RoomItem[] = [];
    fixture.node.streams.watch(fixture.id, (item) => items.push(item));
    await fixture.env.leap(HOUR_MS / 2);
    await fixture.node.rooms.ask(fixture.id, { type: 'expire_rows' });
    const events = items.flatMap(({ announcements }) => announcements.map(({ event }) => event));
    expect(events.filter(({ type }) => type === 'message:pins')).toEqual([{ type: 'message:pins', pins: [kept.id] }]);
    await fixture.restart();
    expect(await fixture.ok(bob, { type: 'view_room' })).toMatchObject({ pins: [kept.id] });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('tells lists that what they show as the last message is gone, when it is swept', async () => {
    const { id } = await fixture.say(ada, 'geçici');
    const items: RoomItem[] = [];
    fixture.node.streams.watch(fixture.id, (item) => items.push(item));
    await fixture.env.leap(HOUR_MS);
    await fixture.node.rooms.ask(fixture.id, { type: 'expire_rows' });
    const swept = items.find(({ announcements }) =>
      announcements.some(({ event }) => event.type === 'message:expired' && event.messageIds.includes(id)),
    );
    expect(swept?.activity).toMatchObject({ lastMessage: null, row: null, mentions: [], mentionsAll: false });
    await fixture.stop();
  });

  it('counts what is left, also far behind what memory holds and after a restart', async () => {
    const say = (count: number, text: string) =>
      Promise.all(Array.from({ length: count }, (_, n) => fixture.say(n % 3 === 0 ? bob : ada, text)));
    await say(600, 'eski');
    await fixture.env.leap(HOUR_MS / 2);
    await say(700, 'yeni');
    expect(await listRow()).toMatchObject({ unread: 400 + 466 });
    await fixture.env.leap(HOUR_MS / 2);
    expect(await listRow()).toMatchObject({ unread: 466 });
    await fixture.restart();
    expect(await listRow()).toMatchObject({ unread: 466, readSeq: 2 });
    await fixture.env.leap(HOUR_MS / 2);
    expect(await listRow()).toMatchObject({ unread: 0 });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('answers a resend of what is gone with the blank row', async () => {
    const first = await fixture.ok(ada, sending('bir kez', { clientId: 'c1' }));
    await fixture.env.leap(HOUR_MS);
    const again = await fixture.ok(ada, sending('bir kez', { clientId: 'c1' }));
    expect(again).toMatchObject({
      duplicate: true,
      message: { row: { id: first.message.row.id, body: '', expired: true } },
    });
    expect(await fixture.code(ada, sending('başka', { clientId: 'c1' }))).toBe('idempotency_conflict');
    await fixture.stop();
  });

  it('tells nobody who catches up what a message said that is gone', async () => {
    const { seq } = await fixture.ok(bob, { type: 'open_room', limit: 1 });
    const { id } = await fixture.say(ada, 'gizli');
    await fixture.ok(ada, { type: 'edit_message', messageId: id, body: 'daha gizli' });
    await fixture.env.leap(HOUR_MS);
    const opened = await fixture.ok(bob, { type: 'open_room', afterSeq: seq, limit: 50 });
    expect(JSON.stringify(opened)).not.toMatch(/gizli/);
    expect(opened).toMatchObject({ seq: seq + 2, messages: [], hasMore: false });
    await fixture.stop();
  });
});
