/** Nodes speak to each other over a net that delays and loses, in the order that is promised. */
import type { Carrier } from '#src/cluster/carrier.js';
import { type NodeTransport, NodeUnreachable, RequestFailedThere } from '#src/cluster/node-transport.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { FaultConditions } from './fault-conditions.js';

type Packet =
  | ['q', id: number, body: unknown]
  | ['a', id: number, ok: boolean, body: unknown]
  | ['m', body: unknown]
  | ['text', text: string, isToAll: boolean];

interface NetEnd {
  readonly node: string;
  readonly life: ProcessLifetime;
  readonly token: string;
  take(from: string, packet: Packet): void;
}

/** Redis: who hears what is sent to a token. */
export class Net {
  readonly weather: FaultConditions;
  readonly #listeners = new Map<string, NetEnd>();
  readonly #lastAt = new Map<string, number>();
  /** Of every life that there was: where its node is. */
  readonly #nodes = new Map<string, string>();

  constructor(weather: FaultConditions) {
    this.weather = weather;
  }

  listen(token: string, link: NetEnd): void {
    this.#listeners.set(token, link);
    this.#nodes.set(token, link.node);
  }

  /** `host:port` of a life, as its record in the store says it. */
  addressOf(token: string): string | null {
    const node = this.#nodes.get(token);
    return node === undefined ? null : `${node}:1`;
  }

  leave(token: string): void {
    this.#listeners.delete(token);
  }

  /** The time that a subscription takes. */
  subscribed(life: ProcessLifetime): Promise<void> {
    const { schedule, chance } = this.weather;
    return new Promise((resolve) => life.comes(schedule.now + chance.between(0.2, 3), resolve));
  }

  tokens(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Whether it is on its way. */
  carry(from: NetEnd, to: string, packet: Packet): boolean {
    const { schedule, chance } = this.weather;
    if (from.life.isOver) return true;
    if (!this.weather.reachesRedis(from.node)) return false;
    const text = JSON.stringify(packet);
    const receiver = this.#listeners.get(to)?.node ?? '';
    const trouble = this.weather.linkOf(from.node, receiver);
    const way = `${from.token}>${to}`;
    const delay = chance.between(0.2, 2) * trouble.slow * (chance.hits(0.01) ? 20 : 1);
    const at = Math.max(this.#lastAt.get(way) ?? 0, from.life.leavesAt + delay);
    this.#lastAt.set(way, at);
    const isLost = trouble.isCut || !this.weather.isHeardByRedis(from.node);
    if (isLost || chance.hits(trouble.dropped)) return true;
    const times = packet[0] === 'm' && chance.hits(trouble.repeated) ? 2 : 1;
    const sender = from.token;
    // A process that was stopped before it had sent this, and ended so, never sends it.
    const isHeld = from.life.leavesAt > schedule.now;
    schedule.at(at, () => {
      // Published, and whoever listens at that moment hears it.
      const link = this.#listeners.get(to);
      if (!link || !this.weather.hearsRedis(link.node) || (isHeld && from.life.isOver)) return;
      for (let time = 0; time < times; time += 1) {
        link.life.comes(schedule.now, () => link.take(sender, JSON.parse(text) as Packet));
      }
    });
    return true;
  }
}

/** What is sent to the current life of a node comes here. */
abstract class TokenEnd implements NetEnd {
  readonly node: string;
  readonly life: ProcessLifetime;
  protected readonly net: Net;
  #token = '';

  constructor(node: string, life: ProcessLifetime, net: Net) {
    this.node = node;
    this.life = life;
    this.net = net;
  }

  get token(): string {
    return this.#token;
  }

  async listen(token: string): Promise<void> {
    const before = this.#token;
    this.#token = token;
    await this.net.subscribed(this.life);
    this.net.listen(token, this);
    if (before !== '' && before !== token) this.net.leave(before);
  }

  abstract take(from: string, packet: Packet): void;
}

/** Carries texts of nodes that have direct links too. */
export class VirtualCarrier extends TokenEnd implements Carrier {
  #hear: (from: string, text: string, isToAll: boolean) => void = () => undefined;

  async carry(to: string, text: string): Promise<void> {
    if (!this.net.carry(this, to, ['text', text, false])) throw new NodeUnreachable('not sent');
  }

  async carryToAll(text: string): Promise<void> {
    for (const token of this.net.tokens()) {
      if (token !== this.token && !this.net.carry(this, token, ['text', text, true])) {
        throw new NodeUnreachable('not sent');
      }
    }
  }

  onText(handler: (from: string, text: string, isToAll: boolean) => void): void {
    this.#hear = handler;
  }

  onLoss(): void {}

  async close(): Promise<void> {
    this.net.leave(this.token);
  }

  take(from: string, packet: Packet): void {
    if (packet[0] === 'text' && from !== this.token) this.#hear(from, packet[1], packet[2]);
  }
}

interface Waiting {
  to: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
  stop(): void;
}

export class VirtualLink extends TokenEnd implements NodeTransport {
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #answer: (from: string, body: unknown) => Promise<unknown> = () => Promise.reject(new Error('no request handler'));
  #hear: (from: string, body: unknown) => void = () => undefined;

  request(to: string, body: unknown, timeoutMs: number): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const stop = this.life.timer(timeoutMs, () => this.#fail(id, `no answer within ${timeoutMs} ms`));
      this.#waiting.set(id, { to, resolve, reject, stop });
      if (!this.net.carry(this, to, ['q', id, body])) this.life.soon(() => this.#fail(id, 'not sent'));
    });
  }

  abandonRequests(token: string): void {
    for (const [id, { to }] of this.#waiting) if (to === token) this.#fail(id, 'the node is gone');
  }

  send(to: string, body: unknown): void {
    this.net.carry(this, to, ['m', body]);
  }

  broadcast(body: unknown): void {
    for (const token of this.net.tokens()) {
      if (token !== this.token) this.net.carry(this, token, ['m', body]);
    }
  }

  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void {
    this.#answer = handler;
  }

  onMessage(handler: (from: string, body: unknown) => void): void {
    this.#hear = handler;
  }

  async close(): Promise<void> {
    for (const id of [...this.#waiting.keys()]) this.#fail(id, 'the transport is closed');
    this.net.leave(this.token);
  }

  take(from: string, packet: Packet): void {
    if (from === this.token) return;
    if (packet[0] === 'm') return this.#hear(from, packet[1]);
    if (packet[0] === 'q') return void this.#respond(from, packet[1], packet[2]);
    if (packet[0] === 'text') throw new Error('a text is for a carrier');
    const [, id, ok, body] = packet;
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting.stop();
    if (ok) waiting.resolve(body);
    else waiting.reject(new RequestFailedThere(String(body)));
  }

  async #respond(from: string, id: number, body: unknown): Promise<void> {
    const answered = await this.#answer(from, body).then(
      (value): Packet => ['a', id, true, value],
      (error: unknown): Packet => ['a', id, false, String(error)],
    );
    this.net.carry(this, from, answered);
  }

  #fail(id: number, why: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.stop();
    waiting?.reject(new NodeUnreachable(why));
  }
}
