/** What a room's log knows of a shared article, whatever a crash keeps from its documents. */
import type { RowView } from '#actors/room/commands.js';
import type { Draft } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import { ada, bob, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore, type StoreCall } from '../support/store/faulty-store.js';

const isWrite = ({ op }: StoreCall): boolean => op === 'write';

describeOnBothEngines('a shared article in the log', (openStore) => {
  let store: FaultyStore;
  let fixture: RoomFixture;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob]);
  });
  const finish = async () => {
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  };

  const write = async (): Promise<RowView['row']> => {
    const article = { title: 'Kahve', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Bir yudum.' }] };
    const draft: Draft = {
      clientId: null,
      body: '',
      replyTo: null,
      discussionOf: null,
      kind: 'article',
      attachment: article,
    };
    return (await fixture.ok(bob, { type: 'send_message', draft })).message.row;
  };
  const offer = (messageId: string) => fixture.ok(bob, { type: 'offer_article', messageId });
  const record = (messageId: string, entryId: number) =>
    fixture.ok(ada, { type: 'record_entry', messageId, entryId, answer: null });
  const react = (messageId: string, on = true) => fixture.ok(ada, { type: 'react', messageId, emoji: '👍', on });
  const marks = () => store.range<{ _id: string; seq: number; toReport: number }>('log', { index: 'reports' });
  const isShown = async (messageId: string, entryId: number) => {
    return (await fixture.node.articles.sources([{ entryId, messageId, roomId: fixture.id }]))[0] !== null;
  };

  /** The entries land, their projections do not; then others own the room. */
  async function crashBeforeProjections(act: () => Promise<unknown>): Promise<void> {
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await act().catch(() => undefined);
    store.fault = () => undefined;
    fixture.abandon();
  }

  it('is offered once, and known by its number once the dictionary has it', async () => {
    const { id } = await write();
    const first = await offer(id);
    expect(first).toEqual({
      draft: {
        authorId: bob.accountId,
        roomId: fixture.id,
        roomSlug: fixture.slug,
        messageId: id,
        tag: 'kahve',
        title: 'Kahve',
        excerpt: 'Bir yudum.',
      },
      entryId: null,
    });
    const entries = async () => (await fixture.ok(bob, { type: 'open_room', limit: 1 })).seq;
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
    await fixture.ok(ada, { type: 'view_room' });
    expect(await isShown(id, 7)).toBe(true);
    await crashBeforeProjections(() => record(id, 7));
    expect(await offer(id)).toMatchObject({ entryId: 7 });
    await crashBeforeProjections(() => react(id));
    await fixture.ok(ada, { type: 'view_room' });
    expect((await marks()).length).toBe(1);
    await crashBeforeProjections(() => fixture.ok(bob, { type: 'delete_message', messageId: id }));
    await fixture.ok(ada, { type: 'view_room' });
    expect(await isShown(id, 7)).toBe(false);
    expect((await marks()).length).toBe(1);
    await finish();
  });

  it('is missed by whoever verifies the log, when it is not what the entries say', async () => {
    const { id, seq } = await write();
    await offer(id);
    await record(id, 7);
    const card: Draft = {
      clientId: null,
      body: '',
      replyTo: null,
      discussionOf: null,
      kind: 'entry',
      attachment: { type: 'entry', entry_id: 7 },
    };
    const { message } = await fixture.ok(ada, { type: 'send_message', draft: card });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
    await store.write([
      { op: 'set', in: 'log', id: logId(fixture.id, message.row.seq), unset: ['reshareOf'] },
      { op: 'set', in: 'log', id: logId(fixture.id, seq), set: { entryId: 8 } },
    ]);
    const problems = JSON.stringify(await fixture.problems());
    expect(problems).toContain('whose reshare it is');
    expect(problems).toContain('its number in the dictionary');
  });

  it('of an organization’s room stays there', async () => {
    const { id } = await write();
    await fixture.restart();
    await store.write([{ op: 'set', in: 'rooms', id: fixture.id, set: { organization: 'an-organization' } }]);
    expect(await fixture.ask(bob, { type: 'offer_article', messageId: id })).toMatchObject({
      code: 'not_available_in_organization',
    });
  });
});
