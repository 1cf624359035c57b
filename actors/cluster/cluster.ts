/**
 * One node of a cluster: its slots, the routes to actors elsewhere, the streams of all. Wiring only; the file of each
 * part tells its promises.
 */
import type { ActorSystem } from '#actors/runtime/actor-system.js';
import type { ActorClient, Cause, Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { Ownership } from '#actors/runtime/ownership.js';
import { pause } from '#actors/runtime/pause.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { StandbyLeases } from '#src/cluster/standby-leases.js';
import { slotOf } from '#src/domain/slots.js';
import { Coordinator } from './coordinator.js';
import { Departures } from './departures.js';
import { GainedSlots } from './gained-slots.js';
import { knownMessages } from './known-messages.js';
import { livingFormat } from './living-format.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';
import { Peers } from './peers.js';
import { SlotWork } from './placement/slot-work.js';
import { type HopTracer, Router } from './router.js';
import { KindStreams } from './streams/kind-streams.js';
import type { StreamCodec } from './streams/stream-codec.js';
import type { KnownPosition, ReplayPage } from './streams/stream-positions.js';
import type { StreamItem } from './streams/stream-subscription.js';

export interface ClusterOptions {
  /** The name of this node for operators; unique among the live nodes. */
  name: string;
  table: LeaseTable;
  standby?: StandbyLeases | undefined;
  transport: NodeTransport;
  env: Env;
  beatMs: number;
  trustMs: number;
  /** The newest format that this node knows; default: that of this version. */
  format?: number;
  onError: (what: string, error?: unknown, cause?: Cause) => void;
  tracer?: HopTracer | undefined;
}

/** Actors that are handed over finish within this, or are dropped: their callers ask again. */
const DRAIN_TIMEOUT_MS = 5_000;
const LISTEN_RETRY_DELAY_MS = 100;
/**
 * A node that has left keeps its transport open this long, so that late requests get an answer instead of a timeout.
 */
const CLOSE_DELAY_MS = 500;

export class Cluster {
  readonly #options: ClusterOptions;
  readonly #coordinator: Coordinator;
  readonly peers: Peers;
  /** What the slots of this node have to do. */
  readonly work = new SlotWork();
  readonly #streams = new Map<string, KindStreams>();
  #system!: ActorSystem;
  #router!: Router;
  /** The token under which this node listens. */
  #listening: string | null = null;
  readonly #gained = new GainedSlots();
  readonly #tableListeners = new Set<() => void>();
  readonly #departures: Departures;
  /** Whether everything that this node handed over was finished. */
  #isHandedOverWhole = true;

  constructor(given: ClusterOptions) {
    const transport = knownMessages(given.transport, () => livingFormat(this.#coordinator.table));
    const options = { ...given, transport };
    this.#options = options;
    const slots = {
      drain: (left: readonly number[]) => this.#drain(left),
      evict: (lost: readonly number[]) => this.#evict(lost),
      onTableChange: () => this.#onTableChange(),
    };
    const onHandedOff = () =>
      this.#isHandedOverWhole && options.transport.broadcast({ type: 'left' } satisfies NodeMessage);
    this.#coordinator = new Coordinator({ ...options, slots, onHandedOff });
    this.#departures = new Departures({ ...options, abandon: (token) => transport.abandonRequests(token) });
    this.peers = new Peers({ coordinator: this.#coordinator, transport: options.transport });
  }

  get coordinator(): Coordinator {
    return this.#coordinator;
  }

  /** Is it taken on here? */
  takes(id: string): boolean {
    return this.#coordinator.takes(slotOf(id));
  }

  heldSlots(): number[] {
    return this.#coordinator.heldSlots();
  }

  /** Called with slots that have come to this node. */
  onGained(listener: (slots: readonly number[]) => void): void {
    this.#gained.onGained = listener;
  }

  /** Called with every change of the live nodes and their slots, as this node learns it. */
  onTable(listener: () => void): void {
    this.#tableListeners.add(listener);
  }

  /** Called whenever a node that was alive is no more, and has not left in order. Returns the way to stop. */
  onLoss(listener: () => void): () => void {
    return this.#departures.onLoss(listener);
  }

  /** The slots for which the actors of this node may answer. */
  ownership(): Ownership {
    return {
      token: () => this.#coordinator.token,
      format: () => livingFormat(this.#coordinator.table),
      holds: (id) => this.#coordinator.holds(slotOf(id)),
      takes: (id) => this.#coordinator.takes(slotOf(id)),
      tell: (kind, id, command, cause) => {
        this.#router
          .tell(kind, id, command, cause)
          .catch((error: unknown) => this.#options.onError('actor message lost', error, cause));
      },
      lacks: (format) => this.#coordinator.stepBack.lacks(format),
    };
  }

  /** The actors of this node; before `start`. */
  attach(system: ActorSystem): void {
    this.#system = system;
    const parts = { system, coordinator: this.#coordinator, onTaken: this.work.count };
    this.#router = new Router({ ...this.#options, ...parts });
  }

  /** Asks wherever the actor is. */
  client<C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> {
    return this.#router.client<C, R>(kind);
  }

  /**
   * Streams of a kind whose actors answer `replay`. `later`: those of the streams that go on after the position. `codec`:
   * how items look between nodes; default: as they are.
   */
  streams<Item extends StreamItem>(
    kind: string,
    later: (known: readonly KnownPosition[]) => Promise<ReadonlySet<string>>,
    codec?: StreamCodec<Item>,
  ): Streams<Item> {
    const { transport, env, onError } = this.#options;
    const system = this.#system;
    const here = system.streams<StreamItem>(kind);
    const replay = (id: string, after: number | null) => {
      const asked = system.askHere(kind, id, { type: 'replay', after } as { type: string }, {});
      return (
        asked?.then((answer) => (answer.ok ? (answer.value as ReplayPage<StreamItem>) : refused(answer.code))) ?? null
      );
    };
    const isInMemory = (id: string) => system.isActive(kind, id);
    const coordinator = this.#coordinator;
    const shared = { coordinator, transport, env, onError, codec: codec as StreamCodec<StreamItem> | undefined };
    const onSent = this.work.count;
    const streams = new KindStreams({ kind, here, isInMemory, replay, later, onSent, ...shared });
    this.#streams.set(kind, streams);
    return streams.subscriptions as unknown as Streams<Item>;
  }

  async start(): Promise<void> {
    const { transport } = this.#options;
    transport.onRequest((from, body) => this.#onRequest(from, body as NodeRequest));
    transport.onMessage((from, body) => this.#onMessage(from, body as NodeMessage));
    await this.#listen();
    await this.#coordinator.start();
  }

  /** Hands over every slot and closes the transport. */
  async stop(): Promise<void> {
    this.#isHandedOverWhole = true;
    await this.#coordinator.stop();
    for (const streams of this.#streams.values()) streams.stop();
    this.#listening = null;
    this.#departures.stop();
    await pause(this.#options.env, CLOSE_DELAY_MS);
    await this.#options.transport.close();
  }

  async #listen(): Promise<void> {
    const { token } = this.#coordinator;
    this.#listening = token;
    await this.#options.transport.listen(token);
  }

  /** While other nodes cannot reach this one, its slots are unusable for them: it retries until it listens. */
  #relisten(): void {
    const { env, onError } = this.#options;
    const { token } = this.#coordinator;
    this.#listen().catch((error: unknown) => {
      onError('node listener registration failed', error);
      env.after(LISTEN_RETRY_DELAY_MS, () => this.#listening === token && this.#relisten());
    });
  }

  #onTableChange(): void {
    // A new token is a new address.
    if (this.#listening !== this.#coordinator.token) this.#relisten();
    for (const { subscriptions } of this.#streams.values()) subscriptions.onOwnersChanged();
    this.#gained.learn(this.heldSlots());
    for (const listener of this.#tableListeners) listener();
    this.#departures.learn(this.#coordinator.table.nodes);
  }

  async #drain(slots: readonly number[]): Promise<void> {
    this.#gained.left(slots);
    const isMeant = inSlots(slots);
    const isWhole = await this.#system.drain(isMeant, DRAIN_TIMEOUT_MS);
    this.#isHandedOverWhole = isWhole && this.#isHandedOverWhole;
    for (const streams of this.#streams.values()) streams.evict(slots);
  }

  #evict(slots: readonly number[]): void {
    this.#gained.left(slots);
    const isMeant = inSlots(slots);
    this.#system.evict(isMeant);
    for (const streams of this.#streams.values()) streams.evict(slots);
  }

  async #onRequest(from: string, request: NodeRequest): Promise<NodeReply> {
    if (request.type === 'ask') return this.#router.onAsk(request);
    if (request.type === 'peer') return this.peers.onRequest(request);
    // A request that only a newer version knows is not carried out.
    const isKnown = request.type === 'subscribe' || request.type === 'watch';
    const streams = isKnown ? this.#streams.get(request.kind) : undefined;
    return (await streams?.onRequest(from, request)) ?? { type: 'moved' };
  }

  #onMessage(from: string, message: NodeMessage): void {
    if (message.type === 'left') return this.#departures.left(from);
    const { kind } = message;
    if (message.type === 'tell') return void this.#router.tell(kind, message.id, message.command, message.cause);
    this.#streams.get(kind)?.onMessage(from, message);
  }
}

function inSlots(slots: readonly number[]): (id: string) => boolean {
  const meant = new Set(slots);
  return (id) => meant.has(slotOf(id));
}

function refused(code: string): never {
  throw new Error(`the stream was refused: ${code}`);
}
