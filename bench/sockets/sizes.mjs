/** What makes a server larger than its load: rows of other rooms in the store, rooms in memory, people who only listen. */
import { fillLog, populate } from '../actors/population.mjs';
import { startLocalNode } from '../lib/local-node.mjs';
import { rest } from './people.mjs';

/** Before the service starts: so many rows of rooms that nobody uses, in the data folder or the mongod of it. */
export async function storeRows(count, { dataDir, mongod }) {
  const local = await startLocalNode(
    mongod ? { engine: 'mongo', mongodbUri: mongod.uri } : { engine: 'embedded', dataDir },
  );
  const [room] = await populate(local.node, { rooms: 1, members: 1, name: 'stored' });
  await fillLog(local, room, count);
  await local.close();
}

const FOUNDING_CONCURRENCY = 16;

/** So many rooms more, which stay in memory for two minutes. The people of `settled` found them in turn. */
export async function foundRooms(port, count, settled) {
  const left = Array.from({ length: count }, (_, at) => at).values();
  const found = async () => {
    for (const at of left) {
      const settings = { name: `idle ${at}`, slug: `idle-${at}`, show_welcome: false, events_visibility: 'none' };
      await rest(port, 'POST', '/api/rooms', settled[at % settled.length].tokens[0], settings);
    }
  };
  await Promise.all(Array.from({ length: FOUNDING_CONCURRENCY }, found));
}
