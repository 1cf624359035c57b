/**
 * `npm run sim`: runs seeds and says what is wrong with them; `SEED=<seed>` runs one and prints its story. With
 * `--quiet` rooms are silent for seconds and it is the store that is in trouble: what nobody's next message repairs is
 * seen then. With `--troubled` leases are short and troubles follow each other closely; `--plan <name>` is a world in
 * which one kind of mistake shows soon. `--single mongo` and `--single embedded` are worlds of one node without Redis.
 * `--bail` ends at the first violation.
 */

import { writeFigures } from '../../scripts/test/soak-table.mjs';
import { Coverage, Observers } from './coverage.js';
import { focusedPlans } from './focused-plans.js';
import type { InjectionPoints } from './injection-points.js';
import { type Plan, planOf, troubled } from './plan.js';
import { findBug, plantedBugs } from './planted-bugs.js';
import { runSeed } from './run-seed.js';
import { singlePlanOf } from './single/single-plan.js';

const { SEED } = process.env;
const args = process.argv.slice(2);

/** One kind after the other. */
function anyWorld(seed: number): InjectionPoints {
  const plans: (() => Partial<Plan>)[] = [
    () => ({}),
    () => troubled(planOf(seed).faults),
    () => singlePlanOf(seed, 'mongo'),
    () => singlePlanOf(seed, 'embedded'),
    ...Object.values(focusedPlans).map((plan) => () => plan),
  ];
  return { plan: (plans[seed % plans.length] as () => Partial<Plan>)() };
}

/** Which world this seed is of. */
function injectionsOf(seed: number): InjectionPoints {
  if (args.includes('--worlds')) return anyWorld(seed);
  const planned = args[args.indexOf('--plan') + 1] ?? '';
  if (args.includes('--plan')) return { plan: focusedPlans[planned] ?? never(`There is no plan called ${planned}.`) };
  if (args.includes('--quiet'))
    return { plan: { thinkMs: 2_500, givesUpMs: 0, faults: ['store trouble', 'election'] } };
  const engine = args[args.indexOf('--single') + 1];
  if (args.includes('--single')) {
    if (engine !== 'mongo' && engine !== 'embedded') never('A single node is on mongo or on embedded.');
    return { plan: singlePlanOf(seed, engine) };
  }
  return args.includes('--troubled') ? { plan: troubled(planOf(seed).faults) } : {};
}
const numberOf = (name: string, otherwise: number): number => {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(args[at + 1]);
};

function never(why: string): never {
  throw new TypeError(why);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (SEED !== undefined) await one(Number(SEED));
else if (args.includes('--bugs')) await bugs(numberOf('first', 1), numberOf('seeds', 500));
else await many(numberOf('first', 1), numberOf('seeds', 200));

async function one(seed: number): Promise<void> {
  const { history, violations, events, lasted } = await runSeed(seed, injectionsOf(seed));
  if (args.includes('--history')) print(history.text());
  else for (const fault of history.faults) print(fault);
  print(`${Math.round(lasted / 1_000)} s, ${events} events, ${history.ops.length} operations`);
  for (const violation of violations) print(`!!! ${violation}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}

async function many(first: number, count: number): Promise<void> {
  const startedAt = performance.now();
  let [operations, acknowledged, events, lasted, faults] = [0, 0, 0, 0, 0];
  const bad: number[] = [];
  const coverage = new Coverage();
  const observers = new Observers();
  for (let seed = first; seed < first + count; seed += 1) {
    const run = await runSeed(seed, injectionsOf(seed));
    operations += run.history.ops.length;
    acknowledged += run.history.acknowledged;
    faults += run.history.faults.length;
    events += run.events;
    lasted += run.lasted;
    coverage.add(run.world.coverage);
    observers.add(run.history);
    if (run.violations.length === 0) continue;
    bad.push(seed);
    print(`seed ${seed}: ${run.violations.length} violations, such as`);
    for (const violation of run.violations.slice(0, 4)) print(`  ${violation}`);
    if (args.includes('--bail')) break;
  }
  for (const line of coverage.table()) print(line);
  print(String(observers));
  writeFigures({ seeds: count, steps: operations, faults, observers: observers.count, violations: bad.length });
  const seconds = (performance.now() - startedAt) / 1_000;
  print(
    `${count} seeds, ${operations} operations, ${acknowledged} acknowledged, ${events} events, ` +
      `${Math.round(lasted / 3_600_000)} h of virtual time in ${seconds.toFixed(0)} s: ${bad.length} seeds with violations`,
  );
  const world = args.filter(
    (each, at) => !/^--(seeds|first|bail)$/.test(each) && !/^--(seeds|first)$/.test(args[at - 1] ?? ''),
  );
  for (const seed of bad) print(`SEED=${seed} npm run sim${world.length > 0 ? ` -- ${world.join(' ')}` : ''}`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

/** Every planted bug, found afresh. */
async function bugs(first: number, count: number): Promise<void> {
  const name = args[args.indexOf('--bugs') + 1] ?? '';
  const seeds = Array.from({ length: count }, (_, at) => first + at);
  const named = plantedBugs.filter(
    (each) => name.startsWith('--') || name.split('|').some((part) => each.name.includes(part)),
  );
  for (const bug of named) {
    const run = await findBug(bug, seeds);
    print(run ? `${bug.name}: seed ${run.seed}, ${run.violations[0]}` : `NOT FOUND: ${bug.name}`);
    if (!run) process.exitCode = 1;
  }
}
