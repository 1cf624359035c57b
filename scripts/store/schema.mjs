/**
 * npm run schema: lists the indexes of the store that differ from those that this version declares. A start builds the
 * missing ones and drops none. `npm run schema -- --contract <collection>.<index> …` names those that it would drop,
 * and drops them with `--yes`. `npm run schema -- --vacuum` gives all free space of the embedded store back. The
 * embedded store has one writer at a time: stop the service first.
 */
import { argumentsOf, checkNode, ensureBuild, ensurePackages, fail } from '../setup.mjs';

checkNode();
ensurePackages();
ensureBuild();

const built = (path) => import(new URL(`../../dist/${path}.js`, import.meta.url));
const [{ loadConfig }, { withEnvFile }, { openSchema }, { contractSchema, nameOf }] = await Promise.all(
  ['src/config/config', 'src/config/env-file', 'src/open-store', 'src/store/schema/contract-schema'].map(built),
);

const USAGE = `npm run schema [-- --vacuum]
npm run schema -- --contract <collection>.<index> … [--yes]`;
const flag = { type: 'boolean', default: false };

const options = { contract: flag, yes: flag, vacuum: flag };

const { values, positionals: names } = argumentsOf({ options, allowPositionals: true }, USAGE);
const { contract: contracts, yes: isConfirmed, vacuum: vacuums } = values;
if (names.length > 0 && !contracts) fail('To drop indexes: npm run schema -- --contract <collection>.<index> … --yes');

const meanings = {
  missing: 'is missing: the next start builds it',
  undeclared: 'is not declared by this version: of an operator, or of another version',
  changed: 'has another definition than this version declares: a start is refused',
};

async function list(store) {
  const differences = await store.indexDifferences();
  for (const difference of differences) console.log(`${nameOf(difference)} ${meanings[difference.kind]}`);
  console.log(`${differences.length} differences`);
}

async function contract(store) {
  const { dropped, refused } = await contractSchema(store, names, isConfirmed);
  for (const name of refused) console.log(`${name} is no index that may be dropped`);
  const did = isConfirmed && refused.length === 0;
  for (const index of dropped) console.log(`${nameOf(index)} ${did ? 'is dropped' : 'would be dropped'}`);
  if (!did) console.log('Nothing was dropped. Add --yes to drop indexes that no running version uses.');
  if (!did) process.exitCode = 1;
}

try {
  const store = await openSchema(loadConfig(withEnvFile('.env', process.env)));
  try {
    if (vacuums) await store.vacuum();
    await (contracts ? contract(store) : list(store));
  } finally {
    await store.close();
  }
} catch (error) {
  fail(error.message);
}
