/** The same people and rooms on one node, on two, on three: actors driven directly, then over sockets. */

import { socketIo } from '../sockets/clients.mjs';
import { joinAll, newCounts } from '../sockets/loads.mjs';
import { measure, quiet } from './stretch.mjs';

const WARM_UP_MS_MAX = 40_000;
const SILENT_MS = 26_000;
const BODY = 'Bu akşam sahilde buluşalım mı? Hava güzel olacakmış; herkes gelebiliyorsa yedide iskelede.'.padEnd(
  112,
  '.',
);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function throughput(ground, options, tell) {
  await ground.grow(1);
  const [first] = ground.nodes;
  const size = { rooms: options.rooms, members: options.members };
  const rooms = await first.ask('populate', size);
  const settled = options.only.includes('sockets') ? await first.ask('settle', { ...size, tag: 'many' }) : [];
  for (const count of options.nodes) {
    await ground.grow(count);
    for (const where of ['own', 'any']) {
      if (options.only.includes('actors')) tell(count, `actors, ${where}`, await actors(ground, rooms, where, options));
    }
    if (options.only.includes('sockets')) tell(count, 'sockets', await sockets(ground, settled, options));
  }
}

/** Compiled code is several times as fast as interpreted code; on a busy machine compilation takes long. */
async function warm(wanted, acked) {
  const giveUpAt = performance.now() + WARM_UP_MS_MAX;
  const before = await acked();
  while ((await acked()) - before < wanted && performance.now() < giveUpAt) await wait(500);
}

const ackedOf = ({ acked }) => acked;

/** `own`: spoken where the room lies, and heard there. `any`: spoken and heard on every node. */
async function actors(ground, rooms, where, { inFlight, seconds, warmUp }) {
  const { nodes } = ground;
  const ids = rooms.map(({ id }) => id);
  await Promise.all(nodes.map((node) => node.ask('watch', { ids: where === 'any' ? ids : [] })));
  await Promise.all(nodes.map((node, at) => node.ask('speak', { rooms, inFlight, where, seed: at + 1 })));
  await warm(warmUp, async () => Math.min(...(await Promise.all(nodes.map((node) => node.ask('look')))).map(ackedOf)));
  const stretch = await measure(ground, seconds);
  const ends = await Promise.all(nodes.map((node) => node.ask('hush')));
  await Promise.all(nodes.map((node) => node.ask('watch', { ids: [] })));
  // So long an owner tells those who do not listen any more.
  if (where === 'any' && nodes.length > 1) await wait(SILENT_MS);
  const p50 = Math.max(...ends.map((end) => end.p50));
  const refused = Object.assign({}, ...ends.map((end) => end.refused));
  return { p50: Math.round(p50), ...quiet(stretch), refused: JSON.stringify(refused) };
}

/** Members of each room sit on all nodes in turn; two of ten for each node speak as fast as they are answered. */
async function sockets(ground, settled, { seconds, members, warmUp }) {
  const { nodes } = ground;
  const counts = newCounts();
  const targets = settled.flatMap(({ slug, tokens }) =>
    tokens.map((token, at) => ({ port: nodes[at % nodes.length].port, token, room: slug, counts })),
  );
  await Promise.all(nodes.map((node) => node.ask('watch', { ids: [] })));
  const clients = await joinAll(socketIo, targets);
  const state = { isOver: false, acked: 0 };
  const speakers = clients.filter((_, at) => at % members < 2 * nodes.length);
  const speaking = speakers.map(async (client) => {
    while (!state.isOver) {
      await client.say(BODY);
      state.acked += 1;
    }
  });
  await warm(warmUp * nodes.length, async () => state.acked);
  const stretch = await measure(ground, seconds, () => ({ acked: state.acked, delivered: counts.events }));
  state.isOver = true;
  await Promise.all(speaking);
  for (const client of clients) client.close();
  return quiet(stretch);
}
