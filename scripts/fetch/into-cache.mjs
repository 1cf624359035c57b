/** Packages of other registries, in a folder of `.cache`. Two runs at once never see each other's half. */
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';

const FETCH_TIMEOUT_MS = 240_000;

/** `fetch` fills a folder of its own, which is then moved into place as a whole. */
function intoCache(folder, fetch) {
  const part = `${folder}.${process.pid}`;
  try {
    fetch(part);
    if (!existsSync(folder)) renameSync(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function run(program, options) {
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    encoding: 'utf8',
    timeout: FETCH_TIMEOUT_MS,
  });
  if (status === 0) return;
  const why = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new Error(`${program} could not get it: ${why}`);
}

/** Python packages, with their dependencies unless told otherwise. */
export function pipIntoCache(folder, packages, options = []) {
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options];
  intoCache(folder, (part) => run('python3', [...install, '--target', part, ...packages]));
}

/** The jars that a `pom.xml` names, with their dependencies. */
export function mavenIntoCache(folder, pom) {
  const copy = ['--quiet', '--batch-mode', '--file', pom, 'dependency:copy-dependencies'];
  intoCache(folder, (part) => run('mvn', [...copy, `-DoutputDirectory=${part}`]));
}
