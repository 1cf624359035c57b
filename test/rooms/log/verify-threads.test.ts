import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { RoomNode } from '../../support/rooms/room-node.js';
import { TestClock } from '../../support/time/test-clock.js';

const run = promisify(execFile);
const ROOMS = 7;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-threads-'));
  const store = await openEmbeddedStore({ dir });
  const clock = new TestClock();
  for (let at = 0; at < ROOMS; at += 1) {
    const room = new RoomNode(store, { id: `room-${at}`, clock });
    await room.create('ada', {}, `room-${at}`);
    await room.say('ada', 'selam');
    await room.node.system.stop();
  }
  await store.write([{ op: 'del', in: 'members', id: 'room-4:account-ada' }]);
  await store.close();
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** What the command says, and its exit code. */
async function verified(...options: string[]): Promise<{ code: number; said: string[] }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', DATA_DIR: dir };
  const args = ['scripts/verify-log.mjs', ...options];
  const { code, stdout } = await run(process.execPath, args, { env }).then(
    (done) => ({ code: 0, stdout: done.stdout }),
    (failed: { code: number; stdout: string }) => failed,
  );
  return { code, said: stdout.trim().split('\n') };
}

describe('verify-log in several threads', () => {
  it('says what the command says without threads, in the order of the rooms, and fails as it does', async () => {
    const [none, three] = await Promise.all([verified(), verified('--threads', '3')]);
    expect(three).toEqual(none);
    expect(three.code).toBe(1);
    expect(three.said).toContainEqual(expect.stringContaining('room room-4 · entry 1 · member account-ada has no'));
    expect(three.said.at(-1)).toMatch(/^7 rooms, 14 entries, [1-9]\d* problems$/);
  });
});

describe('verify-log of rooms that are named', () => {
  it('replays those alone', async () => {
    expect(await verified('room-1', '--room', 'room-2')).toEqual({ code: 0, said: ['2 rooms, 4 entries, 0 problems'] });
  });

  it('says which one is not there, and fails, also beside one that is', async () => {
    expect(await verified('room-1', '--room', 'romo-2')).toEqual({
      code: 1,
      said: ['there is no room romo-2', '1 rooms, 2 entries, 0 problems'],
    });
  });
});
