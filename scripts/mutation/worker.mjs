/**
 * One warm process for many mutants. Each message names a file of tests, some of its tests, and the mutant that is
 * switched on meanwhile; the answer says whether they passed, and without a mutant which mutants each of them reaches.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { readConfigs } = createRequire(require.resolve('jest-cli', { paths: [require.resolve('jest')] }))('jest-config');
const { default: TestRunner } = createRequire(require.resolve('jest-config', { paths: [require.resolve('jest')] }))(
  'jest-runner',
);
/** A failure in one file may end a moment later. */
const SETTLE_MS = 20;
const size = Number(process.env.MEYDAN_MUTATION_SIZE);

const mutation = {
  active: -1,
  hits: 0,
  limit: Number.POSITIVE_INFINITY,
  /** Where the tests of the file are the ones at these places; null for all. */
  only: null,
  /** How often each was reached: by imports, by the shared setup of a file's tests, by one test, by all of the file. */
  imported: new Uint32Array(size),
  reached: new Uint32Array(size),
  ofTest: new Uint32Array(size),
  total: new Uint32Array(size),
  counts: null,
  tests: [],
  failedAt: null,
  /** Of a switch that is on; a loop that the mutant made endless ends here. */
  reach() {
    this.hits += 1;
    if (this.hits > this.limit) throw new Error('the mutant was reached more often than a loop that ends could');
    return true;
  },
};
mutation.counts = mutation.imported;
globalThis.meydanMutation = mutation;
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const argv = { _: [], $0: 'jest', config: join(root, 'jest.config.js'), silent: true, watchman: false };
const { globalConfig, configs } = await readConfigs(argv, [root]);
const environment = fileURLToPath(new URL('environment.mjs', import.meta.url));
const config = { ...configs[0], testEnvironment: environment, globalSetup: null, globalTeardown: null };
const context = { config, resolver: null, hasteFS: null, moduleMap: null };

let late = null;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    late = String(error?.stack ?? error);
  });

process.on('message', async ({ path, active, limit, only }) => {
  mutation.hits = 0;
  mutation.limit = limit ?? Number.POSITIVE_INFINITY;
  mutation.only = only ? new Set(only) : null;
  mutation.tests = [];
  mutation.failedAt = null;
  mutation.reached.fill(0);
  mutation.total.fill(0);
  mutation.counts = mutation.imported;
  mutation.active = active;
  const startedAt = performance.now();
  const result = await runFile(join(root, path));
  const ms = Math.round(performance.now() - startedAt);
  mutation.active = -1;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  process.send({
    ...result,
    ms,
    late,
    failedAt: mutation.failedAt,
    ...(active === -1 && !only ? whatWasReached() : {}),
    rss: process.memoryUsage.rss(),
  });
  late = null;
});
// Nobody asks any more.
process.on('disconnect', () => process.exit());
process.send({ isReady: true });

async function runFile(path) {
  const runner = new TestRunner(globalConfig, {});
  let answer;
  runner.on('test-file-success', ([, result]) => {
    answer = summaryOf(result);
  });
  runner.on('test-file-failure', ([, error]) => {
    answer = { passed: 0, failures: [String(error?.message ?? error)] };
  });
  await runner.runTests([{ path, context }], { isInterrupted: () => false }, { serial: true });
  return answer;
}

function summaryOf({ numPassingTests, testExecError, testResults }) {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const failures = failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? ''}`);
  if (testExecError) failures.push(String(testExecError.message ?? testExecError));
  return { passed: numPassingTests, failures: failures.map((failure) => failure.slice(0, 2_000)) };
}

function whatWasReached() {
  const shared = sparse(mutation.reached).filter((_, at) => at % 2 === 0);
  for (const id of shared) mutation.total[id] += mutation.reached[id];
  const imported = sparse(mutation.imported).filter((_, at) => at % 2 === 0);
  return { tests: mutation.tests, shared, total: sparse(mutation.total), imported };
}

/** Which were reached, and how often: `[id, count, id, count, …]`. */
function sparse(counts) {
  const found = [];
  for (let id = 0; id < counts.length; id += 1) if (counts[id] > 0) found.push(id, counts[id]);
  return found;
}
