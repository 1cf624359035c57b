/** What a room's log knows of a shared article, whatever a crash keeps from its documents. */
import type { RowView } from '#actors/room/commands.js';
import type { Draft } from '#src/domain/message.js';
import { logId } from '#src/store/collections.js';
import { describeOnBothEngines } from '../support/engines.js';
import { FaultyStore, type StoreCall } from '../support/faulty-store.js';
import { ada, bob, RoomHouse, registerNames } from '../support/room-house.js';

const isWrite = ({ op }: StoreCall): boolean => op === 'write';

describeOnBothEngines('a shared article in the log', (openStore) => {
  let store: FaultyStore;
  let house: RoomHouse;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await registerNames(store);
    house = await new RoomHouse(store).found({}, [bob]);
  });
  const finish = async () => {
    await house.stop();
    expect(await house.problems()).toEqual([]);
  };

  const write = async (): Promise<RowView['row']> => {
    const article = { title: 'Kahve', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Bir yudum.' }] };
    const draft: Draft = {
      ...{ clientId: null, body: '', replyTo: null, discussionOf: null },
      ...{ kind: 'article', attachment: article },
    };
    return (await house.ok(bob, { type: 'send_message', draft })).message.row;
  };
  const offer = (messageId: string) => house.ok(bob, { type: 'offer_article', messageId });
  const record = (messageId: string, entryId: number) =>
    house.ok(ada, { type: 'record_entry', messageId, entryId, answer: null });
  const react = (messageId: string, on = true) => house.ok(ada, { type: 'react', messageId, emoji: '👍', on });
  const marks = () => store.range<{ _id: string; seq: number; toReport: number }>('log', { index: 'reports' });
  const isShown = async (messageId: string, entryId: number) => {
    return (await house.node.articles.sources([{ entryId, messageId, roomId: house.id }]))[0] !== null;
  };

  /** The entries land, their projections do not; then others own the room. */
  async function crashBeforeProjections(act: () => Promise<unknown>): Promise<void> {
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await act().catch(() => undefined);
    store.fault = () => undefined;
    house.abandon();
  }

  it('is offered once, and known by its number once the dictionary has it', async () => {
    const { id } = await write();
    const first = await offer(id);
    expect(first).toEqual({
      draft: {
        ...{ authorId: bob.accountId, roomId: house.id, roomSlug: house.slug, messageId: id },
        ...{ tag: 'kahve', title: 'Kahve', excerpt: 'Bir yudum.' },
      },
      entryId: null,
    });
    const entries = async () => (await house.ok(bob, { type: 'open_room', limit: 1 })).seq;
    const before = await entries();
    expect(await offer(id)).toEqual(first);
    expect(await entries()).toBe(before);
    await record(id, 7);
    expect(await offer(id)).toMatchObject({ entryId: 7 });
    await record(id, 7);
    expect(await entries()).toBe(before + 1);
    await finish();
  });

  it('is shown as no other entry than the one it was offered for, and not at all before', async () => {
    const { id } = await write();
    expect(await isShown(id, 7)).toBe(false);
    await offer(id);
    expect(await isShown(id, 7)).toBe(true);
    await record(id, 7);
    expect([await isShown(id, 7), await isShown(id, 8)]).toEqual([true, false]);
    await finish();
  });

  it('is not recorded for what nobody has offered', async () => {
    const { id } = await write();
    await record(id, 7);
    expect([await isShown(id, 7), (await marks()).length]).toEqual([false, 0]);
    await finish();
  });

  it('is offered and recorded after a crash, and its reactions are reported', async () => {
    const { id } = await write();
    await crashBeforeProjections(() => offer(id));
    await house.ok(ada, { type: 'view_room' });
    expect(await isShown(id, 7)).toBe(true);
    await crashBeforeProjections(() => record(id, 7));
    expect(await offer(id)).toMatchObject({ entryId: 7 });
    await crashBeforeProjections(() => react(id));
    await house.ok(ada, { type: 'view_room' });
    expect((await marks()).length).toBe(1);
    await crashBeforeProjections(() => house.ok(bob, { type: 'delete_message', messageId: id }));
    await house.ok(ada, { type: 'view_room' });
    expect(await isShown(id, 7)).toBe(false);
    expect((await marks()).length).toBe(1);
    await finish();
  });

  it('is missed by whoever verifies the log, when it is not what the entries say', async () => {
    const { id, seq } = await write();
    await offer(id);
    await record(id, 7);
    const card: Draft = {
      ...{ clientId: null, body: '', replyTo: null, discussionOf: null },
      ...{ kind: 'entry', attachment: { type: 'entry', entry_id: 7 } },
    };
    const { message } = await house.ok(ada, { type: 'send_message', draft: card });
    await house.stop();
    expect(await house.problems()).toEqual([]);
    await store.write([
      { op: 'set', in: 'log', id: logId(house.id, message.row.seq), unset: ['reshareOf'] },
      { op: 'set', in: 'log', id: logId(house.id, seq), set: { entryId: 8 } },
    ]);
    const problems = JSON.stringify(await house.problems());
    expect(problems).toContain('whose reshare it is');
    expect(problems).toContain('its number in the dictionary');
  });

  it('of an organization’s room stays there', async () => {
    const { id } = await write();
    await house.restart();
    await store.write([{ op: 'set', in: 'rooms', id: house.id, set: { organization: 'an-organization' } }]);
    expect(await house.ask(bob, { type: 'offer_article', messageId: id })).toMatchObject({
      code: 'not_available_in_organization',
    });
  });
});
