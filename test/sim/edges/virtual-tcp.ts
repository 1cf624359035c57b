/**
 * Connections between processes on virtual time: bytes arrive in their order or not at all, what a net loses is sent
 * again, and a connection outlives a net that is cut. A process that ends leaves its connections to its machine, which ends
 * them; one that stands still takes what has come when it goes on.
 */
import { EventEmitter } from 'node:events';
import type { LinkNetwork, LinkServer, LinkSocket } from '#src/cluster/direct/link-network.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { SeededRandom } from '../time/seeded-random.js';
import type { FaultConditions } from './fault-conditions.js';

/** Until a packet that was lost is sent again. */
const RESEND_MS = 200;
/** Each process listens on one. */
const PORT = 1;

interface Listener {
  life: ProcessLifetime;
  onSocket(socket: LinkSocket): void;
}

export class VirtualTcp {
  readonly weather: FaultConditions;
  readonly chance: SeededRandom;
  readonly #listeners = new Map<string, Listener>();

  constructor(weather: FaultConditions, chance: SeededRandom) {
    this.weather = weather;
    this.chance = chance;
  }

  /** As the processes of a node see it. */
  of(node: string, life: ProcessLifetime): LinkNetwork {
    return {
      connect: (host) => this.#connect(new VirtualSocket(this, node, life), host),
      listen: ({ onSocket }) => this.#listen(node, { life, onSocket }),
    };
  }

  async #listen(node: string, listener: Listener): Promise<LinkServer> {
    this.#listeners.set(node, listener);
    const leave = (): void => {
      if (this.#listeners.get(node) === listener) this.#listeners.delete(node);
    };
    listener.life.onEnd(leave);
    return { port: PORT, close: async () => leave() };
  }

  #connect(socket: VirtualSocket, host: string): LinkSocket {
    const other = new VirtualSocket(this, host, null);
    socket.peer = other;
    other.peer = socket;
    socket.send(() => {
      const listener = this.#listeners.get(host);
      if (!listener) return other.send(() => socket.fail(new Error('connection refused')));
      other.life = listener.life;
      other.begin();
      listener.life.comes(this.weather.schedule.now, () => listener.onSocket(other));
    });
    return socket;
  }
}

interface Sent {
  at: number;
  arrive(): void;
}

class VirtualSocket extends EventEmitter implements LinkSocket {
  readonly #tcp: VirtualTcp;
  readonly node: string;
  life: ProcessLifetime | null;
  peer: VirtualSocket | null = null;
  readonly #sent: Sent[] = [];
  #unsent = 0;
  #lastAt = 0;
  #isOver = false;
  #isClosed = false;
  #usedAt = 0;
  #stopTimeout: () => void = () => undefined;

  constructor(tcp: VirtualTcp, node: string, life: ProcessLifetime | null) {
    super();
    this.#tcp = tcp;
    this.node = node;
    this.life = life;
    if (life) this.begin();
  }

  get writableLength(): number {
    return this.#unsent;
  }

  /** The machine ends the connections of a process that has ended. */
  begin(): void {
    this.life?.onEnd(() => this.#end(true));
  }

  write(bytes: Buffer): boolean {
    if (this.#isOver || this.life?.isOver) return false;
    this.#used();
    const copy = Buffer.from(bytes);
    this.#unsent += copy.length;
    this.send(() => {
      this.#unsent -= copy.length;
      this.peer?.take(copy);
    });
    return true;
  }

  end(): void {
    this.#end();
  }

  destroy(error?: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#close(error);
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#close(error);
  }

  setTimeout(ms: number, onTimeout: () => void): void {
    this.#stopTimeout();
    if (!this.life) return;
    this.#used();
    const { schedule } = this.#tcp.weather;
    const wait = (left: number): void => {
      this.#stopTimeout = this.life?.timer(left, () => {
        const quiet = schedule.now - this.#usedAt;
        if (quiet >= ms) onTimeout();
        else wait(ms - quiet);
      }) as () => void;
    };
    wait(ms);
  }

  take(bytes: Buffer): void {
    this.life?.comes(this.#tcp.weather.schedule.now, () => {
      if (this.#isOver) return;
      this.#used();
      this.emit('data', bytes);
    });
  }

  /** Arrives at the other end after everything that was sent before. */
  send(arrive: () => void, isByMachine = false): void {
    const { weather, chance } = this.#tcp;
    const leavesAt = isByMachine || !this.life ? weather.schedule.now : this.life.leavesAt;
    // A process that was stopped before it had sent this, and ended so, never sends it.
    const isHeld = leavesAt > weather.schedule.now;
    const { slow } = weather.linkOf(this.node, this.peer?.node ?? '');
    const delay = chance.between(0.2, 2) * slow * (chance.hits(0.01) ? 20 : 1);
    this.#lastAt = Math.max(this.#lastAt, leavesAt + delay);
    this.#sent.push({ at: this.#lastAt, arrive: () => (isHeld && this.life?.isOver ? undefined : arrive()) });
    weather.schedule.at(this.#lastAt, () => this.#deliver());
  }

  #deliver(): void {
    const { weather, chance } = this.#tcp;
    const { schedule } = weather;
    const { isCut, dropped } = weather.linkOf(this.node, this.peer?.node ?? '');
    const next = this.#sent[0];
    if (!next || next.at > schedule.now) return;
    if (isCut || chance.hits(dropped)) {
      for (const sent of this.#sent) sent.at = Math.max(sent.at, schedule.now + RESEND_MS);
      this.#lastAt = Math.max(this.#lastAt, schedule.now + RESEND_MS);
      return schedule.at(schedule.now + RESEND_MS, () => this.#deliver());
    }
    this.#sent.shift();
    next.arrive();
    this.#deliver();
  }

  #end(isByMachine = false): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimeout();
    this.send(() => this.peer?.closedThere(), isByMachine);
  }

  closedThere(): void {
    if (!this.#isOver) this.send(() => this.peer?.closedThere(), true);
    this.#isOver = true;
    this.#close();
  }

  #close(error?: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopTimeout();
    this.life?.comes(this.#tcp.weather.schedule.now, () => {
      if (error) this.emit('error', error);
      this.emit('close');
    });
  }

  #used(): void {
    this.#usedAt = this.#tcp.weather.schedule.now;
  }
}
