import type { RoomItem } from '#actors/room/commands.js';
import { loadRoom } from '#actors/room/load.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { RoomNode } from '../../support/rooms/room-node.js';
import { describeOnEmbedded } from '../../support/store/engines.js';

/** It covers the oldest of them. */
const ENOUGH_FOR_A_CHECKPOINT = 300;

describeOnEmbedded('entries that landed after their room was given up', (openStore) => {
  /** What a single node tells of them when it loads the room again; a claim follows. */
  async function toldAfter(announcedTo: (newest: number) => number): Promise<{ newest: number; items: RoomItem[] }> {
    const store = await openStore();
    const room = new RoomNode(store);
    await room.create('ada');
    await room.sayMany('ada', ENOUGH_FOR_A_CHECKPOINT, (at) => `message ${at}`);
    const newest = room.items.at(-1)?.seq ?? 0;
    await room.node.system.stop();
    const io = { reader: store, env: systemEnv, owner: 'next', alone: true, isTight: false };
    const { outputs = [] } = await loadRoom(room.id, io, { announcedTo: announcedTo(newest), isUnknown: true });
    await store.close();
    return { newest, items: outputs.flatMap((output) => (output.to === 'stream' ? [output.item as RoomItem] : [])) };
  }

  it('are asked for by the position of the room, before the claim hides them', async () => {
    const { newest, items } = await toldAfter(() => 1);
    expect(items.map(({ seq, isPlace = false }) => ({ seq, isPlace }))).toEqual([
      { seq: newest, isPlace: true },
      { seq: newest + 1, isPlace: false },
    ]);
  });

  it('are no reason to ask where all were announced', async () => {
    const { newest, items } = await toldAfter((at) => at);
    expect(items.map(({ seq, isPlace = false }) => ({ seq, isPlace }))).toEqual([{ seq: newest + 1, isPlace: false }]);
  });
});
