/** What hangs on old rows is there again after a restart: from the head, from the rows, and from entries replayed. */
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const ROOM = 'room-1';
const ada: Caller = { accountId: 'account-ada', username: 'ada', sessionId: 's', language: null };
const survey = { type: 'survey', question: 'Çay mı?', options: ['Evet', 'Hayır'], multiple: false };

function nodeOn(store: Store) {
  const node = createNode({ store, env: systemEnv, owner: 'owner-1', alone: true, brand: 'meydan' });
  const say = async (draft: object) => {
    const whole = { body: '', clientId: null, replyTo: null, discussionOf: null, ...draft };
    return (await node.rooms.ask(ROOM, { type: 'send_message', by: ada, draft: whole })).message.row;
  };
  return { ...node, say };
}

describeOnBothEngines('pins, discussions and surveys', (openStore) => {
  it('outlive the window and a restart', async () => {
    let store = await openStore();
    let { rooms, say, system } = nodeOn(store);
    const settings = { ...defaultSettings, name: 'Kahve' };
    await rooms.ask(ROOM, { type: 'create_room', by: ada, slug: 'kahve', settings });
    const asked = await say({ kind: 'survey', attachment: survey });
    await rooms.ask(ROOM, { type: 'pin_message', by: ada, messageId: asked.id, pinned: true });
    await rooms.ask(ROOM, { type: 'vote', by: ada, messageId: asked.id, options: [0] });
    await say({ body: 'ilk', discussionOf: asked.id });
    for (let at = 0; at < 600; at += 1) await say({ body: `satır ${at}` });
    const whole = async () => ({
      view: (await rooms.ask(ROOM, { type: 'view_room', by: ada })).pinned?.row,
      votes: await rooms.ask(ROOM, { type: 'view_votes', by: ada, messageId: asked.id }),
      page: await rooms.ask(ROOM, { type: 'list_discussion', by: ada, messageId: asked.id, afterSeq: 0, limit: 50 }),
    });
    const before = await whole();
    expect(before.view).toMatchObject({ id: asked.id, votes: [1, 0], discussion: { open: true, count: 1 } });
    expect(before.page.messages.map(({ row }) => row.body)).toEqual(['ilk']);
    await system.stop();

    store = await openStore.again(store);
    ({ rooms, say, system } = nodeOn(store));
    expect(await whole()).toEqual(before);
    await say({ body: 'son', discussionOf: asked.id });
    expect((await whole()).page.messages.map(({ row }) => row.body)).toEqual(['ilk', 'son']);
    expect((await whole()).view).toMatchObject({ discussion: { count: 2 } });
    await system.stop();
    expect((await verifyRoom(store, ROOM)).problems).toEqual([]);
  });
});
