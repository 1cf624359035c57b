/**
 * Programs on the client in rooms of three nodes, while a node is killed with -9 and another one drained under load.
 * `FAILOVER_S=300` goes on with it for so many seconds; without it each is done once.
 */
import { faultsOf } from '../cluster/history/history-checks.js';
import { logOf, rest } from '../support/clients/rest.js';
import type { ServerProcess } from '../support/processes/server-process.js';
import { startThreeNodes, type ThreeNodes } from '../support/processes/three-nodes.js';
import { mongodForTests } from '../support/servers/mongod.js';
import { redisForTests } from '../support/servers/redis.js';
import { describeWith } from '../support/skipped-suites.js';
import { Crowd } from './crowd.js';
import { People, until } from './people.js';

const ROOMS = ['bahce', 'carsi', 'liman'];
const TALKERS = 5;
const SOAK_S = Number(process.env.FAILOVER_S ?? 0);
const WITHIN_MS = 120_000;

const needs = { mongod: mongodForTests(), 'redis-server': redisForTests() };

describeWith(needs, 'clients on three nodes', ({ mongod, 'redis-server': redis }) => {
  let place: ThreeNodes;
  let crowd: Crowd;
  const people = new People();
  const logs = () => crowd.recorder.history.logs;

  beforeAll(async () => {
    place = await startThreeNodes({ mongod, redis });
    crowd = await Crowd.gather(place.url, people, ROOMS, TALKERS);
    crowd.talk();
  }, 600_000);
  afterAll(async () => {
    await crowd?.hush();
    await people[Symbol.asyncDispose]();
    await place?.[Symbol.asyncDispose]();
  }, 120_000);

  /** Everybody is connected, and every room takes what is said now. */
  const isWell = async () => {
    const since = crowd.recorder.now();
    const isBack = () => crowd.all.every(({ client }) => client.isOnline) && crowd.isAnsweredSince(since);
    await until(isBack, 'everybody is back and every room answers', WITHIN_MS);
  };

  const killed = async (node: ServerProcess) => {
    await node.kill();
    await isWell();
    await node.start();
  };

  const drained = async (node: ServerProcess) => {
    expect(await node.stop()).toBe(0);
    await isWell();
    await node.start();
  };

  it(
    'talk on while a node is killed with -9 and another one is drained',
    async () => {
      await isWell();
      const giveUpAt = performance.now() + SOAK_S * 1_000;
      let turn = 0;
      do {
        await killed(place.nodes[turn % 3] as ServerProcess);
        await drained(place.nodes[(turn + 1) % 3] as ServerProcess);
        turn += 1;
      } while (performance.now() < giveUpAt);
      await isWell();
      await crowd.hush();
      expect(crowd.refused).toEqual([]);
    },
    600_000 + SOAK_S * 2_000,
  );

  it('have handed on everything once and in order, and hold nothing back', async () => {
    const { url } = place;
    const { access_token: token } = await rest<{ access_token: string }>(url, '/auth/developer', {
      method: 'POST',
      body: { name: crowd.listener.name },
    });
    const reader = { name: crowd.listener.name, accountId: '', token };
    for (const slug of ROOMS) logs().set(slug, await logOf(url, reader, slug));
    const isCaughtUp = () =>
      crowd.all.every(({ rooms }) =>
        ROOMS.every((slug) => (rooms.get(slug)?.place?.seq ?? 0) >= (logs().get(slug)?.at(-1)?.seq ?? 0)),
      );
    await until(isCaughtUp, 'everybody has caught up', WITHIN_MS);
    const { history } = crowd.recorder;
    const said = crowd.talkers.reduce((sum, talker) => sum + talker.said.length, 0);
    const seen = history.readings.reduce((sum, { rows }) => sum + rows.length, 0);
    process.stderr.write(`${JSON.stringify({ said, seen })}\n`);
    expect(faultsOf(history).slice(0, 20)).toEqual([]);
    expect(history.posts.filter(({ outcome }) => outcome === 'acknowledged')).toHaveLength(said);
    expect(seen).toBe(said * crowd.all.length);
    for (const [at, talker] of crowd.talkers.entries()) {
      const log = logs().get(ROOMS[at % ROOMS.length] as string) ?? [];
      const own = log.map(({ body }) => body).filter((body) => body.startsWith(`${talker.name} `));
      expect(own).toEqual(talker.said);
      expect(talker.client.outbox.items).toEqual([]);
    }
  }, 120_000);

  it('count what is unread as the service does, also after it was read', async () => {
    const { client, rooms } = crowd.listener;
    // That somebody joined counts as well.
    const expected = ROOMS.map((slug) => (logs().get(slug)?.length ?? 0) + TALKERS);
    expect(ROOMS.map((slug) => rooms.get(slug)?.unread)).toEqual(expected);
    await client.rooms.load();
    const listed = (slug: string) => client.rooms.all.find((room) => room.slug === slug)?.unread;
    expect(ROOMS.map(listed)).toEqual(expected);
    for (const { client: talker, rooms: held } of crowd.talkers) {
      await talker.rooms.load();
      const told = ROOMS.map((slug) => talker.rooms.all.find((room) => room.slug === slug)?.unread);
      expect(ROOMS.map((slug) => held.get(slug)?.unread)).toEqual(told);
    }
    for (const slug of ROOMS) await rooms.get(slug)?.read();
    expect(ROOMS.map((slug) => rooms.get(slug)?.unread)).toEqual([0, 0, 0]);
    await client.rooms.load();
    expect(ROOMS.map(listed)).toEqual([0, 0, 0]);
  }, 60_000);
});
