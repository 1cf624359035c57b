/**
 * `npm test -- <jest options>`: installs and builds what is missing, finds the real servers the tests run against,
 * and runs everything. Where CI=true a missing server is a failure; elsewhere its tests are left out, loudly.
 * The last line says how many passed and how many failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, checkNode, ensureBuild, ensurePackages, fail, root } from './setup.mjs';

const results = join(root, '.cache', `test-results-${process.pid}.json`);
const options = process.argv.slice(2);

checkNode();
ensurePackages();
ensureBuild();
const servers = findServers();
mkdirSync(join(root, '.cache'), { recursive: true });
const jest = spawn(process.execPath, [bin('jest', 'bin/jest.js'), '--json', `--outputFile=${results}`, ...options], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ...servers, NODE_OPTIONS: nodeOptions() },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('exit', (code) => {
  process.exitCode = closingLine() && code === 0 ? 0 : 1;
});

function nodeOptions() {
  return `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim();
}

/** A file of tests that could not even be loaded counts as a failure. */
function closingLine() {
  if (!existsSync(results)) {
    console.log('0 passed, 1 failed');
    return false;
  }
  const report = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results);
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const leftOut = report.numPendingTests + report.numTodoTests;
  if (leftOut > 0) console.log(`${leftOut} tests were left out.`);
  console.log(`${report.numPassedTests} passed, ${failed} failed`);
  return failed === 0;
}

function findServers() {
  const found = {
    MEYDAN_MONGOD: process.env.MEYDAN_MONGOD ?? fetched('mongod'),
    MEYDAN_VERSITYGW: process.env.MEYDAN_VERSITYGW ?? fetched('versitygw'),
    MEYDAN_SCHEMATHESIS: process.env.MEYDAN_SCHEMATHESIS ?? fetched('schemathesis'),
    CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? onPath('chromium', 'chromium-browser', 'google-chrome'),
  };
  const missing = Object.entries(found).filter(([, path]) => !path);
  for (const [name] of missing) {
    const sentence = `${name}: none found on this machine, and it could not be fetched.`;
    if (process.env.CI === 'true') fail(`${sentence} CI runs every test.`);
    console.error(`\n!!! ${sentence} THE TESTS THAT NEED IT ARE LEFT OUT. !!!\n`);
  }
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path));
}

function fetched(name) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, `scripts/fetch-${name}.mjs`)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}

function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
