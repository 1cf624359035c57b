/** Accepts the connections by which other nodes send to this one. */
import { FrameDecrypter, FrameEncrypter } from './encrypted-frames.js';
import {
  HELLO_BYTES_MAX,
  type Hello,
  type KeyPair,
  keyOfHello,
  linkIdOf,
  linkKeysOf,
  newKeyPair,
  readHello,
  welcomeOf,
} from './link-handshake.js';
import type { LinkNetwork, LinkServer, LinkSocket } from './link-network.js';

export interface IncomingLinksOptions {
  network: LinkNetwork;
  /** All verify. */
  keys: readonly Uint8Array[];
  env: { after(ms: number, run: () => void): () => void };
  /** The life of this node. */
  me(): string;
  onText(from: string, text: string): void;
  /** Messages of the sender may be lost. */
  onLoss(from: string): void;
  onError(what: string, error?: unknown): void;
}

const HELLO_TIMEOUT_MS = 1_000;
/** Connections without a hello. */
const STRANGERS_MAX = 64;
/** Nodes; each has one connection. */
const LINKS_MAX = 1_024;
/** A frame holds the messages of one round, each of at most 8 Mi characters. */
export const FRAME_BYTES_MAX = 48 * 1_048_576;
/** A sender without a probe for this long is gone. */
const SILENCE_MAX_MS = 15_000;

/** The sender ends the other way by a mark. If the mark is lost, that way is empty by then nevertheless. */
const HOLD_MAX_MS = 1_000;
const HELD_CHARACTERS_MAX = 48 * 1_048_576;

interface Incoming {
  id: string;
  socket: LinkSocket;
  /** Texts that came before it was certain that nothing earlier is on another way; null from then on. */
  held: string[] | null;
  heldCharacters: number;
  stopHolding(): void;
}

export class IncomingLinks {
  readonly #options: IncomingLinksOptions;
  #server: LinkServer | null = null;
  readonly #strangers = new Set<LinkSocket>();
  /** By the life of the sender. */
  readonly #links = new Map<string, Incoming>();

  constructor(options: IncomingLinksOptions) {
    this.#options = options;
  }

  /** `host`: null for all interfaces. Resolves to the port. */
  async open(host: string | null, port: number): Promise<number> {
    const { network, onError } = this.#options;
    this.#server = await network.listen({
      host,
      port,
      onSocket: (socket) => this.#accept(socket),
      onError: (error) => onError('direct links not accepted', error),
    });
    return this.#server.port;
  }

  /** All that the sender sent another way before this connection has arrived. */
  begin(from: string, id: string): void {
    const link = this.#links.get(from);
    if (link?.id === id) this.#release(from, link);
  }

  /** The sender goes another way: a text by this one would come too late. */
  switched(from: string): void {
    const link = this.#links.get(from);
    if (link && link.held === null) this.#cut(from);
  }

  cutAll(): void {
    for (const from of [...this.#links.keys()]) this.#cut(from);
  }

  async close(): Promise<void> {
    this.cutAll();
    for (const socket of this.#strangers) socket.destroy();
    await this.#server?.close();
  }

  #cut(from: string): void {
    const link = this.#links.get(from);
    this.#links.delete(from);
    link?.stopHolding();
    link?.socket.destroy();
  }

  #release(from: string, link: Incoming): void {
    const held = link.held ?? [];
    link.held = null;
    link.stopHolding();
    for (const text of held) if (this.#links.get(from) === link) this.#options.onText(from, text);
  }

  #accept(socket: LinkSocket): void {
    socket.on('error', () => undefined);
    if (this.#strangers.size >= STRANGERS_MAX) return void socket.destroy();
    this.#strangers.add(socket);
    const stop = this.#options.env.after(HELLO_TIMEOUT_MS, () => this.#strangers.has(socket) && socket.destroy());
    socket.on('close', () => {
      stop();
      this.#strangers.delete(socket);
    });
    const own = newKeyPair();
    socket.write(own.publicBytes);
    let heard = Buffer.alloc(0);
    const onData = (piece: Buffer): void => {
      heard = Buffer.concat([heard, piece]);
      try {
        if (heard.length > HELLO_BYTES_MAX) throw new Error('more than a hello');
        const hello = readHello(heard);
        if (!hello) return;
        socket.off('data', onData);
        this.#admit(socket, own, hello);
      } catch (error) {
        this.#refuse(socket, error);
      }
    };
    socket.on('data', onData);
  }

  #refuse(socket: LinkSocket, error: unknown): void {
    this.#options.onError('direct link refused', error);
    socket.destroy();
  }

  #admit(socket: LinkSocket, own: KeyPair, hello: Hello): void {
    const { keys, me } = this.#options;
    const key = keyOfHello(keys, own.publicBytes, hello);
    if (!key) throw new Error('a forged hello');
    // It looks for an earlier life of this node, or for another node at an address that is in use again.
    if (hello.to !== me() || hello.from === hello.to) return void socket.destroy();
    if (this.#links.size >= LINKS_MAX && !this.#links.has(hello.from)) throw new Error('too many links');
    const transcript = { from: hello.from, to: hello.to, accepting: own.publicBytes, opening: hello.opening };
    const { forth, back } = linkKeysOf(key, own, hello.opening, transcript);
    this.#strangers.delete(socket);
    this.#cut(hello.from);
    socket.write(welcomeOf(key, transcript));
    const link = this.#add(hello.from, linkIdOf(hello.opening), socket);
    this.#receive(link, hello.from, new FrameDecrypter(forth, FRAME_BYTES_MAX), new FrameEncrypter(back));
  }

  #add(from: string, id: string, socket: LinkSocket): Incoming {
    const { env, onLoss } = this.#options;
    const stopHolding = env.after(HOLD_MAX_MS, () => this.#links.get(from) === link && this.#release(from, link));
    const link: Incoming = { id, socket, held: [], heldCharacters: 0, stopHolding };
    this.#links.set(from, link);
    socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy());
    socket.on('close', () => {
      if (this.#links.get(from) !== link) return;
      this.#cut(from);
      onLoss(from);
    });
    return link;
  }

  #receive(link: Incoming, from: string, decrypter: FrameDecrypter, encrypter: FrameEncrypter): void {
    link.socket.on('data', (piece: Buffer) => {
      try {
        for (const text of decrypter.take(piece)) {
          // The last text may have had it cut.
          if (this.#links.get(from) !== link) return;
          if (text === '') link.socket.write(encrypter.encrypt(''));
          else this.#take(link, from, text);
        }
      } catch (error) {
        this.#refuse(link.socket, error);
      }
    });
  }

  #take(link: Incoming, from: string, text: string): void {
    if (link.held === null) return this.#options.onText(from, text);
    link.heldCharacters += text.length;
    if (link.heldCharacters > HELD_CHARACTERS_MAX) throw new Error('too much before it may be heard');
    link.held.push(text);
  }
}
