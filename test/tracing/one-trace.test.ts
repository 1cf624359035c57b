/** A message that comes in over REST at one node and is decided at another is one trace, up to the socket that hears it. */
import { randomBytes } from 'node:crypto';
import type { Talker } from '../gateway/talker.js';
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { type Collector, openCollector, type ReceivedSpan } from './collector.js';

describeOnRedis('two nodes with a collector', (redis) => {
  describeOnMongo('on a database', (_, mongod) => {
    describe('export', () => {
      let collector: Collector;
      let [here, there] = [] as unknown as [Booted, Booted];
      let [ada, bora] = [] as unknown as [Person, Person];
      let listener: Talker;
      let room: string;

      beforeAll(async () => {
        collector = await openCollector();
        const shared = {
          MONGODB_URI: mongod().freshUri(),
          REDIS_URL: redis().url,
          SECRET: 'x'.repeat(32),
          LEASE_MS: '2400',
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
        };
        const boot = (name: string) => bootApp({ settings: { ...shared, NODE_NAME: name } });
        [here, there] = await Promise.all([boot('here'), boot('there')]);
        [ada, bora] = await Promise.all([here.person('ada'), here.person('bora')]);
        room = await roomOfThere();
        expect((await here.ask(bora, 'POST', `/api/rooms/${room}/join`, {})).status).toBe(200);
        listener = await talk(here, bora);
        expect(await listener.ask('room:open', { room })).toMatchObject({ ok: true });
      }, 120_000);
      afterAll(async () => {
        listener?.close();
        await Promise.all([here, there].map((booted) => booted?.[Symbol.asyncDispose]()));
        await collector.close();
      });

      /** Slots are shared out within some heartbeats of the second node's start. */
      const roomOfThere = () =>
        poll(
          async () => {
            const slug = `oda-${randomBytes(4).toString('hex')}`;
            const made = await here.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
            return made.status === 201 && there.app.node.system.isActive('room', made.body.room.id) ? slug : null;
          },
          { until: 'a room is owned by the other node', withinMs: 60_000 },
        );

      async function traceOf(traceId: string, isComplete: (spans: ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]> {
        const found = () => collector.spans.filter((span) => span.traceId === traceId);
        return poll(() => (isComplete(found()) ? found() : null), { until: `the trace is complete: ${traceId}` });
      }
      const has = (spans: ReceivedSpan[], ...names: string[]) =>
        names.every((wanted) => spans.some(({ name }) => name === wanted));
      const only = (spans: ReceivedSpan[], name: string): ReceivedSpan => {
        const [span, ...others] = spans.filter((one) => one.name === name) as [ReceivedSpan, ...ReceivedSpan[]];
        expect([name, span?.name, others.length]).toEqual([name, name, 0]);
        return span;
      };

      it('one trace from the request to the socket, as a part of that of the client', async () => {
        const [traceId, parent] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
        const headers = { traceparent: `00-${traceId}-${parent}-01`, 'x-request-id': 'r-1' };
        const said = await here.ask(ada, 'POST', `/api/rooms/${room}/messages`, { body: 'merhaba dünya' }, headers);
        expect(said.status).toBe(201);
        const sent = 'room send_message';
        const spans = await traceOf(traceId, (all) => has(all, 'deliver', sent, 'POST /api/rooms/{slug}/messages'));
        const request = only(spans, 'POST /api/rooms/{slug}/messages');
        const command = only(spans, sent);
        const hop = spans.find(({ spanId }) => spanId === command.parentSpanId);
        expect([request.parentSpanId, request.node]).toEqual([parent, 'here']);
        expect(request.attributes).toMatchObject({ 'meydan.request_id': 'r-1' });
        expect(Number(request.attributes['http.response.status_code'])).toBe(201);
        expect([hop?.name, hop?.node, hop?.parentSpanId]).toEqual(['hop', 'here', request.spanId]);
        expect(hop?.attributes).toEqual({ 'meydan.node': 'there' });
        expect(command.node).toBe('there');
        const delivery = only(spans, 'deliver');
        expect([delivery.parentSpanId, delivery.node]).toEqual([command.spanId, 'here']);
        expect(Number(delivery.attributes['meydan.sockets'])).toBe(1);
        const parts = spans.filter(({ parentSpanId, name }) => parentSpanId === command.spanId && name !== 'deliver');
        expect(parts.map(({ name }) => name)).toEqual(['wait', 'turn', 'commit']);
        for (const part of parts) expect(part.ms).toBeLessThanOrEqual(command.ms + 0.01);
        const [, , commit] = parts as [ReceivedSpan, ReceivedSpan, ReceivedSpan];
        const batch = await poll(() => collector.spans.find(({ spanId }) => spanId === commit.links[0]), {
          until: 'the commit has arrived',
        });
        expect([batch.name, batch.links]).toEqual(['commit batch', [command.spanId]]);
      });

      it('an operation of a socket, with a link to its handshake', async () => {
        const talker = await talk(here, ada);
        const before = collector.spans.length;
        expect(await talker.ask('message:new', { room, body: 'selam dünya' })).toMatchObject({ ok: true });
        const operation = await poll(
          () => collector.spans.slice(before).find(({ name }) => name === 'socket message:new'),
          { until: 'the operation has arrived' },
        );
        const spans = await traceOf(operation.traceId, (all) => has(all, 'deliver', 'commit'));
        expect(new Set(spans.map(({ node }) => node))).toEqual(new Set(['here', 'there']));
        const handshake = await poll(() => collector.spans.find(({ spanId }) => spanId === operation.links[0]), {
          until: 'the handshake has arrived',
        });
        expect(handshake.name).toBe('socket handshake');
        expect(String(operation.attributes['meydan.request_id'])).toMatch(/^[0-9a-f]{8}-\w+\.\w+$/);
        talker.close();
      });

      it('nothing of what people wrote, and no name, id, token or address of theirs', async () => {
        await poll(() => collector.spans.some(({ name }) => name === 'deliver'), { until: 'something was delivered' });
        const all = collector.requests.map(({ text }) => text).join();
        // Ids are hexadecimal, and a short name may be within one.
        const secrets = ['dünya', room, '"ada"', 'bora', ada.accountId, bora.accountId, ada.accessToken, '127.0.0.1'];
        expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
        const [first] = collector.requests;
        expect([first?.path, first?.headers.authorization]).toEqual(['/v1/traces', 'Bearer of-the-collector']);
      });
    });
  });
});
