/** What stands in for MongoDB, Redis and the net keeps the promises of the real ones. */
import { leaseTableContract } from '../cluster/lease-table-contract.js';
import { storeContract } from '../store/contract.js';
import type { OpenStore } from '../support/store/engines.js';
import { Documents } from './edges/documents.js';
import { FaultConditions } from './edges/fault-conditions.js';
import { directTableChannel, LeaseData, VirtualLeaseTable } from './edges/virtual-lease-table.js';
import { Net, VirtualLink } from './edges/virtual-link.js';
import { directStoreChannel, VirtualStore } from './edges/virtual-store.js';
import { VirtualTcp } from './edges/virtual-tcp.js';
import { ProcessLifetime } from './time/process-lifetime.js';
import { Schedule } from './time/schedule.js';
import { SeededRandom } from './time/seeded-random.js';

describe('the store of the simulator', () => {
  const places = new Map<unknown, Documents>();
  const open = (documents: Documents) => {
    const store = new VirtualStore(documents, directStoreChannel(Date.now));
    places.set(store, documents);
    return store;
  };
  const openStore = Object.assign(async () => open(new Documents()), {
    again: async (store: unknown) => open(places.get(store) as Documents),
    beside: async (store: unknown) => open(places.get(store) as Documents),
  });
  storeContract(openStore as OpenStore);
});

describe('the lease table of the simulator', () => {
  const leaseMs = 400;
  let now = 0;
  let data = new LeaseData(leaseMs, () => now);
  beforeEach(() => {
    data = new LeaseData(leaseMs, () => now);
  });
  leaseTableContract({
    leaseMs,
    open: () => new VirtualLeaseTable(data, directTableChannel),
    async wipe() {
      data.wipe();
    },
    async pass(ms) {
      now += ms;
    },
  });
});

describe('the link of the simulator', () => {
  const setUp = async () => {
    const schedule = new Schedule();
    const weather = new FaultConditions(schedule, new SeededRandom(1, 'weather'));
    const net = new Net(weather);
    const link = (name: string) => new VirtualLink(name, new ProcessLifetime(schedule, new SeededRandom(1, name)), net);
    const [one, other] = [link('one'), link('other')];
    void one.listen('t-one');
    void other.listen('t-other');
    await schedule.runUntil(100);
    return { schedule, weather, one, other };
  };

  it('brings what is sent in the order it was sent, and loses of it what the weather takes', async () => {
    const { schedule, weather, one, other } = await setUp();
    const heard: unknown[] = [];
    other.onMessage((from, body) => heard.push([from, body]));
    weather.troubleLinks(['*'], { dropped: 0.5 });
    for (let at = 0; at < 100; at += 1) one.send('t-other', at);
    await schedule.runUntil(10_000);
    const numbers = heard.map((each) => (each as [string, number])[1]);
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.length).toBeLessThan(80);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('brings answers back, and says when none comes', async () => {
    const { schedule, weather, one, other } = await setUp();
    other.onRequest(async (from, body) => ({ from, body }));
    const answered = one.request('t-other', 'soru', 1_000);
    await schedule.runUntil(schedule.now + 500);
    expect(await answered).toEqual({ from: 't-one', body: 'soru' });
    weather.troubleLinks(['other>one'], { isCut: true });
    const unanswered = one.request('t-other', 'soru', 1_000).catch((error: Error) => error.name);
    await schedule.runUntil(schedule.now + 2_000);
    expect(await unanswered).toBe('NodeUnreachable');
  });
});

describe('the connections of the simulator', () => {
  const setUp = async () => {
    const schedule = new Schedule();
    const weather = new FaultConditions(schedule, new SeededRandom(1, 'weather'));
    const tcp = new VirtualTcp(weather, new SeededRandom(1, 'tcp'));
    const [here, there] = ['here', 'there'].map((name) => new ProcessLifetime(schedule, new SeededRandom(1, name))) as [
      ProcessLifetime,
      ProcessLifetime,
    ];
    const heard: string[] = [];
    await tcp.of('there', there).listen({
      host: null,
      port: 0,
      onSocket: (socket) => {
        socket.on('data', (piece) => heard.push(piece.toString()));
        socket.on('close', () => heard.push('closed'));
      },
      onError: () => undefined,
    });
    const socket = tcp.of('here', here).connect('there', 1);
    const ends: string[] = [];
    socket.on('error', (error) => ends.push(error.message));
    socket.on('close', () => ends.push('closed'));
    return { schedule, weather, tcp, here, there, socket, heard, ends };
  };

  it('bring everything in its order, also what the net has lost, and what waits for a net that is cut', async () => {
    const { schedule, weather, socket, heard } = await setUp();
    weather.troubleLinks(['*'], { dropped: 0.3 });
    const texts = Array.from({ length: 50 }, (_, at) => String(at));
    for (const text of texts) socket.write(Buffer.from(text));
    await schedule.runUntil(20_000);
    expect(heard).toEqual(texts);
    weather.clear();
    weather.troubleLinks(['here>there'], { isCut: true });
    socket.write(Buffer.from('late'));
    await schedule.runUntil(25_000);
    expect([heard.length, socket.writableLength]).toEqual([50, 4]);
    weather.clear();
    await schedule.runUntil(26_000);
    expect([heard.at(-1), socket.writableLength]).toEqual(['late', 0]);
  });

  it('end on both sides after what was written, and tell each side once', async () => {
    const { schedule, socket, heard, ends } = await setUp();
    socket.write(Buffer.from('last'));
    socket.end();
    socket.write(Buffer.from('never'));
    await schedule.runUntil(1_000);
    expect([heard, ends]).toEqual([['last', 'closed'], ['closed']]);
  });

  it('end with the process at one of their ends, and nothing is refused quietly', async () => {
    const { schedule, tcp, here, there, ends } = await setUp();
    await schedule.runUntil(1_000);
    there.end();
    await schedule.runUntil(2_000);
    expect(ends).toEqual(['closed']);
    const refused: string[] = [];
    const again = tcp.of('here', here).connect('there', 1);
    again.on('error', (error) => refused.push(error.message));
    again.on('close', () => refused.push('closed'));
    await schedule.runUntil(3_000);
    expect(refused).toEqual(['connection refused', 'closed']);
  });

  it('are given up by an end that has heard nothing for its time', async () => {
    const { schedule, socket } = await setUp();
    let silentAt = 0;
    socket.setTimeout(500, () => {
      silentAt = schedule.now;
    });
    await schedule.runUntil(300);
    socket.write(Buffer.from('still there'));
    await schedule.runUntil(2_000);
    expect(silentAt).toBe(800);
  });
});
