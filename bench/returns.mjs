/**
 * What the return of a person costs a node that was just started: account, session and memberships, then the list of
 * rooms. Builds are compared on the same data, in turn, each time in a new process.
 *
 *   npm run bench:returns -- --builds=before=/tmp/before,now=.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMongod } from './engines/mongod.mjs';
import { optionsOf } from './lib/options.mjs';
import { openBuild } from './returns/build.mjs';
import { settle } from './returns/people.mjs';

const options = optionsOf(
  {
    engine: ['both', 'embedded, mongo or both'],
    builds: ['now=.', 'name=folder of each build to compare'],
    people: [100, 'who return one after the other'],
    rooms: [40, 'rooms of each of them, all unread'],
    rounds: [3, 'how often each build is started'],
    profile: ['', 'a folder for a processor profile of each round'],
  },
  'bench:returns',
);
const builds = options.builds.split(',').map((build) => {
  const [name, folder] = build.split('=');
  return { name, folder: resolve(folder) };
});

async function openPlace(engine) {
  if (engine === 'mongo') {
    const { uri, pid, stop } = await startMongod();
    return { engine, uri, pid, remove: stop };
  }
  const dir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
  return { engine, dir, remove: async () => rmSync(dir, { recursive: true, force: true }) };
}

/** One process on one build: its figures for each half of the people. */
function measure(place, folder, people, round) {
  const program = fileURLToPath(new URL('./returns/cold-node.mjs', import.meta.url));
  const profiling = options.profile
    ? ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${options.profile}`]
    : [];
  const execArgv = ['--max-semi-space-size=64', ...profiling];
  return new Promise((done, fail) => {
    const child = fork(program, { execArgv });
    child.once('message', done);
    child.once('exit', (code) => fail(new Error(`round ${round} ended with ${code}`)));
    child.send({ place: { ...place, remove: undefined }, folder, people });
  });
}

const rows = [];
for (const engine of options.engine === 'both' ? ['embedded', 'mongo'] : [options.engine]) {
  const place = await openPlace(engine);
  try {
    const build = await openBuild(builds.at(-1).folder, place);
    const people = await settle(build, options);
    await build.close();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const { name, folder } of round % 2 ? builds : [...builds].reverse()) {
        for (const part of await measure(place, folder, people, round)) rows.push({ engine, name, round, ...part });
      }
    }
  } finally {
    await place.remove();
  }
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const kinds = new Map(rows.map((row) => [`${row.engine} ${row.name} ${row.part}`, row]));
console.table(
  [...kinds.values()].map(({ engine, name, part }) => {
    const same = rows.filter((row) => row.engine === engine && row.name === name && row.part === part);
    const figures = Object.keys(same[0]).filter((key) => key.startsWith('ms '));
    const medians = figures.map((key) => [key, median(same.map((row) => row[key]))]);
    return { engine, name, part, ...Object.fromEntries(medians) };
  }),
);
console.log(JSON.stringify({ bench: 'returns', at: new Date().toISOString(), node: process.version, options, rows }));
