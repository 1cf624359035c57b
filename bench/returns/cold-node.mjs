/** A process that has just been started: people return to it one after the other. */
import { measureCpu } from '../lib/cpu.mjs';
import { openBuild } from './build.mjs';

const ROOMS_MAX = 10_000;

const { place, folder, people } = await new Promise((resolve) => process.once('message', resolve));
const { node, store, close } = await openBuild(folder, place);

async function arrive({ accountId, sessionId }) {
  if (!(await node.users.ask(accountId, { type: 'view_session', sessionId }))) throw new Error('the session is gone');
  await store.range('members', { index: 'byAccount', prefix: [accountId], limit: ROOMS_MAX });
}

/** Milliseconds of processor for each person. */
async function costOf(some, work) {
  const took = measureCpu(place.pid ?? null);
  for (const person of some) await work(person);
  const { all, actors, store: ofStore } = took();
  const each = (ms) => Math.round((ms / some.length) * 100) / 100;
  return { main: each(actors), store: each(ofStore), process: each(all) };
}

const parts = [];
const half = Math.ceil(people.length / 2);
for (const [part, some] of [
  ['first half', people.slice(0, half)],
  ['second half', people.slice(half)],
]) {
  const arrival = await costOf(some, arrive);
  const list = await costOf(some, (person) => node.roomList(person));
  parts.push({
    part,
    'ms arrival, process': arrival.process,
    'ms arrival, store': arrival.store,
    'ms list, main': list.main,
    'ms list, process': list.process,
    'ms list, store': list.store,
  });
}
await close();
process.send(parts, () => process.exit(0));
