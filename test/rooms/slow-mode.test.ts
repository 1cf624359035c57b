/** Slow mode is judged to the millisecond, by the room's own clock, also after a restart. */

import { callerNamed, RoomNode, StillClock } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const PAUSE_MS = 30_000;

describeOnBothEngines('slow mode', (openStore) => {
  it('refuses until the very millisecond it tells, and lets the next one through', async () => {
    let store = await openStore();
    const clock = new StillClock();
    let room = new RoomNode(store, { clock });
    await room.create('ada', { slowModeS: PAUSE_MS / 1_000 });
    await room.ask({ type: 'join_room', by: callerNamed('bob') });
    const say = (name: string, body: string) => {
      const draft = { body, clientId: null, replyTo: null, discussionOf: null };
      return room.node.rooms.tryAsk(room.id, { type: 'send_message', by: callerNamed(name), draft });
    };
    const until = clock.env.now() + PAUSE_MS;
    expect(await say('bob', 'bir')).toMatchObject({ ok: true });
    clock.move(PAUSE_MS - 1);
    expect(await say('bob', 'iki')).toMatchObject({ ok: false, code: 'slow_mode', until });
    expect(await say('ada', 'bir')).toMatchObject({ ok: true });
    expect(await say('ada', 'iki')).toMatchObject({ ok: true });
    await room.node.system.stop();
    store = await openStore.again(store);
    room = new RoomNode(store, { clock });
    expect(await say('bob', 'iki')).toMatchObject({ ok: false, code: 'slow_mode', until });
    clock.move(1);
    expect(await say('bob', 'iki')).toMatchObject({ ok: true });
    await room.node.system.stop();
  });
});
