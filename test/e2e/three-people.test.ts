import { describeInChromium } from '../support/browsers/chromium.js';
import {
  createRoomInPage,
  goToRoom,
  joinRoomInPage,
  logInThroughProvider,
  openPage,
  type PagePerson,
  pendingOnScreen,
  rowsOnScreen,
  say,
} from '../support/browsers/page-person.js';
import { developer, joinRoom, logOf, type Person } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import type { LogRow } from '../support/rooms/history.js';
import { poll } from '../support/time/poll.js';

const ROOMS = ['kahve', 'kitap'] as const;
const LINES_IN_A_ROOM = 20;

const linesOf = (name: string, room: string): string[] =>
  Array.from({ length: LINES_IN_A_ROOM }, (_, at) => `${name} ${room} ${at}: şöyle böyle`);

/** Says everything, a few lines in one room and then a few in the other, and waits for nothing. */
async function talk(person: PagePerson): Promise<void> {
  for (let from = 0; from < LINES_IN_A_ROOM; from += 5) {
    for (const room of ROOMS) {
      await goToRoom(person, room);
      for (const line of linesOf(person.name, room).slice(from, from + 5)) await say(person, line);
    }
  }
}

/** Kills the service with -9 when that many rows are stored; returns the rows that people saw as stored before. */
async function killAt(server: ServerProcess, watcher: Person, people: PagePerson[], count: number): Promise<LogRow[]> {
  const isReached = async () => {
    const logs = await Promise.all(ROOMS.map((room) => logOf(server.url, watcher, room)));
    return logs.flat().length >= count;
  };
  await poll(isReached, { until: `${count} rows are stored`, withinMs: 60_000 });
  const seen = (await Promise.all(people.map(rowsOnScreen))).flat();
  await server.kill();
  await server.start();
  return seen;
}

async function expectAllOn(person: PagePerson, room: string, log: LogRow[]): Promise<void> {
  await goToRoom(person, room);
  await poll(async () => (await pendingOnScreen(person)) === 0 && (await rowsOnScreen(person)).length >= log.length, {
    until: `${person.name} sees all of ${room}`,
    withinMs: 30_000,
  });
  expect(await rowsOnScreen(person)).toEqual(log);
}

describeInChromium('three people in real browsers', (browser) => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
  }, 60_000);
  afterAll(() => server.remove());

  it('log in through the provider and talk while the service is killed twice, and nothing acknowledged is lost', async () => {
    const people = await Promise.all(['ada', 'bora', 'cem'].map((name) => openPage(browser(), server.url, name)));
    const [ada, ...others] = people as [PagePerson, PagePerson, PagePerson];
    for (const person of people) await logInThroughProvider(person);
    for (const room of ROOMS) {
      await createRoomInPage(ada, `Oda ${room}`, room);
      for (const person of others) await joinRoomInPage(person, room);
    }
    const watcher = await developer(server.url, 'gozcu');
    for (const room of ROOMS) await joinRoom(server.url, watcher, room);

    const talking = Promise.all(people.map(talk));
    const total = people.length * ROOMS.length * LINES_IN_A_ROOM;
    const seenBefore = [
      ...(await killAt(server, watcher, people, total / 4)),
      ...(await killAt(server, watcher, people, total / 2)),
    ];
    await talking;

    const stored: LogRow[] = [];
    for (const room of ROOMS) {
      const isComplete = async () => (await logOf(server.url, watcher, room)).length >= total / 2;
      await poll(isComplete, { until: `everything said in ${room} is stored`, withinMs: 60_000 });
      const log = await logOf(server.url, watcher, room);
      for (const person of people) {
        const own = log.map(({ body }) => body).filter((body) => body.startsWith(`${person.name} `));
        expect(own).toEqual(linesOf(person.name, room));
        await expectAllOn(person, room, log);
      }
      stored.push(...log);
    }
    expect(seenBefore.length).toBeGreaterThan(0);
    for (const row of seenBefore) expect(stored).toContainEqual(row);

    for (const { context } of people) await context.close();
    expect(await server.stop()).toBe(0);
    server.verifyLog();
  }, 180_000);
});
