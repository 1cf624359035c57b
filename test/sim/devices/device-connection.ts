/** The socket of a device: connects through some node, asks and waits for acks, and tells what comes. */
import { isPassing, MeydanError, networkError, refusal } from '#sdk/errors.js';
import type { WireError } from '#sdk/wire.js';
import type { Wire } from '../history.js';
import { tokenOf } from '../sockets/sim-gateway.js';
import type { VirtualSocket } from '../sockets/virtual-socket.js';
import type { World } from '../world.js';

/** As the SDK waits for an ack. */
const ACK_WITHIN_MS = 12_000;
const READY_WITHIN_MS = 10_000;
const AGAIN_MS = 300;

export type Json = Record<string, unknown>;

export interface ConnectionEvents {
  ready(): void;
  told(name: string, payload: Json, wire: Wire): void;
  /** Before anything that came after it. */
  opened(payload: Json, ack: Json, wire: Wire): void;
  ended(): void;
}

interface Asked {
  name: string;
  payload: object;
  resolve(ack: Json): void;
  reject(error: MeydanError): void;
}

export interface Login {
  account: string;
  session: string;
}

export class DeviceConnection {
  readonly #world: World;
  readonly #login: Login;
  readonly #events: ConnectionEvents;
  #socket: VirtualSocket | null = null;
  #wire: Wire | null = null;
  #isReady = false;
  #asks = 0;
  readonly #asked = new Map<number, Asked>();
  #settled: () => void = () => undefined;
  /** Asked by a node that is about to go. */
  drainMs = 0;

  constructor(world: World, login: Login, events: ConnectionEvents) {
    this.#world = world;
    this.#login = login;
    this.#events = events;
  }

  get isOnline(): boolean {
    return this.#isReady;
  }

  get wire(): Wire | null {
    return this.#wire;
  }

  /** Whether it came to `ready`. */
  async connect(via: string): Promise<boolean> {
    const { schedule, history } = this.#world;
    await schedule.sleep(1);
    const gateway = this.#world.nodeOf(via).reached?.gateway;
    if (!gateway) return false;
    this.#world.took('connect');
    const wire: Wire = {
      who: this.#login.account,
      node: via,
      begunAt: this.#world.now,
      readyAt: null,
      endedAt: null,
      closed: null,
      came: [],
    };
    history.wires.push(wire);
    this.#wire = wire;
    this.drainMs = 0;
    const settled = new Promise<void>((resolve) => {
      this.#settled = resolve;
    });
    const token = tokenOf(this.#login.account, this.#login.session);
    const end = { packet: (text: string) => this.#packet(socket, text), closed: () => this.#closed(socket) };
    const socket: VirtualSocket = gateway.accept(end, token);
    this.#socket = socket;
    schedule.after(READY_WITHIN_MS, () => {
      if (this.#socket === socket && !this.#isReady) this.go(false);
    });
    await settled;
    return this.#isReady;
  }

  /** `isSilent`: the node does not hear of it for a while. */
  go(isSilent: boolean): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.clientGoes(isSilent);
    this.#closed(socket);
  }

  read(isReading: boolean): void {
    this.#socket?.clientReads(isReading);
  }

  ask(name: string, payload: object): Promise<Json> {
    const socket = this.#socket;
    if (!socket || !this.#isReady) return Promise.reject(networkError());
    this.#asks += 1;
    const id = this.#asks;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { name, payload, resolve, reject });
      this.#world.schedule.after(ACK_WITHIN_MS, () => this.#fail(id));
      socket.clientSends(`2${id}${JSON.stringify([name, payload])}`);
    });
  }

  /** Until it is answered, or the connection goes: what passes is asked again. */
  async insist(name: string, payload: object): Promise<Json> {
    for (;;) {
      try {
        return await this.ask(name, payload);
      } catch (error) {
        if (!isPassing(error) || !this.#isReady) throw error;
      }
      await this.#world.schedule.sleep(AGAIN_MS);
      if (!this.#isReady) throw networkError();
    }
  }

  #packet(socket: VirtualSocket, text: string): void {
    if (this.#socket !== socket) return;
    if (text.startsWith('3')) return this.#acked(text);
    if (text.startsWith('4')) return this.#refused(JSON.parse(text.slice(1)));
    // The answer to CONNECT; `ready` follows.
    if (text.startsWith('0')) return;
    const [name, payload] = JSON.parse(text.slice(1)) as [string, Json];
    if (name === 'ready') {
      this.#isReady = true;
      (this.#wire as Wire).readyAt = this.#world.now;
      this.#settled();
      this.#events.ready();
    } else if (name === 'session:closed') (this.#wire as Wire).closed = String(payload.reason);
    else if (name === 'server:draining') this.drainMs = Number(payload.retry_after_ms);
    else this.#events.told(name, payload, this.#wire as Wire);
  }

  #refused({ data }: { data: { code: string } }): void {
    (this.#wire as Wire).closed = data.code;
    this.go(false);
  }

  #acked(text: string): void {
    const at = text.indexOf('[');
    const id = Number(text.slice(1, at));
    const [ack] = JSON.parse(text.slice(at)) as [Json];
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (ack.ok === true && asked?.name === 'room:open') {
      this.#events.opened(asked.payload as Json, ack, this.#wire as Wire);
    }
    if (ack.ok === true) asked?.resolve(ack);
    else asked?.reject(refusal(ack.error as WireError));
  }

  #closed(socket: VirtualSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#isReady = false;
    if (this.#wire) this.#wire.endedAt ??= this.#world.now;
    for (const id of this.#asked.keys()) this.#fail(id);
    this.#asked.clear();
    this.#settled();
    this.#events.ended();
  }

  /** Its answer may come all the same, as long as the connection lasts. */
  #fail(id: number): void {
    this.#asked.get(id)?.reject(networkError());
  }
}

export const codeOf = (error: unknown): string => {
  if (!(error instanceof MeydanError)) throw error;
  return error.code === 'network' ? 'lost' : error.code;
};
