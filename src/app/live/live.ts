/**
 * The present state of the service, for operators. Every node keeps its own last quarter of an hour; the node that is
 * asked collects the reports of the others. It answers even if the store or Redis fails.
 */
import type { Cluster } from '#actors/cluster/cluster.js';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import { healthFindings } from '#src/domain/live/health-findings.js';
import type { NodeNow, NodeReport } from '#src/domain/live/node-status.js';
import { SAMPLES_PER_MINUTE, STEP_MS } from '#src/domain/live/sample.js';
import { mergeSamples, timeSeriesOf } from '#src/domain/live/time-series.js';
import { SLOTS } from '#src/domain/slots.js';
import type { Metrics } from '#src/observability/metrics.js';
import { secondsFast } from '#src/observability/metrics-kinds.js';
import type { Store } from '#src/store/store.js';
import { createHotRooms, type HotRoom } from './hot-rooms.js';
import { goneOf, NodeMembership, slotsOf } from './node-membership.js';
import { createSampler, type ExternalReadings, type Sampler, together } from './sampler.js';

export interface LiveParts {
  name: string;
  metrics: Pick<Metrics, 'numbers' | 'runtime'>;
  store: Pick<Store, 'ping' | 'count' | 'getMany'>;
  /** Null without a cluster. */
  cluster: { sharding: Cluster; ping(): Promise<void> } | null;
  env: { now(): number; monotonic(): number; after(ms: number, run: () => void): () => void };
  onError(error: unknown): void;
}

/** The number of a room's members who are connected to this node. */
export type Audience = (room: string) => number;

export interface Live {
  start(audience: Audience): void;
  stop(): void;
  /** Samples after this time; 0 for all. */
  look(since: number): Promise<LiveNow>;
}

export type LiveNow = Awaited<ReturnType<LiveBoard['look']>>;

/** A node that takes longer is reported as `silent`. */
const ANSWER_TIMEOUT_MS = 1_000;
const PING_TIMEOUT_MS = 2_000;
const WAITING_COUNTED = 1_000;
const REPORT = 'live';
const AUDIENCE = 'live-audience';

export const openLive = (parts: LiveParts): Live => new LiveBoard(parts);

