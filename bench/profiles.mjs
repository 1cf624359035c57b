/**
 * The cost of storing reading events and of making profiles of them, on each engine, through the actors.
 *
 *   npm run bench:profiles -- [--engine embedded|mongo|both] [--events 1000000] [--accounts 10000] [--through 20000]
 *
 * Of `events`, `through` are reported as devices report them, in batches of 100; the rest is put into the store. Then
 * the hourly job builds the profiles of all accounts, twice: of all events, and of events that have only grown older.
 * Every fiftieth profile is made once more from its events and has to be the same.
 */
import { optionsOf } from './lib/options.mjs';
import { openEngine } from './profiles/engine.mjs';
import { buildAll } from './profiles/job.mjs';
import { makePeople, putEvents, reportEvents } from './profiles/reading.mjs';

const options = optionsOf(
  {
    engine: ['both', 'embedded, mongo or both'],
    events: [1_000_000, 'how many events'],
    accounts: [10_000, 'of how many accounts'],
    through: [20_000, 'how many of them are reported through the actors'],
  },
  'bench:profiles',
);

async function bench(name) {
  const engine = await openEngine(name);
  try {
    const people = await makePeople(engine, options.accounts);
    const reported = await reportEvents(engine, people, options.through);
    await putEvents(engine, people, options.events - options.through);
    const first = await buildAll(engine, people, { hours: 0 });
    const again = await buildAll(engine, people, { hours: 25 });
    return { engine: name, ...reported, first, again };
  } finally {
    await engine.close();
  }
}

const results = [];
for (const name of ['embedded', 'mongo']) {
  if (options.engine === name || options.engine === 'both') results.push(await bench(name));
}
console.table(
  results.flatMap(({ engine, first, again }) => [
    { engine, ...first },
    { engine, ...again },
  ]),
);
console.log(
  JSON.stringify({ bench: 'profiles', at: new Date().toISOString(), node: process.version, options, results }),
);
