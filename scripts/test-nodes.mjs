/**
 * `node scripts/test-nodes.mjs [--whole] [<line> …]`: a quick part of the suite, the walk from login to a kill and
 * back among it, on every line of Node but the one this runs on, on the build that is there. `--whole`: all of the
 * suite; `newest` is the newest line. A Node that cannot be fetched is left out, loudly; where CI=true it is a failure.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchNode } from './fetch/node.mjs';
import { nodeLines } from './node-versions.mjs';
import { fail, root } from './setup.mjs';

/** One file or folder of each layer that Node itself could break: processes, threads, files, sockets, crypto, HTTP. */
const quickPart = [
  'test/walk.test.ts',
  'test/start.test.ts',
  'test/store/embedded-folder.test.ts',
  'test/runtime/turns.test.ts',
  'test/rooms/sending.test.ts',
  'test/gateway/talk.test.ts',
  'test/auth/tokens.test.ts',
  'test/v1/manners.test.ts',
  'test/object-store/local-middleware.test.ts',
  'test/object-store/local-memory.test.ts',
];

const { values, positionals } = parseArgs({ options: { whole: { type: 'boolean' } }, allowPositionals: true });
const lines = Object.keys(nodeLines);
const own = process.versions.node.split('.')[0];
const asked = positionals.map((name) => (name === 'newest' ? lines.at(-1) : name));
const unknown = asked.filter((line) => !lines.includes(line));
if (unknown.length > 0) fail(`There is no line ${unknown.join(', ')}. There are: ${lines.join(', ')}, newest.`);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const line of asked.length > 0 ? asked : lines.filter((each) => each !== own)) testOn(line);
const left = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${left}`);
process.exitCode = total.failed === 0 ? 0 : 1;

function testOn(line) {
  const node = binaryOf(line);
  if (!node) return;
  const started = performance.now();
  const counts = run(node);
  for (const kind of Object.keys(total)) total[kind] += counts[kind];
  const seconds = Math.round((performance.now() - started) / 1_000);
  const { passed, failed, skipped } = counts;
  // In other words than the closing line, which is there once.
  console.log(
    `Node ${nodeLines[line].release}: passed ${passed}, failed ${failed}, skipped ${skipped}, in ${seconds} s`,
  );
}

function binaryOf(line) {
  try {
    return fetchNode(line);
  } catch (error) {
    console.error(`\n!!! No Node ${line}: ${error.message}. ITS TESTS ARE LEFT OUT. !!!\n`);
    total[process.env.CI === 'true' ? 'failed' : 'skipped'] += 1;
    return null;
  }
}

/** The closing line of the suite tells; without one, or with a wrong exit code, something has failed. */
function run(node) {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' };
  const parts = values.whole ? [] : quickPart;
  const { status, stdout } = spawnSync(node, [join(root, 'scripts/test.mjs'), ...parts], options);
  const told = stdout ?? '';
  const closing = [...told.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1) ?? [];
  const [passed = 0, failed = 0, skipped = 0] = closing.slice(1).map((count) => Number(count ?? 0));
  if (status === 0 && failed === 0) return { passed, failed, skipped };
  console.log(told);
  return { passed, failed: Math.max(failed, 1), skipped };
}
