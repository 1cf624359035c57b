/**
 * The connection by which this node sends to one life of another. It is opened again and again for as long as that life
 * is wanted; messages meanwhile take another way.
 */
import { FrameDecrypter, FrameEncrypter } from './encrypted-frames.js';
import {
  helloOf,
  isWelcome,
  type KeyPair,
  type LinkEnds,
  linkIdOf,
  linkKeysOf,
  MAC_BYTES,
  newKeyPair,
  PUBLIC_KEY_BYTES,
} from './link-handshake.js';
import type { LinkNetwork, LinkSocket } from './link-network.js';

export interface OutgoingLinkOptions {
  network: LinkNetwork;
  env: { random(): number; after(ms: number, run: () => void): () => void };
  ends: LinkEnds;
  /** The first signs. */
  keys: readonly Uint8Array[];
  /** `host:port`; null while it is not known. Rejects if it cannot be asked. */
  addressOf(token: string): Promise<string | null>;
  /** `id`: of this connection, as the other end knows it. */
  onOpen(id: string): void;
  onBroken(): void;
  onError(what: string, error?: unknown): void;
}

const CONNECT_TIMEOUT_MS = 1_000;
/** After a link that failed; after several, longer. */
const RETRY_DELAYS_MS = [100, 500, 2_000, 5_000];
/** An empty frame, which is answered by an empty frame. */
const PROBE_INTERVAL_MS = 500;
/**
 * An end that answers none of so many is gone, or cannot be reached: 5 s. They are counted, because the answers are not
 * read yet when this process has stood still itself.
 */
const UNANSWERED_MAX = 10;
/** Written bytes that are not sent yet; a node that reads no faster is left. */
const UNSENT_BYTES_MAX = 64 * 1_048_576;
const ANSWER_BYTES_MAX = 64;

interface Open {
  socket: LinkSocket;
  encrypter: FrameEncrypter;
  unansweredProbes: number;
}

export class OutgoingLink {
  readonly #options: OutgoingLinkOptions;
  #open: Open | null = null;
  #socket: LinkSocket | null = null;
  #failures = 0;
  #isEnded = false;
  #stopTimer: () => void = () => undefined;

  constructor(options: OutgoingLinkOptions) {
    this.#options = options;
    void this.#connect();
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** False when it is not open, or the other end does not read. */
  send(text: string): boolean {
    const open = this.#open;
    if (!open) return false;
    if (open.socket.writableLength > UNSENT_BYTES_MAX) {
      this.#broken(new Error('the other end does not read'));
      return false;
    }
    open.socket.write(open.encrypter.encrypt(text));
    return true;
  }

  end(): void {
    this.#isEnded = true;
    this.#stopTimer();
    // Written frames leave before the connection ends.
    this.#socket?.end();
    this.#socket?.setTimeout(CONNECT_TIMEOUT_MS, () => this.#socket?.destroy());
    this.#open = null;
  }

  async #connect(): Promise<void> {
    const { network, ends, addressOf } = this.#options;
    const address = await addressOf(ends.to).catch(() => null);
    if (this.#isEnded) return;
    // A node of the previous version has none.
    if (address === null) {
      this.#failures += 1;
      return this.#retry();
    }
    const at = address.lastIndexOf(':');
    const socket = network.connect(address.slice(0, at), Number(address.slice(at + 1)));
    this.#socket = socket;
    this.#stopTimer = this.#options.env.after(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
    let problem: unknown;
    socket.on('error', (error) => {
      problem = error;
    });
    socket.on('close', () => this.#socket === socket && this.#broken(problem));
    this.#shakeHands(socket);
  }

  #shakeHands(socket: LinkSocket): void {
    const own = newKeyPair();
    let heard = Buffer.alloc(0);
    let isSaid = false;
    const onData = (piece: Buffer): void => {
      heard = Buffer.concat([heard, piece]);
      if (heard.length > PUBLIC_KEY_BYTES + MAC_BYTES) return void socket.destroy(new Error('more than a welcome'));
      if (!isSaid && heard.length >= PUBLIC_KEY_BYTES) {
        isSaid = true;
        const { keys, ends } = this.#options;
        socket.write(helloOf(keys[0] as Uint8Array, own, heard.subarray(0, PUBLIC_KEY_BYTES), ends));
      }
      if (heard.length < PUBLIC_KEY_BYTES + MAC_BYTES) return;
      socket.off('data', onData);
      try {
        this.#welcomed(socket, own, heard);
      } catch (error) {
        socket.destroy(error as Error);
      }
    };
    socket.on('data', onData);
  }

  #welcomed(socket: LinkSocket, own: KeyPair, heard: Buffer): void {
    const { keys, ends, onOpen } = this.#options;
    const key = keys[0] as Uint8Array;
    const accepting = heard.subarray(0, PUBLIC_KEY_BYTES);
    const transcript = { ...ends, accepting, opening: own.publicBytes };
    if (!isWelcome(key, transcript, heard.subarray(PUBLIC_KEY_BYTES))) {
      return void socket.destroy(new Error('not a node of this service'));
    }
    const { forth, back } = linkKeysOf(key, own, accepting, transcript);
    const open: Open = { socket, encrypter: new FrameEncrypter(forth), unansweredProbes: 0 };
    const decrypter = new FrameDecrypter(back, ANSWER_BYTES_MAX);
    socket.on('data', (piece: Buffer) => {
      try {
        for (const _ of decrypter.take(piece)) open.unansweredProbes = 0;
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    this.#stopTimer();
    this.#failures = 0;
    this.#open = open;
    this.#probe(open);
    onOpen(linkIdOf(own.publicBytes));
  }

  #probe(open: Open): void {
    const { env } = this.#options;
    if (this.#open !== open) return;
    if (open.unansweredProbes >= UNANSWERED_MAX) {
      return void open.socket.destroy(new Error('the other end is silent'));
    }
    open.unansweredProbes += 1;
    open.socket.write(open.encrypter.encrypt(''));
    this.#stopTimer = env.after(PROBE_INTERVAL_MS, () => this.#probe(open));
  }

  #broken(error: unknown): void {
    const wasOpen = this.#open !== null;
    this.#open = null;
    this.#socket?.destroy();
    this.#socket = null;
    if (this.#isEnded) return;
    if (wasOpen) this.#options.onBroken();
    // A node that ends closes it without an error.
    if (wasOpen ? error !== undefined : this.#failures === 0) this.#options.onError('direct link not open', error);
    this.#failures += 1;
    this.#retry();
  }

  /** Not all nodes at the same moment. */
  #retry(): void {
    const { env } = this.#options;
    const delay = RETRY_DELAYS_MS[Math.min(this.#failures, RETRY_DELAYS_MS.length - 1)] as number;
    this.#stopTimer();
    this.#stopTimer = env.after(delay * (0.5 + env.random()), () => void this.#connect());
  }
}
