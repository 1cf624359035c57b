/** What stands in for MongoDB, Redis and the net keeps the promises of the real ones. */
import { leaseTableContract } from '../cluster/lease-table-contract.js';
import { storeContract } from '../store/contract.js';
import type { OpenStore } from '../support/store/engines.js';
import { Documents } from './edges/documents.js';
import { FaultConditions } from './edges/fault-conditions.js';
import { directTableChannel, LeaseData, VirtualLeaseTable } from './edges/virtual-lease-table.js';
import { Net, VirtualLink } from './edges/virtual-link.js';
import { directStoreChannel, VirtualStore } from './edges/virtual-store.js';
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
