/**
 * `npm run test:mutants [-- --part 2/5] [--simulated] [<words of a name> …]`: puts each planted mistake of test/mutants
 * into the sources, one after the other, and expects the tests that are named for it to fail; with --simulated, the
 * simulator to find it within SEEDS (200) seeds. A part is every fifth mistake, beginning with the second. The last
 * line counts.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, checkNode, ensureBuild, ensurePackages, fail, root } from './setup.mjs';
import { findServers } from './test/servers.mjs';

const { values, positionals } = parseArgs({
  options: { part: { type: 'string' }, simulated: { type: 'boolean', default: false } },
  allowPositionals: true,
});
checkNode();
ensurePackages();
ensureBuild();
const servers = findServers(process.env.CI === 'true');

const all = createRequire(import.meta.url)('../test/mutants/mutants.cjs');
const named = all.filter(({ name }) => positionals.every((word) => name.includes(word)));
const meant = partOf(values.simulated ? named.filter(({ isSimulated }) => isSimulated) : named);
if (meant.length === 0) fail('No mistake is meant by that.');

let survived = 0;
for (const mutant of meant) {
  const { isCaught, seconds, output } = run(mutant);
  const seed = values.simulated ? /^seed (\d+):/m.exec(output)?.[1] : undefined;
  console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${mutant.name} (${seed ? `seed ${seed}, ` : ''}${seconds} s)`);
  if (isCaught) continue;
  survived += 1;
  console.log(output);
}
console.log(`${meant.length - survived} passed, ${survived} failed`);
process.exitCode = survived === 0 ? 0 : 1;

function run(mutant) {
  const startedAt = performance.now();
  const env = { ...process.env, ...servers, MEYDAN_MUTANT: mutant.name };
  const { status, stdout, stderr } = spawnSync(process.execPath, values.simulated ? simulator(mutant) : tests(mutant), {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  const output = `${stdout}${stderr}`;
  // A mistake that cannot be put in proves nothing.
  if (output.includes('what the mutant changes')) fail(output);
  return { isCaught: status === 1, seconds: ((performance.now() - startedAt) / 1_000).toFixed(1), output };
}

function tests(mutant) {
  return [bin('jest', 'bin/jest.js'), '-w', '2', '--bail', '--runTestsByPath', ...mutant.tests];
}

function simulator({ plan }) {
  const world = plan === undefined ? ['--troubled'] : ['--plan', plan];
  return [join(root, 'scripts/sim.mjs'), ...world, '--bail', '--seeds', process.env.SEEDS ?? '200'];
}

function partOf(mutants) {
  if (values.part === undefined) return mutants;
  const [, nth, of] = /^(\d+)\/(\d+)$/.exec(values.part) ?? fail(`--part is like 2/5, and not "${values.part}".`);
  return mutants.filter((_, at) => at % Number(of) === Number(nth) % Number(of));
}
