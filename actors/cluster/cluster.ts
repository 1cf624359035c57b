/**
 * One node among others: its slots, the way to actors elsewhere, the streams of all. Wiring only; what each part
 * promises stands in its own file.
 */
import type { ActorSystem } from '#actors/runtime/actor-system.js';
import type { ActorClient, Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { Ownership } from '#actors/runtime/ownership.js';
import { pause } from '#actors/runtime/pause.js';
import type { LeaseTable } from '#src/cluster/lease-table.js';
import type { Link } from '#src/cluster/link.js';
import { Coordinator } from './coordinator.js';
import type { Numbered } from './follower.js';
import { Followers, type Replayed } from './followers.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';
import { Peers } from './peers.js';
import { Router } from './router.js';
import { slotOf } from './slots.js';
import { Tellers } from './tellers.js';

export interface ClusterOptions {
  /** What operators call this node; unique among the living. */
  name: string;
  table: LeaseTable;
  link: Link;
  env: Env;
  beatMs: number;
  trustMs: number;
  onTrouble: (what: string, error?: unknown) => void;
}

/** Actors that are handed over finish within this, or are dropped: their callers ask again. */
const EMPTY_WITHIN_MS = 5_000;
/** A node that left in order answers for a moment longer. */
const LAST_WORDS_MS = 1_500;
const LISTEN_AGAIN_MS = 100;
/** So long a node that has left still says so to those who have not heard of it: they would wait for it in vain. */
const LATE_MS = 500;

export class Cluster {
  readonly #options: ClusterOptions;
  readonly #coordinator: Coordinator;
  readonly peers: Peers;
  readonly #streams = new Map<string, { followers: Followers<Numbered>; tellers: Tellers<Numbered> }>();
  #system: ActorSystem | null = null;
  #router: Router | null = null;
  #listening = '';
  #heldBefore = 0;
  #gained: () => void = () => undefined;
  readonly #tableListeners = new Set<() => void>();
  readonly #lossListeners = new Set<() => void>();
  #living = new Set<string>();
  /** The ways to wait no longer for what those who left still say. */
  readonly #lastWords = new Set<() => void>();

  constructor(options: ClusterOptions) {
    const { name, table, env, beatMs, trustMs, onTrouble } = options;
    this.#options = options;
    const slots = {
      empty: (left: readonly number[]) => this.#empty(left),
      drop: (lost: readonly number[]) => this.#drop(lost),
      changed: () => this.#changed(),
    };
    this.#coordinator = new Coordinator({ name, table, env, beatMs, trustMs, slots, onTrouble });
    this.peers = new Peers({ coordinator: this.#coordinator, link: options.link });
  }

  get coordinator(): Coordinator {
    return this.#coordinator;
  }

  /** Is it taken on here? */
  takes(id: string): boolean {
    return this.#coordinator.takes(slotOf(id));
  }

  /** Called whenever slots have come to this node. */
  onGained(listener: () => void): void {
    this.#gained = listener;
  }

  /** Called with every change of who lives and has what, as this node learns it. */
  onTable(listener: () => void): void {
    this.#tableListeners.add(listener);
  }

  /** Called whenever a node that was alive is no more. Returns the way to stop. */
  onLoss(listener: () => void): () => void {
    this.#lossListeners.add(listener);
    return () => this.#lossListeners.delete(listener);
  }

  /** What the actors of this node may answer for. */
  ownership(): Ownership {
    const { onTrouble } = this.#options;
    return {
      token: () => this.#coordinator.token,
      holds: (id) => this.#coordinator.holds(slotOf(id)),
      takes: (id) => this.#coordinator.takes(slotOf(id)),
      tell: (kind, id, command) => {
        this.#router?.tell(kind, id, command).catch((error: unknown) => onTrouble('a message was lost', error));
      },
    };
  }

  /** The actors of this node; before `start`. */
  attach(system: ActorSystem): void {
    const { link, env, onTrouble } = this.#options;
    this.#system = system;
    this.#router = new Router({ system, coordinator: this.#coordinator, link, env, onTrouble });
  }

  /** Asks wherever the actor is. */
  client<C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> {
    return (this.#router as Router).client<C, R>(kind);
  }

  /** Streams of a kind whose actors answer `replay`. */
  streams<Item extends Numbered>(kind: string): Streams<Item> {
    const { link, env, onTrouble } = this.#options;
    const system = this.#system as ActorSystem;
    const here = system.streams<Numbered>(kind);
    const replay = (id: string, after: number | null) => {
      const asked = system.askHere(kind, id, { type: 'replay', after } as { type: string }, {});
      return asked?.then((answer) => (answer.ok ? (answer.value as Replayed<Numbered>) : refused(answer.code))) ?? null;
    };
    const shared = { kind, here, replay, link, env };
    const followers = new Followers<Numbered>({ ...shared, coordinator: this.#coordinator, onTrouble });
    this.#streams.set(kind, { followers, tellers: new Tellers<Numbered>(shared) });
    return followers as unknown as Streams<Item>;
  }

  async start(): Promise<void> {
    const { link } = this.#options;
    link.answer((from, body) => this.#answer(from, body as NodeRequest));
    link.hear((from, body) => this.#hear(from, body as NodeMessage));
    await this.#listen();
    await this.#coordinator.start();
  }

  /** Everything is handed over, and this node is nobody. */
  async stop(): Promise<void> {
    await this.#coordinator.stop();
    for (const { followers, tellers } of this.#streams.values()) {
      followers.stop();
      tellers.stop();
    }
    this.#listening = '';
    for (const stop of this.#lastWords) stop();
    await pause(this.#options.env, LATE_MS);
    await this.#options.link.close();
  }

  async #listen(): Promise<void> {
    this.#listening = this.#coordinator.token;
    await this.#options.link.listen(this.#listening);
  }

  /** As long as the others cannot reach it, its slots are of no use to them: it tries until it is heard. */
  #listenAnew(): void {
    const { env, onTrouble } = this.#options;
    const { token } = this.#coordinator;
    this.#listen().catch((error: unknown) => {
      onTrouble('cannot be reached by other nodes', error);
      env.after(LISTEN_AGAIN_MS, () => this.#listening === token && this.#listenAnew());
    });
  }

  #changed(): void {
    // Another life has another address.
    if (this.#listening !== this.#coordinator.token && this.#listening !== '') {
      this.#listenAnew();
    }
    for (const { followers } of this.#streams.values()) followers.ownersChanged();
    const { heldCount } = this.#coordinator;
    if (heldCount > this.#heldBefore) this.#gained();
    this.#heldBefore = heldCount;
    for (const listener of this.#tableListeners) listener();
    this.#notice();
  }

  #notice(): void {
    const living = new Set(this.#coordinator.table.nodes.map(({ token }) => token));
    const lost = [...this.#living].filter((token) => !living.has(token) && token !== this.#coordinator.token);
    this.#living = living;
    for (const token of lost) this.#forgetLater(token);
    if (lost.length > 0) for (const listener of this.#lossListeners) listener();
  }

  #forgetLater(token: string): void {
    const { env, link } = this.#options;
    const stop = env.after(LAST_WORDS_MS, () => {
      this.#lastWords.delete(stop);
      link.forget(token);
    });
    this.#lastWords.add(stop);
  }

  async #empty(slots: readonly number[]): Promise<void> {
    const isMeant = inSlots(slots);
    await this.#system?.empty(isMeant, EMPTY_WITHIN_MS);
    for (const { tellers } of this.#streams.values()) tellers.drop(isMeant);
  }

  #drop(slots: readonly number[]): void {
    const isMeant = inSlots(slots);
    this.#system?.drop(isMeant);
    for (const { tellers } of this.#streams.values()) tellers.drop(isMeant);
  }

  async #answer(from: string, request: NodeRequest): Promise<NodeReply> {
    if (request.type === 'ask') return (this.#router as Router).answer(request);
    if (request.type === 'peer') return this.peers.answer(request);
    const isHere = this.#coordinator.takes(slotOf(request.id));
    const tellers = isHere ? this.#streams.get(request.kind)?.tellers : undefined;
    return tellers ? tellers.watch(from, request.id, request.after) : { type: 'moved' };
  }

  #hear(from: string, message: NodeMessage): void {
    if (message.type === 'tell') {
      void this.#router?.tell(message.kind, message.id, message.command);
      return;
    }
    const streams = this.#streams.get(message.kind);
    if (message.type === 'item') streams?.followers.hear(from, message.id, message.item as Numbered);
    else if (message.type === 'following') streams?.tellers.following(from, message.rooms);
    else streams?.followers.lost(from, message.ids);
  }
}

function inSlots(slots: readonly number[]): (id: string) => boolean {
  const meant = new Set(slots);
  return (id) => meant.has(slotOf(id));
}

function refused(code: string): never {
  throw new Error(`the stream was refused: ${code}`);
}
