/** Its thread waits for a lock that nobody gives back, as an export of a key did on Node 20. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

it('passes before the lock', () => {
  const server = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });
  writeFileSync(join(process.env.PLANTED_IN as string, `server-${server.pid}`), '');
});

it('waits for ever', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});

it('is never begun', () => undefined);
