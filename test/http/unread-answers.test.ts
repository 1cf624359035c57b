import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa, { type Context } from 'koa';
import { limitResponses, type ResponseLimits } from '#http/listener/response-limits.js';
import { answerBudget } from '#http/middleware/answer-budget.js';
import { renderErrors } from '#http/middleware/errors.js';
import { poll } from '../support/time/poll.js';

/** Much more than the operating system takes for a connection that nobody reads from. */
const PAGE = Buffer.alloc(16_777_216, 'x');

describe('answers that nobody reads', () => {
  let server: Server;
  let cuts: string[] = [];
  let clients: Socket[] = [];

  async function serve(limits: Partial<ResponseLimits>, answer?: RequestListener): Promise<void> {
    cuts = [];
    server = createServer(answer ?? ((_, response) => response.end(PAGE)));
    limitResponses(server, (why) => cuts.push(why), { lookEveryMs: 20, ...limits });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  afterEach(async () => {
    for (const client of clients) client.destroy();
    clients = [];
    await new Promise((resolve) => server.close(resolve));
  });

  /** Asks, and reads nothing until it is told to. */
  async function ask(count = 1): Promise<Socket> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(client);
    client.on('error', () => undefined);
    client.pause();
    await new Promise((resolve) => client.once('connect', resolve));
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
    return client;
  }
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  /** A little at a time; how much came until the end. */
  function sip(client: Socket, everyMs: number): Promise<number> {
    return new Promise((resolve) => {
      let bytes = 0;
      client.on('data', (chunk) => {
        bytes += chunk.length;
        client.pause();
        if (bytes >= PAGE.length) resolve(bytes);
        else setTimeout(() => client.resume(), everyMs);
      });
      client.on('close', () => resolve(bytes));
      client.resume();
    });
  }

  it('end with their connection, and hold nothing any more', async () => {
    await serve({ stallMs: 300, bytes: 21 * PAGE.length });
    for (let at = 0; at < 20; at += 1) await ask();
    await poll(async () => (await open()) === 0, { until: 'every connection is cut' });
    expect(cuts).toEqual(Array(20).fill('its answer was not read'));
  });

  it('reach a reader who takes long, as long as something is taken', async () => {
    await serve({ stallMs: 1_500 });
    const startedAt = performance.now();
    expect(await sip(await ask(), 10)).toBeGreaterThanOrEqual(PAGE.length);
    expect(performance.now() - startedAt).toBeGreaterThan(1_500);
    expect(cuts).toEqual([]);
  });

  it('are not waited for without end, however little is taken at a time', async () => {
    await serve({ stallMs: 60_000, wholeMs: 500 });
    expect(await sip(await ask(), 100)).toBeLessThan(PAGE.length);
    expect(cuts).toEqual(['its answer was not read']);
  });

  it('never hold more than the bound, and those who took nothing for longest go first', async () => {
    await serve({ stallMs: 60_000, bytes: 3 * PAGE.length });
    for (let at = 0; at < 10; at += 1) await ask();
    await poll(async () => (await open()) <= 3 || cuts.length >= 6, { until: 'the rest is cut' });
    expect(new Set(cuts)).toEqual(new Set(['too much was not read']));
    const patient = await ask();
    expect(await sip(patient, 0)).toBeGreaterThanOrEqual(PAGE.length);
  });

  it('are not made for one connection without bound', async () => {
    let made = 0;
    let closed = 0;
    await serve({ perConnection: 4 }, (request, response) => {
      if (request.socket.destroyed) return;
      made += 1;
      response.on('close', () => {
        closed += 1;
      });
    });
    await ask(500);
    await poll(() => cuts.length > 0, { until: 'the connection is cut' });
    expect([made, cuts[0]]).toEqual([4, 'too many requests at once']);
    await poll(() => closed === made, { until: 'every answer has heard of its end' });
  });

  describe('of one account', () => {
    let running: (() => void)[] = [];
    const budgeted = () => {
      running = [];
      const app = new Koa();
      app.use(renderErrors({ error: () => undefined }));
      app.use(answerBudget((ctx: Context) => ctx.path, { running: 2, waiting: 2, unreadBytes: 1_000_000 }));
      app.use(async (ctx) => {
        if (ctx.path !== '/page') await new Promise<void>((resolve) => running.push(resolve));
        ctx.body = ctx.path === '/page' ? PAGE : 'made';
      });
      return app.callback();
    };
    const urlOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const get = async (path: string) => {
      const answer = await fetch(urlOf(path));
      return { status: answer.status, text: await answer.text() };
    };

    it('are made a few at once, in order; too many are refused', async () => {
      await serve({}, budgeted());
      const asked = [get('/ada'), get('/ada')];
      await poll(() => running.length === 2, { until: 'two are made' });
      asked.push(get('/ada'), get('/ada'));
      const refused = await poll(
        async () => {
          const answer = await Promise.race([get('/ada'), new Promise<null>((r) => setTimeout(r, 50, null))]);
          return answer?.status === 503 ? answer : null;
        },
        { until: 'one is refused' },
      );
      expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'overloaded', retry_after_ms: 1_000 } });
      const bob = get('/bob');
      await poll(() => running.length === 3, { until: 'somebody else is served' });
      for (let done = 0; done < 5; done += 1) {
        await poll(() => running.length > 0, { until: 'the next is made' });
        running.shift()?.();
      }
      for (const answer of await Promise.all([...asked, bob])) expect(answer.text).toBe('made');
    });

    it('are not made any more once nobody waits for them', async () => {
      await serve({}, budgeted());
      const stay = [get('/ada'), get('/ada')];
      await poll(() => running.length === 2, { until: 'two are made' });
      const gone = new AbortController();
      const left = fetch(urlOf('/ada'), { signal: gone.signal });
      await poll(async () => (await open()) === 3, { until: 'the third has come' });
      gone.abort();
      await expect(left).rejects.toThrow();
      await poll(async () => (await open()) === 2, { until: 'it has gone' });
      for (const make of running.splice(0)) make();
      await Promise.all(stay);
      const next = get('/ada');
      await poll(() => running.length === 1, { until: 'the next is made' });
      running[0]?.();
      expect((await next).status).toBe(200);
    });

    it('are refused while what was made before is not read', async () => {
      await serve({ stallMs: 500 }, budgeted());
      const client = await ask();
      client.write('GET /page HTTP/1.1\r\nHost: x\r\n\r\n');
      await poll(() => running.length === 1, { until: 'the first is made' });
      running[0]?.();
      await poll(async () => (await get('/page')).status === 503, { until: 'it is refused' });
      await poll(() => cuts.length > 0, { until: 'who does not read is cut' });
      await poll(async () => (await get('/page')).status === 200, { until: 'the next one is made' });
    });
  });
});
