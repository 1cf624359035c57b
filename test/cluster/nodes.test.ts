/** Rooms on three nodes that share a real Redis and a real MongoDB: asked anywhere, followed anywhere. */
import { randomUUID } from 'node:crypto';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { slotOf } from '#src/domain/slots.js';
import { type ClusterNode, listen, startNode } from '../support/processes/in-process-cluster.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const ada = { accountId: randomUUID(), username: 'ada', sessionId: 's', language: null };

describeOnRedis('three nodes', (redis) => {
  describeOnMongo('with a shared store', (_, mongod) => {
    let nodes: ClusterNode[] = [];

    beforeEach(async () => {
      const place = { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() };
      nodes = await Promise.all(['a', 'b', 'c'].map((name) => startNode(name, place)));
      await poll(() => nodes.reduce((sum, { cluster }) => sum + cluster.coordinator.heldSlots().length, 0) === 1024, {
        until: 'every slot has a holder',
      });
    });
    afterEach(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    });

    const ownerOf = (room: string) =>
      nodes.find(({ cluster }) => cluster.coordinator.holds(slotOf(room))) as ClusterNode;
    const others = (room: string) => nodes.filter((node) => node !== ownerOf(room));
    const settings = { ...defaultSettings, name: 'Oda' };
    const draft = (body: string) => ({
      clientId: body.replaceAll(' ', '-'),
      body,
      attachment: null,
      article: null,
      viewOnce: false,
      replyTo: null,
      discussionOf: null,
      forward: null,
    });
    const found = async () => {
      const room = randomUUID();
      const [first] = nodes as [ClusterNode];
      await first.node.rooms.ask(room, { type: 'create_room', by: ada, slug: `oda-${room.slice(0, 8)}`, settings });
      return room;
    };
    const say = ({ node }: ClusterNode, room: string, body: string) =>
      node.rooms.ask(room, { type: 'send_message', by: ada, draft: draft(body) as never });

    it('answer alike, whichever is asked', async () => {
      const room = await found();
      for (const [at, node] of nodes.entries()) {
        expect(await say(node, room, `söz ${at}`)).toMatchObject({
          duplicate: false,
          message: { row: { seq: at + 2 } },
        });
      }
      for (const { node } of nodes) {
        const { messages } = await node.rooms.ask(room, { type: 'list_messages', by: ada, limit: 10 });
        expect(messages.map(({ row }) => row.body)).toEqual(['söz 0', 'söz 1', 'söz 2']);
      }
    });

    it('tell every later entry on all of them, once and in order', async () => {
      const room = await found();
      const heard = nodes.map((node) => listen(node, room));
      await Promise.all(nodes.map(({ node }) => node.streams.ready(room)));
      await Promise.all(Array.from({ length: 60 }, (_, at) => say(nodes[at % 3] as ClusterNode, room, `söz ${at}`)));
      for (const items of heard) {
        await poll(() => items.length === 60, { until: 'all are heard' });
        expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, at) => at + 2));
      }
    });

    it('go on without a hole when the room moves to another node under load', async () => {
      const room = await found();
      const owner = ownerOf(room);
      const [asker, listener] = others(room) as [ClusterNode, ClusterNode];
      const items = listen(listener, room);
      await listener.node.streams.ready(room);
      let said = 0;
      const talking = (async () => {
        for (; said < 200; said += 1) await say(asker, room, `söz ${said}`);
      })();
      await poll(() => said > 50, { until: 'some were said' });
      nodes = nodes.filter((node) => node !== owner);
      await owner.stop();
      await talking;
      await poll(() => items.filter(({ activity }) => activity).length === 200, { until: 'all are heard' });
      expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 2));
    });

    it('take over the rooms of a node that is killed, and lose nothing that was acknowledged', async () => {
      const room = await found();
      const owner = ownerOf(room);
      const [asker, listener] = others(room) as [ClusterNode, ClusterNode];
      const items = listen(listener, room);
      await listener.node.streams.ready(room);
      for (let at = 0; at < 20; at += 1) await say(asker, room, `önce ${at}`);
      nodes = nodes.filter((node) => node !== owner);
      await owner.kill();
      await poll(() => say(asker, room, 'sonra').catch(() => null), { until: 'somebody has the room again' });
      const { messages } = await listener.node.rooms.ask(room, { type: 'list_messages', by: ada, limit: 100 });
      expect(messages.map(({ row }) => row.body)).toEqual([
        ...Array.from({ length: 20 }, (_, at) => `önce ${at}`),
        'sonra',
      ]);
      await poll(() => items.some(({ activity }) => activity?.row?.row.body === 'sonra'), { until: 'it is heard' });
      expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 2));
    });
  });
});
