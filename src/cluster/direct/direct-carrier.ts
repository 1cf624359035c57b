/**
 * Carries texts over direct links: one connection from each life to each other, opened as soon as the other is known. A
 * text that no link can take goes by the other carrier. So that nothing overtakes, a link is heard only once the other way
 * is empty, and is cut when its sender has taken the other way again.
 */
import type { Carrier } from '../carrier.js';
import type { TransportMetrics } from '../transport-metrics.js';
import { IncomingLinks } from './incoming-links.js';
import { type LinkNetwork, tcp } from './link-network.js';
import { OutgoingLink } from './outgoing-link.js';

export interface DirectCarrierOptions {
  other: Carrier;
  /** TCP where none is given. */
  network?: LinkNetwork;
  keys: readonly Uint8Array[];
  env: { random(): number; after(ms: number, run: () => void): () => void };
  /** `host:port` of a life; null for one that has none. */
  addressOf(token: string): Promise<string | null>;
  metrics?: TransportMetrics | undefined;
  onError(what: string, error?: unknown): void;
}

/** Longer than all nodes take to register with a table that was emptied. */
const FORGET_DELAY_MS = 30_000;
/** Before the id of a link: nothing more comes by this way. */
const FENCE = '#';

export class DirectCarrier implements Carrier {
  readonly #options: DirectCarrierOptions;
  readonly #network: LinkNetwork;
  readonly #incoming: IncomingLinks;
  readonly #outgoing = new Map<string, OutgoingLink>();
  #wanted: ReadonlySet<string> = new Set();
  #stopForgetting: () => void = () => undefined;
  #token = '';
  #handler: (from: string, text: string, isToAll: boolean) => void = () => undefined;
  #lossHandler: (to: string) => void = () => undefined;

  constructor(options: DirectCarrierOptions) {
    this.#options = options;
    const { keys, env, other, metrics, onError } = options;
    this.#network = options.network ?? tcp;
    this.#incoming = new IncomingLinks({
      network: this.#network,
      keys,
      env,
      me: () => this.#token,
      onText: (from, text) => {
        metrics?.linked('in', text.length);
        this.#handler(from, text, false);
      },
      onLoss: (from) => this.#lossHandler(from),
      onError,
    });
    other.onText((from, text, isToAll) => this.#onOther(from, text, isToAll));
  }

  /** `host`: null for all interfaces. Resolves to the port. */
  open(host: string | null, port: number): Promise<number> {
    return this.#incoming.open(host, port);
  }

  async listen(token: string): Promise<void> {
    if (this.#token !== token) {
      this.#token = token;
      // They are bound to the earlier life.
      this.#incoming.cutAll();
      this.#endLinks(() => true);
    }
    await this.#options.other.listen(token);
  }

  /** Links to these lives. Others are kept for a while: a table that was emptied does not know all of them at once. */
  keep(tokens: readonly string[]): void {
    this.#wanted = new Set(tokens);
    for (const token of tokens) {
      if (token !== this.#token && this.#token !== '' && !this.#outgoing.has(token)) this.#openLink(token);
    }
    if ([...this.#outgoing.keys()].every((token) => this.#wanted.has(token))) return;
    this.#stopForgetting();
    this.#stopForgetting = this.#options.env.after(FORGET_DELAY_MS, () => {
      this.#endLinks((token) => !this.#wanted.has(token));
    });
  }

  /** How many links are open. */
  get openCount(): number {
    return [...this.#outgoing.values()].filter(({ isOpen }) => isOpen).length;
  }

  carry(to: string, text: string): Promise<void> {
    if (!this.#outgoing.get(to)?.send(text)) return this.#options.other.carry(to, text);
    this.#options.metrics?.linked('out', text.length);
    return Promise.resolve();
  }

  carryToAll(text: string): Promise<void> {
    return this.#options.other.carryToAll(text);
  }

  onText(handler: (from: string, text: string, isToAll: boolean) => void): void {
    this.#handler = handler;
  }

  onLoss(handler: (to: string) => void): void {
    this.#lossHandler = handler;
  }

  async close(): Promise<void> {
    this.#stopForgetting();
    this.#endLinks(() => true);
    await this.#incoming.close();
    await this.#options.other.close();
  }

  #onOther(from: string, text: string, isToAll: boolean): void {
    if (text.startsWith(FENCE)) return this.#incoming.begin(from, text.slice(FENCE.length));
    if (!isToAll) this.#incoming.switched(from);
    this.#handler(from, text, isToAll);
  }

  #openLink(token: string): void {
    const { keys, env, addressOf, other, onError } = this.#options;
    const link = new OutgoingLink({
      network: this.#network,
      ends: { from: this.#token, to: token },
      keys,
      env,
      addressOf,
      // Without an answer the other end waits a moment.
      onOpen: (id) => void other.carry(token, `${FENCE}${id}`).catch(() => undefined),
      onBroken: () => this.#lossHandler(token),
      onError,
    });
    this.#outgoing.set(token, link);
  }

  #endLinks(isMeant: (token: string) => boolean): void {
    for (const [token, link] of this.#outgoing) {
      if (!isMeant(token)) continue;
      this.#outgoing.delete(token);
      link.end();
    }
  }
}
