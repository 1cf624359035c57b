/** The cost of a message in counts that do not depend on the machine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { callerNamed } from '../support/rooms/room-node.js';
import { FaultyStore } from '../support/store/faulty-store.js';

const ROOMS = 10;
const AT_ONCE = 5;
/** A room writes a checkpoint only after more messages than this test sends to it. */
const ROUNDS = 16;
/** Code that is not compiled yet allocates more. */
const WARM_UP_ROUNDS = 80;
/** 7 800 were measured, those of this test among them. */
const BYTES_MAX = 10_000;

/** 0.9 were measured, with groups of 50. */
const SYSTEM_CALLS_MAX = 2;

/** Of 120 bytes in UTF-8, with letters beyond Latin-1. */
const BODY = 'Akşam sahilde buluşalım mı? Hava güzel olacakmış; yedide iskelede olalım, çay benden.'.padEnd(109, '.');

describe('a message in the actors and the embedded store', () => {
  let dir: string;
  let store: FaultyStore;
  let node: Node;
  let batches: number;
  let crossed: { there: number; back: number };
  const { postMessage, emit } = Worker.prototype;

  beforeAll(() => {
    Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<Worker['postMessage']>) {
      crossed.there += 1;
      return postMessage.apply(this, given);
    };
    Worker.prototype.emit = function (this: Worker, name: string | symbol, ...given: unknown[]) {
      if (name === 'message') crossed.back += 1;
      return (emit as (...all: unknown[]) => boolean).call(this, name, ...given);
    };
  });
  afterAll(() => {
    Object.assign(Worker.prototype, { postMessage, emit });
  });

  beforeEach(async () => {
    crossed = { there: 0, back: 0 };
    dir = await mkdtemp(join(tmpdir(), 'meydan-cost-'));
    store = new FaultyStore(await openEmbeddedStore({ dir }));
    const nothing = () => undefined;
    const batch = () => {
      batches += 1;
    };
    node = createNode({
      store,
      env: systemEnv,
      owner: 'o',
      alone: true,
      brand: 'meydan',
      metrics: {
        batch,
        gateWaited: nothing,
        activated: nothing,
        passivated: nothing,
        committed: nothing,
        began: nothing,
        actors: nothing,
      },
    });
    const settings = { ...defaultSettings, name: 'Oda' };
    for (let room = 0; room < ROOMS; room += 1)
      await node.rooms.ask(`r${room}`, { type: 'create_room', by: callerNamed('ada'), slug: `oda-${room}`, settings });
    await round(0);
    store.calls.length = 0;
    batches = 0;
    crossed = { there: 0, back: 0 };
  });
  afterEach(async () => {
    await node.system.stop();
    await store.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** Every room gets some messages at once. */
  async function round(number: number): Promise<void> {
    const sending: Promise<unknown>[] = [];
    for (let at = 0; at < ROOMS * AT_ONCE; at += 1) {
      const draft = { clientId: `c${number}-${at}`, body: BODY, replyTo: null, discussionOf: null };
      sending.push(node.rooms.ask(`r${at % ROOMS}`, { type: 'send_message', by: callerNamed('ada'), draft }));
    }
    await Promise.all(sending);
  }

  it('reads nothing, and crosses between the threads with its group: once there, once back', async () => {
    for (let number = 1; number < ROUNDS; number += 1) await round(number);
    expect(store.calls.filter((call) => 'from' in call)).toEqual([]);
    expect(batches).toBeGreaterThanOrEqual(ROUNDS - 1);
    expect(crossed).toEqual({ there: batches, back: batches });
  });

  /** Of files, and those that wake the other thread. */
  async function readsAndWrites(): Promise<number> {
    const counts = await readFile('/proc/self/io', 'utf8');
    return [...counts.matchAll(/^sysc[rw]: (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  (process.platform === 'linux' ? it : it.skip)('makes few calls of the system', async () => {
    const before = await readsAndWrites();
    for (let number = 1; number < ROUNDS; number += 1) await round(number);
    const calls = (await readsAndWrites()) - before;
    expect(calls / ((ROUNDS - 1) * ROOMS * AT_ONCE)).toBeLessThan(SYSTEM_CALLS_MAX);
  });

  it('allocates a bounded number of bytes', async () => {
    for (let number = 1; number <= WARM_UP_ROUNDS; number += 1) await round(number);
    const bytes: number[] = [];
    for (let number = 1; number < ROUNDS; number += 1) {
      const before = process.memoryUsage().heapUsed;
      await round(WARM_UP_ROUNDS + number);
      bytes.push((process.memoryUsage().heapUsed - before) / (ROOMS * AT_ONCE));
    }
    // A collection within a round makes its figure small or negative.
    const usual = bytes.filter((each) => each > 0).sort((a, b) => a - b);
    expect(usual.at(Math.floor(usual.length / 2))).toBeLessThan(BYTES_MAX);
  });
});
