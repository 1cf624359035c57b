import { systemEnv } from '#actors/runtime/system-env.js';
import { createNode } from '#src/node.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { RoomNode } from '../support/rooms/room-node.js';
import { describeOnEmbedded } from '../support/store/engines.js';

const ROWS = 70;
const NODES = 80;

const held = () => {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describeOnEmbedded('what the memory budget counts of a room', (openStore) => {
  it.each([
    ['short messages', 'Bir mesaj, yüz yirmi bayt kadar; çoğu insan bundan kısa yazar.'],
    ['long messages', 'ş'.repeat(4_000)],
  ])('is what the heap holds of it: %s', async (_, body) => {
    const store = await openStore();
    const first = new RoomNode(store);
    await first.create('ada');
    await first.sayMany('ada', ROWS, () => body);
    await first.node.system.stop();
    const options = { store, env: systemEnv, owner: 'one', alone: true, brand: 'meydan' };
    const nodes = Array.from({ length: NODES }, () => createNode(options));
    const before = held();
    for (const node of nodes) await node.rooms.ask(first.id, { type: 'expire_rows' });
    const counted = nodes.reduce((sum, { system }) => sum + system.activeBytes, 0);
    const ratio = (held() - before) / counted;
    process.stderr.write(`${body.length} characters: held ${ratio.toFixed(2)} of what is counted\n`);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(1.5);
    await Promise.all(nodes.map(({ system }) => system.stop()));
  });
});
