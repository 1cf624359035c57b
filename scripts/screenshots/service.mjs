/** The built service in a folder of its own, for as long as its pages are walked through. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../cluster/ports.mjs';
import { root } from '../setup.mjs';

export const CONSOLE_KEY = 'a-key-for-operators-of-these-pictures';
const READY_WITHIN_MS = 60_000;

export async function startService() {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-screenshots-'));
  const port = await freePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const settings = {
    PORT: String(port),
    DATA_DIR: dir,
    METRICS_PORT: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    CONSOLE_KEY,
    // The sign-in page of operators with all its parts.
    OPERATOR_GROUPS: 'moderator=chat-moderators',
    OPERATOR_SCOPE: 'groups',
  };
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }), ...settings };
  const child = spawn(process.execPath, ['dist/src/main.js'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const url = `http://localhost:${port}`;
  await ready(url, child, () => output);
  return { url, stop: () => stop(child, dir) };
}

async function ready(url, child, output) {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/ready`).catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}:\n${output()}`);
    if (performance.now() > giveUpAt) throw new Error(`The service is not ready:\n${output()}`);
    await wait(100);
  }
}

async function stop(child, dir) {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  await rm(dir, { recursive: true, force: true });
}