class LiveBoard implements Live {
  readonly #parts: LiveParts;
  readonly #sampler: Sampler;
  readonly #members = new NodeMembership();
  readonly #nameRooms: ReturnType<typeof createHotRooms>;
  #audience: Audience = () => 0;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    const { metrics, env, onError, cluster } = parts;
    this.#sampler = createSampler({ metrics, env, onError, readExternal: () => this.#readExternal() });
    this.#nameRooms = createHotRooms(parts.store, (ids) => this.#audienceOf(ids));
    cluster?.sharding.onTable(() => this.#members.look(cluster.sharding.coordinator, env.now()));
    cluster?.sharding.peers.handle(REPORT, (since) => this.#report(Number(since)));
    cluster?.sharding.peers.handle(AUDIENCE, (ids) => (ids as string[]).map((id) => this.#audience(id)));
  }

  start(audience: Audience): void {
    this.#audience = audience;
    this.#sampler.start();
  }

  stop(): void {
    this.#sampler.stop();
  }

  async look(since: number) {
    const { env, name } = this.#parts;
    const { nodes, reports } = await this.#ask(since);
    const until = commonEnd(reports);
    const series = mergeSamples(reports.map(({ samples }) => samples)).filter(({ at }) => at <= until);
    const minutes = reports.map(({ minute }) => minute);
    const codes = together(minutes.map((minute) => minute.codes));
    const minute = mergeSamples(nodes.map((node) => node.minute)).filter(({ at }) => at <= until);
    return {
      at: env.now(),
      step_ms: STEP_MS,
      node: name,
      findings: healthFindings({ nodes, unowned: this.#unowned(nodes), minute, codes, bounds: secondsFast }),
      series: timeSeriesOf(series, secondsFast),
      nodes: nodes.map((node) => presentNode(node, until)),
      errors: Object.entries(codes)
        .map(([code, count]) => ({ code, count }))
        .sort((one, other) => other.count - one.count),
      rooms: await this.#nameRooms(hotOf(minutes)),
    };
  }

  async #ask(since: number): Promise<{ nodes: NodeNow[]; reports: NodeReport[] }> {
    const { cluster, name } = this.#parts;
    const own = this.#report(since);
    const table = cluster?.sharding.coordinator.table;
    const held = table ? slotsOf(table) : new Map<string, number>();
    const replies = (await cluster?.sharding.peers.askAll(REPORT, since, ANSWER_TIMEOUT_MS)) ?? [];
    const received = replies.flatMap(({ value }) => (value === null ? [] : [value as NodeReport]));
    const reports = [own, ...received];
    const here = nodeOf(name, own, { slots: cluster ? cluster.sharding.coordinator.heldSlots().length : SLOTS });
    const peers = replies.map(({ node, value }) =>
      nodeOf(node.name, value as NodeReport | null, { slots: held.get(node.token) ?? 0, isLeaving: node.isLeaving }),
    );
    const living = new Set([name, ...peers.map((peer) => peer.name)]);
    const gone = goneOf(
      reports.flatMap((report) => report.gone),
      living,
    );
    return { nodes: [{ ...here, status: 'here' }, ...peers, ...gone.map(goneNode)], reports };
  }

  #report(since: number): NodeReport {
    const { name, cluster, env } = this.#parts;
    const recent = this.#sampler.after(env.now() - (SAMPLES_PER_MINUTE + 1) * STEP_MS);
    const last = recent.at(-1)?.worsts;
    return {
      name,
      samples: this.#sampler.after(since),
      recent,
      minute: this.#sampler.minute(),
      store: last?.store_ms === null ? 'failed' : 'ok',
      cache: cluster === null ? 'off' : last?.cache_ms === null ? 'failed' : 'ok',
      sees: cluster === null ? 1 : cluster.sharding.coordinator.table.nodes.length,
      gone: this.#members.gone(env.now()),
    };
  }

  #unowned(nodes: readonly NodeNow[]): number {
    if (!this.#parts.cluster) return 0;
    return Math.max(0, SLOTS - nodes.reduce((sum, { slots }) => sum + slots, 0));
  }

  async #audienceOf(rooms: string[]): Promise<number[]> {
    const { cluster } = this.#parts;
    const replies = (await cluster?.sharding.peers.askAll(AUDIENCE, rooms, ANSWER_TIMEOUT_MS)) ?? [];
    const remoteCounts = replies.map(({ value }) => (value ?? []) as number[]);
    return rooms.map((room, n) => remoteCounts.reduce((sum, counts) => sum + (counts[n] ?? 0), this.#audience(room)));
  }

  /** Round trips, and the queues in the store. All nodes share the queues, so that one node counts them. */
  async #readExternal(): Promise<ExternalReadings> {
    const { store, cluster, env } = this.#parts;
    const counts = cluster?.sharding.takes('live queues') ?? true;
    const [store_ms, cache_ms, pushes, mails, files] = await Promise.all([
      this.#timed(() => store.ping()),
      cluster ? this.#timed(() => cluster.ping()) : 0,
      counts ? this.#waiting('log', { index: 'pushSince' }) : null,
      counts ? this.#waiting('mailOutbox', { index: 'due' }) : null,
      counts ? this.#waiting('files', { index: 'due', lte: env.now() }) : null,
    ]);
    return {
      slotsGained: this.#members.takeGained(),
      worsts: { store_ms, cache_ms, pushes_waiting: pushes, mails_waiting: mails, files_waiting: files },
    };
  }

  async #timed(ping: () => Promise<void>): Promise<number | null> {
    const { monotonic } = this.#parts.env;
    const began = monotonic();
    try {
      await withTimeout(PING_TIMEOUT_MS, ping());
      return Math.round((monotonic() - began) * 10) / 10;
    } catch {
      // The answer shows the failure; its cause is in the logs of the store.
      return null;
    }
  }

  async #waiting(
    where: 'log' | 'mailOutbox' | 'files',
    range: { index: string; lte?: number },
  ): Promise<number | null> {
    try {
      return await withTimeout(PING_TIMEOUT_MS, this.#parts.store.count(where, { ...range, limit: WAITING_COUNTED }));
    } catch {
      return null;
    }
  }
}

/**
 * The last step that every node has reported, but at most two steps old. A later step is shown with the next request.
 */
function commonEnd(reports: readonly NodeReport[]): number {
  const ends = reports.flatMap(({ recent }) => recent.at(-1)?.at ?? []);
  return Math.max(Math.min(...ends), Math.max(...ends) - 2 * STEP_MS);
}

function nodeOf(
  name: string,
  report: NodeReport | null,
  { slots, isLeaving = false }: { slots: number; isLeaving?: boolean },
): NodeNow {
  return {
    name,
    status: report ? 'answers' : 'silent',
    isLeaving,
    slots,
    goneAt: null,
    store: report?.store ?? null,
    cache: report?.cache ?? null,
    sees: report?.sees ?? null,
    samples: report?.samples ?? [],
    minute: report?.recent ?? [],
  };
}

const goneNode = ({ name, at, inOrder }: NodeReport['gone'][number]): NodeNow => ({
  ...nodeOf(name, null, { slots: 0 }),
  status: inOrder ? 'left' : 'lost',
  goneAt: at,
});

const presentNode = ({ name, status, isLeaving, slots, goneAt, store, cache, samples }: NodeNow, until: number) => ({
  name,
  status,
  leaving: isLeaving,
  slots,
  gone_at: goneAt,
  store,
  cache,
  series: timeSeriesOf(
    samples.filter(({ at }) => at <= until),
    secondsFast,
  ),
});

function hotOf(minutes: readonly NodeReport['minute'][]): HotRoom[] {
  const messages = together(minutes.map(({ rooms }) => rooms));
  const waiting = together(
    minutes.map((minute) => minute.waiting),
    Math.max,
  );
  const ids = [...new Set([...Object.keys(messages), ...Object.keys(waiting)])];
  return ids.map((id) => ({ id, messages: messages[id] ?? 0, waiting: waiting[id] ?? 0 }));
}
