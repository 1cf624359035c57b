/**
 * What the service answers at several times the load that it can carry. First its peak is measured (closed loop), then the
 * load comes by a schedule that waits for nothing, at multiples of the peak, while a few people in other rooms go on
 * talking. At the end what was acknowledged is compared with what is stored, once more after the process was killed.
 *
 *   npm run bench:overload -- --engine mongo --only rooms,rest
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongod } from './engines/mongod.mjs';
import { optionsOf } from './lib/options.mjs';
import { startGenerator } from './overload/process-of.mjs';
import { measureLoad, observeQuiet } from './overload/steps.mjs';
import { judgeRows } from './overload/stored-rows.mjs';
import { settle } from './sockets/people.mjs';
import { startServer } from './sockets/servers.mjs';

/** `kind` of generator, and whether the flood is for one room alone. */
const loads = {
  rooms: { kind: 'sockets' },
  'one-room': { kind: 'sockets', isOneRoom: true },
  handshakes: { kind: 'handshakes', inFlight: 64 },
  rest: { kind: 'rest', inFlight: 128 },
};

const options = optionsOf(
  {
    engine: ['embedded', 'embedded or mongo'],
    'mongodb-uri': [null, 'a running replica set for --engine mongo, instead of one of its own'],
    only: [Object.keys(loads).join(','), 'which loads'],
    multiples: ['1,3', 'of the peak'],
    seconds: [6, 'of each step'],
    rooms: [40, 'rooms of the load'],
    members: [8, 'people in each; in the room of one-room five times as many'],
    others: [5, 'rooms of those who are measured, with four people each'],
    'deadline-ms': [2_000, 'an acknowledgement that comes later counts for nothing'],
    'quiet-s': [3, 'how long the others are measured while nobody floods'],
    'recovery-s': [8, 'how long is looked at what follows a flood'],
    rate: [0, 'take this for the peak instead of measuring it'],
    service: ['meydan', 'meydan=<folder> measures the build of another checkout'],
    kill: [false, 'kill the process at the end, start it again, and compare once more'],
    json: [false, 'one line of JSON for each load, and nothing else'],
  },
  'bench:overload',
);

const mongod = options.engine === 'mongo' && !options['mongodb-uri'] ? await startMongod({ cpu: 1 }) : null;
let failed = false;
try {
  const asked = options.only.split(',');
  for (const name of asked) {
    const report = await measure(name, loads[name]);
    failed ||= report.stored.lost + report.stored.doubled + report.stored.reordered > 0;
    if (options.json) console.log(JSON.stringify(report));
    else show(report);
  }
} finally {
  await mongod?.stop();
}
process.exitCode = failed ? 1 : 0;

async function measure(name, { kind, isOneRoom = false, inFlight = 256 }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'meydan-overload-'));
  const uri = options['mongodb-uri'] ?? mongod?.uri.replace('/bench?', `/overload-${name}-${process.pid}?`);
  const settings = { TRUST_PROXY: '1', ...(uri && { MONGODB_URI: uri }) };
  const start = () => startServer(options.service, { dataDir, settings });
  let server = await start();
  const generators = [];
  try {
    const tag = `o${process.pid.toString(36)}${kind[0]}`;
    const crowd = isOneRoom ? { rooms: 1, members: options.members * 5 } : { ...options };
    const rooms = await settle(server.port, { rooms: crowd.rooms, members: crowd.members, tag: `${tag}f` });
    const others = await settle(server.port, { rooms: options.others, members: 4, tag: `${tag}q` });
    const generator = async (of, targets, prefix) => {
      const isFlood = prefix === 'f';
      const made = await startGenerator({ kind: of, isFlood, port: server.port, targets, tag: `${prefix}${tag}` });
      generators.push(made);
      return made;
    };
    const flood = await generator(kind, targetsOf(rooms), 'f');
    const observer = await generator('sockets', targetsOf(others), 'q');
    const context = { flood, observer, port: server.port, look: () => server.look(), options };
    const quiet = await observeQuiet(context);
    const steps = await measureLoad(context, { inFlight, quiet });
    const acked = [...(await flood.acked()), ...(await observer.acked())];
    const all = [...rooms, ...others];
    let stored = await judgeRows(server.port, all, acked, kind === 'sockets');
    if (options.kill) {
      await server.kill();
      server = await start();
      stored = addUp(stored, await judgeRows(server.port, all, acked, kind === 'sockets'));
    }
    return { load: name, engine: options.engine, quiet, ...steps, stored };
  } finally {
    for (const { close } of generators) close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The first person of each room, then the second of each. */
function targetsOf(rooms) {
  const people = ({ slug, tokens }) => tokens.map((token, nth) => ({ room: slug, token, name: `${slug}.${nth}` }));
  const lists = rooms.map(people);
  return lists[0].flatMap((_, nth) => lists.map((list) => list[nth]));
}

function addUp(before, after) {
  const sums = ['lost', 'doubled', 'reordered'].map((kind) => [kind, before[kind] + after[kind]]);
  return { ...after, ...Object.fromEntries(sums), examples: [...before.examples, ...after.examples] };
}

function show({ load, engine, quiet, peak, steps, stored }) {
  console.log(`\n${load} (${engine}): peak ${peak}/s; others ${quiet.p50} / ${quiet.p99} ms while it is quiet`);
  console.table(
    Object.fromEntries(steps.map(({ name, ...step }) => [name, { ...step, codes: JSON.stringify(step.codes) }])),
  );
  console.log(`stored: ${JSON.stringify(stored)}`);
}
