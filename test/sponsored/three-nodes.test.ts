/** Impressions reported to three nodes at once, which share a real Redis and a real MongoDB. */
import { randomUUID } from 'node:crypto';
import type { Mark } from '#actors/sponsored/commands.js';
import { type ClusterNode, startNode } from '../support/processes/in-process-cluster.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import {
  creditIn,
  employ,
  expectSound,
  impressionOf,
  itemIn,
  liveItem,
  openOrganization,
} from './support/sponsored-fixture.js';

describeOnRedis('on three nodes', (redis) => {
  describeOnMongo('with a shared store', (_, mongod) => {
    let nodes: [ClusterNode, ClusterNode, ClusterNode];
    let living: ClusterNode[];

    beforeEach(async () => {
      const place = { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() };
      nodes = (await Promise.all(['a', 'b', 'c'].map((name) => startNode(name, place)))) as typeof nodes;
      living = [...nodes];
      await poll(() => nodes.reduce((sum, { cluster }) => sum + cluster.coordinator.heldSlots().length, 0) === 1024, {
        until: 'every slot has a holder',
      });
    }, 60_000);
    afterEach(async () => {
      await Promise.all(living.map((node) => node.stop()));
    }, 60_000);

    /** Each mark reported to one node; whoever is told to try again goes to another. */
    async function count(organization: string, marks: Mark[]): Promise<number> {
      const told = marks.map((mark, n) => reported(organization, mark, n));
      return (await Promise.all(told)).filter(Boolean).length;
    }

    async function reported(organization: string, mark: Mark, n: number): Promise<boolean> {
      for (let tried = 0; tried < 200; tried += 1) {
        const { node } = living[(n + tried) % living.length] as ClusterNode;
        const answer = await node.sponsoredMarks.count(organization, mark).catch((error: unknown) => String(error));
        if (typeof answer !== 'string') return answer.counted;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('no node has taken it');
    }

    const many = (times: number, item: string) => Array.from({ length: times }, () => impressionOf(item));
    const storeOf = () => (living[0] as ClusterNode).store;

    async function open(credit: number, budget: number, items = 1) {
      const store = storeOf();
      const organization = await openOrganization(store, { credit });
      const by = await employ(store, organization);
      const shop = { items: nodes[1].node.sponsored };
      const ids: string[] = [];
      for (let n = 0; n < items; n += 1) ids.push((await liveItem(shop, organization, by, { budget }))._id);
      return { organization, ids, item: ids[0] as string };
    }

    it('200 at once on a budget of 100 are exactly 100, and the item has ended', async () => {
      const { organization, item } = await open(1_000, 100);
      expect(await count(organization, many(200, item))).toBe(100);
      expect(await itemIn(storeOf(), item)).toMatchObject({ impressions: 100, left: 0, status: 'ended' });
      expect(await creditIn(storeOf(), organization)).toBe(900);
      await expectSound(storeOf());
    }, 120_000);

    it('200 at once on a credit of 100 are exactly 100, whichever items they are of', async () => {
      const { organization, ids } = await open(100, 1_000, 5);
      const marks = Array.from({ length: 40 }, () => ids.map((id) => impressionOf(id))).flat();
      expect(await count(organization, marks)).toBe(100);
      expect(await creditIn(storeOf(), organization)).toBe(0);
      for (const id of ids) expect(await itemIn(storeOf(), id)).toMatchObject({ status: 'paused' });
      await expectSound(storeOf());
    }, 120_000);

    it('the same marks at every node count once', async () => {
      const { organization, item } = await open(1_000, 500);
      const marks = many(50, item);
      expect(await count(organization, [...marks, ...marks, ...marks])).toBe(50);
      expect(await creditIn(storeOf(), organization)).toBe(950);
      await expectSound(storeOf());
    }, 120_000);

    it('a node that is killed meanwhile costs nothing and counts nothing twice', async () => {
      const { organization, item } = await open(1_000, 100);
      const counting = count(organization, many(200, item));
      const [killed] = living.splice(0, 1) as [ClusterNode];
      await killed.kill();
      // What the killed node has told nobody may have counted all the same; it is not told twice.
      expect(await counting).toBeLessThanOrEqual(100);
      expect(await itemIn(storeOf(), item)).toMatchObject({ impressions: 100, status: 'ended' });
      expect(await creditIn(storeOf(), organization)).toBe(900);
      await expectSound(storeOf());
    }, 120_000);
  });
});
