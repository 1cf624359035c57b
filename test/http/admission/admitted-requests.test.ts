import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { admittedRequests } from '#http/admission/admitted-requests.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { poll } from '../../support/time/poll.js';
import { BusyQueue } from './busy-queue.js';

const WAITING_MAX = 256;

let server: Server;
let queue: BusyQueue;
let refusals: number;
let answered: string[];
beforeEach(async () => {
  queue = new BusyQueue();
  refusals = 0;
  answered = [];
  const onRefused = () => void (refusals += 1);
  server = createServer(
    admittedRequests({ queue, proxies: 0, onRefused }, ({ url = '' }, response) => {
      answered.push(url);
      response.end('here');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Fills the line of this machine. */
const fill = (count: number) => {
  const network = clientNetwork('127.0.0.1');
  for (let at = 0; at < count; at += 1)
    queue.wait('request', network, { run: () => undefined, refuse: () => undefined });
};

describe('a request to a node that has no time', () => {
  it('waits for the next round', async () => {
    const answer = fetch(`${address()}/api/me`);
    await expect(Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))])).resolves.toBe(
      'waits',
    );
    await queue.round();
    expect(await (await answer).text()).toBe('here');
  });

  it.each(['/api/ready', '/api/health'])('is answered at once when a balancer asks %s', async (path) => {
    expect(await (await fetch(address() + path)).text()).toBe('here');
  });

  it('is refused with the code, and the time after which to repeat it, when too many wait', async () => {
    const answer = fetch(`${address()}/api/me`, { method: 'POST', body: 'x'.repeat(100) });
    // The oldest of the longest line goes.
    await poll(() => queue.size('request') === 1, { until: 'the request waits' });
    fill(WAITING_MAX);
    const response = await answer;
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual({
      error: { code: 'overloaded', message: expect.any(String), retry_after_ms: 1_300 },
    });
    expect([refusals, answered]).toEqual([1, []]);
  });

  it('is refused in the format of /v1 when it asks that', async () => {
    const answer = fetch(`${address()}/v1/auth/login`, { method: 'POST', body: '{}' });
    await poll(() => queue.size('request') === 1, { until: 'the request waits' });
    fill(WAITING_MAX);
    const response = await answer;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    const request_id = response.headers.get('x-request-id');
    expect(await response.json()).toEqual({ error: { code: 'overloaded', message: expect.any(String), request_id } });
  });

  it('keeps its connection after a refusal', async () => {
    const refused = fetch(`${address()}/api/me`);
    await poll(() => queue.size('request') === 1, { until: 'the request waits' });
    fill(WAITING_MAX);
    await (await refused).arrayBuffer();
    const later = fetch(`${address()}/api/later`);
    await poll(() => queue.size('request') > WAITING_MAX - 1, { until: 'the next one waits' });
    for (let rounds = 0; rounds <= WAITING_MAX; rounds += 1) await queue.round();
    expect((await later).status).toBe(200);
  });

  it('is not carried out for a client that has gone', async () => {
    const asked = request(`${address()}/api/gone`);
    asked.on('error', () => undefined);
    asked.end();
    await poll(() => queue.size('request') === 1, { until: 'the request waits' });
    const socketClosed = new Promise((resolve) => server.once('connection', resolve));
    asked.destroy();
    const next = fetch(`${address()}/api/next`);
    await socketClosed;
    await poll(() => queue.size('request') === 2, { until: 'the other request waits' });
    await queue.round();
    await queue.round();
    await next;
    expect(answered).toEqual(['/api/next']);
  });
});
