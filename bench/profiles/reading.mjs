/** People who read, and the events of their devices: the same for the same number of people. */
import { eventKey, placeOf, profileMarkId } from '../../dist/src/domain/interests/interest-event.js';
import { chanceFrom } from '../lib/chance.mjs';

const DAY_MS = 86_400_000;
const CHUNK = 500;
const WIDTH = 16;
const categories = ['icecek', 'spor', 'tarih', 'muzik', 'bilim', 'yemek', 'gezi', 'sinema'];

/** `work` for each, some at a time. */
export async function forAll(items, work) {
  const left = [...items].reverse();
  const lane = async () => {
    while (left.length > 0) await work(left.pop());
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

export async function makePeople({ node }, count) {
  const people = [];
  await forAll(Array.from({ length: count }).keys(), async (at) => {
    const identity = { fingerprint: `bench ${at}`, developer: true, birthDate: null, gender: null };
    people.push((await node.accounts.enter(identity)).accountId);
  });
  return people;
}

function eventsOf(count, seed, now) {
  const chance = chanceFrom(seed);
  const favourites = [chance.pick(categories), chance.pick(categories), chance.pick(categories)];
  return Array.from({ length: count }, (_, at) => {
    const category = chance.pick(favourites);
    const topic = `${category}-${chance.below(40)}`;
    const when = { id: `${seed}-${at}`, at: now - chance.below(29 * DAY_MS) };
    if (at % 3 > 0) return { ...when, type: 'topic_open', topic, ...(at % 2 && { category }) };
    return { ...when, type: 'entry_read', entryId: 1 + chance.below(5_000), topic, durationMs: chance.below(400_000) };
  });
}

/** As devices do it: in batches of a hundred, each durable before its answer. */
export async function reportEvents({ node }, people, count) {
  const batches = Array.from({ length: Math.ceil(count / 100) }).keys();
  const times = [];
  const begunAt = performance.now();
  await forAll(batches, async (at) => {
    const events = eventsOf(100, 1_000_000 + at, Date.now());
    const from = performance.now();
    const command = { type: 'accept_events', sessionId: 's', events, told: 100 };
    const { accepted } = await node.users.ask(people[at % people.length], command);
    if (accepted !== 100) throw new Error(`only ${accepted} of 100 were accepted`);
    times.push(performance.now() - from);
  });
  const seconds = (performance.now() - begunAt) / 1_000;
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { reportedPerSecond: Math.round(count / seconds), batchMs: Math.round(median * 10) / 10 };
}

/** Straight into the store, as the actors would have written them. */
export async function putEvents({ store }, people, count) {
  const each = Math.ceil(count / people.length);
  const now = Date.now();
  await forAll(people.keys(), async (at) => {
    const account = people[at];
    const docs = eventsOf(each, at + 1, now).map((event) => {
      const { id, ...rest } = event;
      return { _id: eventKey(account, id), account, era: 0, place: placeOf(event), ...rest };
    });
    const mark = { _id: profileMarkId(account), account, era: 0, dueAt: now, stamp: 1 };
    for (let from = 0; from < docs.length; from += CHUNK) {
      const puts = docs.slice(from, from + CHUNK);
      const writes = puts.map((doc) => ({ op: 'put', in: 'interestEvents', doc, guard: { absent: true } }));
      await store.transaction([{ op: 'put', in: 'interestMarks', doc: mark }, ...writes]);
    }
  });
}
