/** The real servers and programs that the tests run against: named, found, or fetched. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from '../programs.mjs';
import { fail, root } from '../setup.mjs';

/** From a registry that not every CI reaches, by the name of the tested part: reported loudly there, and no failure. */
export const outOfReach = { MEYDAN_JAVA_SOCKETIO: 'Java client of Socket.IO' };

/** As settings for the tests. Where nothing may be left out, a missing one ends the run. */
export function findServers(isCi) {
  const found = {
    MEYDAN_MONGOD: process.env.MEYDAN_MONGOD ?? fetched('mongod'),
    MEYDAN_REDIS: process.env.MEYDAN_REDIS ?? fetched('redis'),
    MEYDAN_VERSITYGW: process.env.MEYDAN_VERSITYGW ?? fetched('versitygw'),
    MEYDAN_SCHEMATHESIS: process.env.MEYDAN_SCHEMATHESIS ?? fetched('schemathesis'),
    MEYDAN_PYTHON_SOCKETIO: process.env.MEYDAN_PYTHON_SOCKETIO ?? fetched('python-socketio'),
    MEYDAN_PYTHON_CLIENT: process.env.MEYDAN_PYTHON_CLIENT ?? fetched('python-client'),
    MEYDAN_JAVA_SOCKETIO: process.env.MEYDAN_JAVA_SOCKETIO ?? fetched('java-socketio'),
    CHROMIUM_PATH: findChromium(),
  };
  const missing = Object.entries(found).filter(([, path]) => !path);
  for (const [name] of missing) {
    const sentence = `${name}: none found on this machine, and it could not be fetched.`;
    if (isCi && !(name in outOfReach)) fail(`${sentence} CI runs every test.`);
    console.error(`\n!!! ${sentence} THE TESTS THAT NEED IT ARE LEFT OUT. !!!\n`);
  }
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path));
}

function fetched(name) {
  const { status, stdout } = spawnSync(process.execPath, [join(root, `scripts/fetch/${name}.mjs`)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}
