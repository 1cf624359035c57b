/** A process of its own that uses the built embedded store, so that it can be killed, starved of disk or shut out. */
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbeddedStore } from '../../../dist/src/store/embedded/embedded-store.js';

const [, , job, dir, first = '1'] = process.argv;
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const entryOf = (room, seq, size = 200) => ({
  _id: `${room}:${String(seq).padStart(8, '0')}`,
  room,
  seq,
  dedup: `${room}:ada:${seq}`,
  body: 'x'.repeat(size),
});

/** Says every entry that was acknowledged, after its acknowledgement. */
async function appendForever(store) {
  const lane = async (room) => {
    for (let seq = Number(first); ; seq += 3) {
      const entries = [entryOf(room, seq), entryOf(room, seq + 1), entryOf(room, seq + 2)];
      const { appended } = await store.append(entries);
      say({ acked: entries.slice(0, appended).map(({ _id }) => _id) });
    }
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(lane));
}

async function fillTheDisk(store) {
  writeFileSync(join(dir, 'ballast'), Buffer.alloc(1024 * 1024));
  let acked = 0;
  let refusal;
  while (!refusal) {
    try {
      acked += (await store.append([entryOf('r', acked + 1, 20_000)])).appended;
    } catch (cause) {
      refusal = { name: cause.name, message: cause.message };
    }
  }
  const again = await store.append([entryOf('r', acked + 1, 20_000)]).catch((cause) => cause.name);
  const ping = await store.ping().catch((cause) => cause.name);
  const readable = await store.count('log', { index: '_id' });
  rmSync(join(dir, 'ballast'));
  await store.ping();
  const { appended } = await store.append([entryOf('r', acked + 1, 20_000)]);
  await store.close();
  const reopened = await openEmbeddedStore({ dir });
  const kept = await reopened.count('log', { index: '_id' });
  await reopened.close();
  say({ acked, refusal, again, ping, readable, afterwards: appended, kept });
}

try {
  const store = await openEmbeddedStore({ dir });
  say({ open: true });
  if (job === 'append') await appendForever(store);
  if (job === 'hold') setInterval(() => undefined, 1_000);
  if (job === 'fill') await fillTheDisk(store);
} catch (cause) {
  say({ error: { name: cause.name, message: cause.message } });
}
