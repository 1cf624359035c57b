/**
 * Runs a scenario and judges it: the speed, and whether anything was lost, duplicated, reordered or shown to readers
 * without permission. One JSON line, then a table. The exit code is 1 when a promise was broken.
 *
 *   npm run load -- --scenario bench/scenario/talk.json --drive actors
 *   npm run load -- --scenario bench/scenario/talk.json --drive sockets --url http://localhost:3000
 */
import { optionsOf } from './lib/options.mjs';
import { startActorsDrive } from './load/actors-drive.mjs';
import { planted, plants } from './load/fault-injection.mjs';
import { run } from './load/run.mjs';
import { readScenario } from './load/scenario.mjs';
import { startSocketsDrive } from './load/sockets-drive.mjs';

const options = optionsOf(
  {
    scenario: ['bench/scenario/talk.json', 'the scenario file'],
    drive: ['actors', 'actors: in this process, without an edge; sockets: a running service'],
    engine: ['embedded', 'of the actors: embedded or mongo'],
    'mongodb-uri': [null, 'a running replica set for --engine mongo, instead of one of its own'],
    url: ['http://localhost:3000', 'of the service for --drive sockets; start it with RATE_LIMITS=off'],
    seconds: [0, 'how long, instead of what the scenario says'],
    seed: [0, 'seed of chance, instead of what the scenario says'],
    plant: [null, `do one thing wrong, to see its counter move: ${Object.keys(plants).join(', ')}`],
  },
  'load',
);

try {
  const scenario = readScenario(options.scenario);
  const given = { seconds: options.seconds || scenario.seconds, seed: options.seed || scenario.seed };
  const drive = planted(await startDrive(), options.plant);
  try {
    show(await run(drive, { ...scenario, ...given }, () => console.error('Everybody is in; the load begins.')));
  } finally {
    await drive.close();
  }
} catch (cause) {
  console.error(cause.stack);
  process.exitCode = 2;
}

function startDrive() {
  const { engine, url } = options;
  if (options.drive === 'actors') return startActorsDrive({ engine, mongodbUri: options['mongodb-uri'] });
  if (options.drive === 'sockets') return startSocketsDrive({ url: url.replace(/\/$/, '') });
  throw new Error('--drive takes actors or sockets');
}

function show(report) {
  console.log(JSON.stringify(report));
  console.log(
    `\n${report.title ?? options.scenario}\n${report.drive}: ${report.perSecond} operations/s, ${report.rowsJudged} rows judged`,
  );
  for (const [name, { count, p50, p99, max }] of Object.entries(report.operations)) {
    console.log(`  ${name.padEnd(8)} ${String(count).padStart(8)}   p50 ${p50} ms   p99 ${p99} ms   max ${max} ms`);
  }
  const refused = Object.entries(report.refused).map(([code, count]) => `${code} ${count}`);
  if (refused.length > 0) console.log(`  refused: ${refused.join(', ')}`);
  const broken = Object.entries(report.counts).filter(([, count]) => count > 0);
  console.log(
    `  ${Object.entries(report.counts)
      .map(([kind, count]) => `${kind} ${count}`)
      .join('   ')}`,
  );
  for (const { kind, what } of report.examples) console.log(`    ${kind}: ${what}`);
  if (broken.length > 0) process.exitCode = 1;
}
