import { request } from 'node:http';
import { Registry } from 'prom-client';
import type { ClusterServicesDeps } from '#src/app/cluster-services.js';
import { clusterServicesOf } from '#src/app/clustered-node.js';
import { SLOTS } from '#src/domain/slots.js';
import { jobMetrics } from '#src/observability/job-metrics.js';
import { createMetrics, type Metrics } from '#src/observability/metrics.js';
import { serveMetrics } from '#src/observability/metrics-server.js';
import { poll } from './support/time/poll.js';

let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics();
});
afterEach(() => metrics.close());

/** The value of one line of the text format. */
async function numberAt(line: string): Promise<number> {
  const found = (await metrics.text()).split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? Number.NaN : Number(found.slice(line.length + 1));
}

function jobsAt(now: () => number) {
  const registry = new Registry();
  return { jobs: jobMetrics(registry, now), registry };
}

describe('metrics', () => {
  it('count batches, their size and their time', async () => {
    metrics.runtime.batch(3, 12);
    metrics.runtime.batch(200, 4);
    expect(await numberAt('meydan_commit_batch_units_count')).toBe(2);
    expect(await numberAt('meydan_commit_batch_units_sum')).toBe(203);
    expect(await numberAt('meydan_commit_seconds_sum')).toBeCloseTo(0.016);
  });

  it('know how many actors are awake and how much waits in their mailboxes', async () => {
    metrics.runtime.actors(7, 40);
    metrics.runtime.gateWaited(250);
    expect(await numberAt('meydan_actors_active')).toBe(7);
    expect(await numberAt('meydan_mailbox_depth')).toBe(40);
    expect(await numberAt('meydan_gate_wait_seconds_bucket{le="0.25"}')).toBe(1);
    expect(await numberAt('meydan_gate_wait_seconds_bucket{le="0.1"}')).toBe(0);
  });

  it('count durable commands by actor and command, under the former name too', async () => {
    metrics.runtime.committed('room', 'r1', 'send_message');
    metrics.runtime.committed('room', 'r2', 'send_message');
    const labels = '{kind="room",command="send_message"}';
    expect(await numberAt(`meydan_commands_committed_total${labels}`)).toBe(2);
    expect(await numberAt(`meydan_commands_landed_total${labels}`)).toBe(2);
  });

  it('put each time into the first bucket that holds it, by operation', async () => {
    for (const ms of [5, 5.1, 12_000]) metrics.gateway.operated('typing', ms);
    metrics.gateway.operated('room:open', 0.1);
    const upTo = (le: string) => numberAt(`meydan_operation_seconds_bucket{le="${le}",op="typing"}`);
    expect(await Promise.all(['0.002', '0.005', '0.01', '10', '+Inf'].map(upTo))).toEqual([0, 1, 2, 2, 3]);
    expect(await numberAt('meydan_operation_seconds_count{op="typing"}')).toBe(3);
    expect(await numberAt('meydan_operation_seconds_sum{op="typing"}')).toBeCloseTo(12.0101);
    expect(await numberAt('meydan_operation_seconds_count{op="room:open"}')).toBe(1);
  });

  it('go on counting after they were read', async () => {
    for (const count of [1, 2]) {
      metrics.runtime.committed('room', 'r1', 'send_message');
      metrics.gateway.flushed(1, 10, 900);
      expect(await numberAt('meydan_commands_committed_total{kind="room",command="send_message"}')).toBe(count);
      expect(await numberAt('meydan_deliveries_total')).toBe(count * 10);
      expect(await numberAt('meydan_flush_events_count')).toBe(count);
    }
  });

  it('know the busiest rooms among many, and begin anew when they were read', () => {
    const { hot } = metrics.runtime;
    for (let at = 0; at < 3_000; at += 1) {
      metrics.runtime.committed('room', at % 3 === 0 ? 'busy' : `quiet-${at}`, 'send_message');
      metrics.runtime.committed('room', 'busiest', 'send_message');
    }
    const { rooms } = hot.take();
    expect(rooms.slice(0, 2)).toEqual([
      ['busiest', 3_000],
      ['busy', 1_000],
    ]);
    expect(hot.take().rooms).toEqual([]);
    metrics.runtime.committed('room', 'quiet', 'send_message');
    expect(hot.take().rooms).toEqual([['quiet', 1]]);
  });

  it('tell of a job when it last succeeded, how long it takes, how often it failed and what waits', async () => {
    metrics.jobs.ran('sweep-files', true, 1_500);
    metrics.jobs.ran('sweep-files', false, 500, 3);
    const labels = '{name="sweep-files"}';
    expect(await numberAt(`meydan_job_failed_items${labels}`)).toBe(3);
    expect(await numberAt(`meydan_job_seconds_sum${labels}`)).toBe(2);
    expect(await numberAt(`meydan_job_failures_total${labels}`)).toBe(1);
    metrics.jobs.left('sweep-files');
    expect(await metrics.text()).not.toContain(`meydan_job_failed_items${labels}`);
    const lastSuccess = await numberAt(`meydan_job_last_success_timestamp_seconds${labels}`);
    expect(Math.abs(lastSuccess - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('tell of a job that has only failed since when, so that an alarm counts from the first failure', async () => {
    const [first, later] = [1_000, 3_601_000];
    let time = first;
    const { jobs, registry } = jobsAt(() => time);
    const told = async () =>
      Number(/success_timestamp_seconds\{name="sum-up"\} (\S+)/.exec(await registry.metrics())?.[1]);
    jobs.ran('sum-up', false, 1);
    time = later;
    jobs.ran('sum-up', false, 1);
    expect(await told()).toBe(first / 1_000);
    jobs.ran('sum-up', true, 1);
    expect(await told()).toBe(later / 1_000);
    time += 1_000;
    jobs.ran('sum-up', false, 1);
    expect(await told()).toBe(later / 1_000);
  });

  it('have all slots and one node alive where there is no cluster', async () => {
    const parts = { config: { cluster: null }, metrics: metrics.cluster } as unknown as ClusterServicesDeps;
    expect(await clusterServicesOf(parts)).toBeNull();
    expect([await numberAt('meydan_slots_held'), await numberAt('meydan_nodes_alive')]).toEqual([SLOTS, 1]);
  });

  it('count deliveries as events times sockets', async () => {
    metrics.gateway.flushed(5, 1_000, 900);
    expect(await numberAt('meydan_deliveries_total')).toBe(5_000);
    expect(await numberAt('meydan_delivery_bytes_total')).toBe(900_000);
  });

  it('count sockets, requests and refusals by what they are', async () => {
    metrics.gateway.socketOpened();
    metrics.gateway.socketOpened();
    metrics.gateway.socketClosed('slow_consumer');
    metrics.http.answered('GET', '/api/rooms/:slug', 404, 3);
    metrics.refused('http', 'room_not_found');
    expect(await numberAt('meydan_sockets_open')).toBe(1);
    expect(await numberAt('meydan_sockets_closed_total{reason="slow_consumer"}')).toBe(1);
    const labels = 'method="GET",route="/api/rooms/:slug",status="404"';
    expect(await numberAt(`meydan_http_request_seconds_count{${labels}}`)).toBe(1);
    expect(await numberAt('meydan_refusals_total{door="http",code="room_not_found"}')).toBe(1);
  });

  it('tell of the process: a busy loop shows as delay', async () => {
    const worst = async () => {
      const until = performance.now() + 120;
      while (performance.now() < until);
      await new Promise(setImmediate);
      return (await numberAt('meydan_event_loop_delay_seconds{quantile="1"}')) > 0.08;
    };
    await poll(worst, { until: 'a delay of 80 ms is seen' });
    await poll(async () => (await numberAt('meydan_event_loop_delay_seconds{quantile="1"}')) < 0.05, {
      until: 'the next reading, of an idle loop, starts from nothing',
      everyMs: 0,
    });
    expect(await numberAt('meydan_memory_bytes{kind="rss"}')).toBeGreaterThan(1e6);
    expect(await numberAt('meydan_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await numberAt('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await numberAt('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6);
  });
});

const loopback = { host: '127.0.0.1', token: null };

describe('the metrics server', () => {
  it('with a token answers those who send it, and nobody else', async () => {
    const token = 'a-token-for-scrapes-alone';
    await using server = await serveMetrics(metrics, { ...loopback, port: 0, token });
    const statusOf = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await fetch(`http://127.0.0.1:${server.port}/metrics`, { headers })).status;
    };
    expect(await statusOf(`Bearer ${token}`)).toBe(200);
    for (const wrong of [undefined, '', token, `Bearer ${token}x`, `Basic ${token}`, 'Bearer']) {
      expect(await statusOf(wrong)).toBe(401);
    }
  });

  it('answers on the loopback interface, on its one path, to readers', async () => {
    await using server = await serveMetrics(metrics, { ...loopback, port: 0 });
    const base = `http://127.0.0.1:${server.port}`;
    const answer = await fetch(`${base}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await answer.text()).toContain('# HELP meydan_mailbox_depth');
    expect((await fetch(`${base}/`)).status).toBe(404);
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  it('says that its port is taken', async () => {
    await using server = await serveMetrics(metrics, { ...loopback, port: 0 });
    await expect(serveMetrics(metrics, { ...loopback, port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });

  it('closes although somebody keeps a connection open', async () => {
    const server = await serveMetrics(metrics, { ...loopback, port: 0 });
    const open = request({ port: server.port, path: '/metrics', headers: { connection: 'keep-alive' } });
    const broken = new Promise<NodeJS.ErrnoException>((resolve) => open.on('error', resolve));
    open.flushHeaders();
    await new Promise((resolve) => open.on('socket', (socket) => socket.once('connect', resolve)));
    await server[Symbol.asyncDispose]();
    open.end();
    expect((await broken).code).toMatch(/^(ECONNRESET|EPIPE)$/);
  });
});
