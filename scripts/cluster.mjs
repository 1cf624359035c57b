/**
 * `npm run cluster -- --nodes 3`: MongoDB, Redis and several nodes on this machine, behind one port, for trying out and
 * for load tests. Their data are in DATA_DIR/cluster. While it runs, typed lines control them: `help`.
 */
import { argumentsOf, checkNode, ensureBuild, ensurePackages, fail } from './setup.mjs';

const USAGE = `npm run cluster -- [options]

  --nodes N         how many nodes (3)
  --port N          of the address that leads to all of them; the nodes have the ports behind it; 0 takes free ones (PORT)
  --mongods N       members of the replica set, 1 or 3 (1)
  --kill-every S    every so many seconds one node is killed, as by kill -9, and started again
  --drain-every S   every so many seconds one node drains, as in a rolling deploy, and is started again
  --help

Settings are read from the environment and .env as for npm start; LEASE_MS and RATE_LIMITS=off are of use here.`;

const { values } = parsed();
if (values.help) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(0);
}
const number = (name, least, most) => {
  if (values[name] === undefined) return undefined;
  const given = Number(values[name]);
  if (Number.isInteger(given) && given >= least && given <= most) return given;
  return fail(`--${name} takes a whole number from ${least} to ${most}.\n\n${USAGE}`);
};
const options = {
  nodes: number('nodes', 1, 32) ?? 3,
  port: number('port', 0, 65_000),
  mongods: number('mongods', 1, 3) ?? 1,
  killEveryS: number('kill-every', 1, 86_400),
  drainEveryS: number('drain-every', 1, 86_400),
};
if (options.mongods === 2) fail('A replica set of two cannot lose either of them: --mongods takes 1 or 3.');

checkNode();
ensurePackages();
ensureBuild();
// Only now are there packages to import.
const { runCluster } = await import('./cluster/run.mjs');
await runCluster(options);

function parsed() {
  const text = { type: 'string' };
  const table = { nodes: text, port: text, mongods: text, 'kill-every': text, 'drain-every': text };
  return argumentsOf({ options: { ...table, help: { type: 'boolean' } } }, `\n${USAGE}`);
}
