import { ChatClient } from '../support/clients/chat-client.js';
import { createRoom, developer, joinRoom, logOf, type Person } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { faultsOf } from '../support/rooms/history.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';

const ROOMS = ['kahve', 'kitap'];

interface Crowd {
  people: Person[];
  clients: ChatClient[];
}

/** Everybody is in every room. Each comes from an address of their own, so that the limit of logins lets them in. */
async function gather(url: string, count: number): Promise<Crowd> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) people.push(await developer(url, `kisi_${at}`, `10.0.${at >> 8}.${at % 256}`));
  for (const room of ROOMS) {
    await createRoom(url, people[0]!, room);
    await Promise.all(people.slice(1).map((person) => joinRoom(url, person, room)));
  }
  const clients = people.map(({ name, token }) => new ChatClient({ url, name, token, rooms: ROOMS }));
  const isAllIn = () => clients.every((client) => ROOMS.every((room) => client.isIn(room)));
  await poll(isAllIn, { until: 'everybody follows every room', withinMs: 30_000 });
  return { people, clients };
}

/** Says `count` things in turn in the rooms, with so many under way at once. */
async function talk(client: ChatClient, name: string, count: number, underWay: number): Promise<void> {
  let next = 0;
  const speak = async () => {
    for (let at = next++; at < count; at = next++) {
      const room = ROOMS[at % ROOMS.length]!;
      await client.say(room, `${name}-${at}`, `${name} says ${at} in ${room}`);
    }
  };
  await Promise.all(Array.from({ length: underWay }, speak));
}

const acknowledgedBy = (clients: ChatClient[]): number =>
  clients.reduce(
    (sum, { acknowledged }) => sum + [...acknowledged.values()].reduce((n, list) => n + list.length, 0),
    0,
  );

/** Kills the service with -9 each time that share of all messages is acknowledged, and starts it again. */
async function killTwice(server: ServerProcess, clients: ChatClient[], total: number): Promise<void> {
  for (const share of [1 / 3, 2 / 3]) {
    const until = `${Math.round(share * 100)} % of the messages are acknowledged`;
    await poll(() => acknowledgedBy(clients) >= total * share, { until, withinMs: 120_000, everyMs: 5 });
    await server.kill();
    await server.start();
  }
}

async function faultsIn(url: string, { people, clients }: Crowd, room: string) {
  const log = await logOf(url, people[0]!, room);
  const newest = log.at(-1)?.seq ?? 0;
  const haveAll = () => clients.every((client) => client.heldSeq(room) >= newest);
  await poll(haveAll, { until: `everybody has caught up in ${room}`, withinMs: 30_000 });
  return faultsOf({
    acknowledged: clients.flatMap((client) => client.acknowledged.get(room) ?? []),
    log,
    readings: clients.map((client) => client.readingOf(room)),
  });
}

async function proof(settings: Record<string, string>, each: number, underWay: number): Promise<void> {
  const server = await startServer(settings);
  let crowd: Crowd = { people: [], clients: [] };
  try {
    crowd = await gather(server.url, 50);
    const total = crowd.clients.length * each;
    const talking = crowd.clients.map((client, at) => talk(client, crowd.people[at]!.name, each, underWay));
    await Promise.all([killTwice(server, crowd.clients, total), ...talking]);
    expect(acknowledgedBy(crowd.clients)).toBe(total);
    for (const room of ROOMS) expect(await faultsIn(server.url, crowd, room)).toEqual([]);
    for (const client of crowd.clients) client.close();
    expect(await server.stop()).toBe(0);
    server.verifyLog();
  } finally {
    for (const client of crowd.clients) client.close();
    await server.remove();
  }
}

onEachEngine('fifty people talk in two rooms while the service is killed twice', (engine) => {
  it('keeps every acknowledged message once and in order, without limits and with four messages under way each', async () => {
    await proof({ ...engine(), RATE_LIMITS: 'off', TRUST_PROXY: '1' }, 40, 4);
  }, 180_000);
});

/** Limits are decided before anything is stored, so that in the suite one engine shows them. */
const onEngines: typeof onEachEngine =
  process.env.MANY_CLIENTS === 'whole'
    ? onEachEngine
    : (name, tests) => describe(`${name} (embedded)`, () => tests(() => ({}), false));

onEngines('fifty people within their limits while the service is killed twice', (engine) => {
  it('keeps every acknowledged message once and in order', async () => {
    await proof({ ...engine(), TRUST_PROXY: '1' }, 30, 1);
  }, 180_000);
});
