/** A network of nodes in one process: what is sent arrives at once, in order, as JSON. */
import { type NodeTransport, NodeUnreachable, RequestFailedThere } from '#src/cluster/node-transport.js';

type RequestHandler = (from: string, body: unknown) => Promise<unknown>;
type MessageHandler = (from: string, body: unknown) => void;

export class MemoryNetwork {
  readonly nodes = new Map<string, MemoryTransport>();
  /** Requests that are not answered any more, by the token of the node. */
  readonly silent = new Set<string>();

  join(): MemoryTransport {
    return new MemoryTransport(this);
  }
}

export class MemoryTransport implements NodeTransport {
  readonly #network: MemoryNetwork;
  #token = '';
  requestHandler: RequestHandler = () => Promise.reject(new Error('no handler'));
  messageHandler: MessageHandler = () => undefined;
  readonly sent: [to: string, body: unknown][] = [];
  readonly asked: { to: string; body: unknown; timeoutMs: number }[] = [];
  readonly abandoned: string[] = [];
  readonly listened: string[] = [];
  /** How many times listening fails from now on. */
  refusals = 0;
  isClosed = false;

  constructor(network: MemoryNetwork) {
    this.#network = network;
  }

  async listen(token: string): Promise<void> {
    this.listened.push(token);
    if (this.refusals > 0) {
      this.refusals -= 1;
      throw new Error('cannot listen');
    }
    this.#network.nodes.delete(this.#token);
    this.#token = token;
    this.#network.nodes.set(token, this);
  }

  async request(to: string, body: unknown, timeoutMs: number): Promise<unknown> {
    this.asked.push({ to, body, timeoutMs });
    const node = this.#network.nodes.get(to);
    if (!node || this.#network.silent.has(to)) throw new NodeUnreachable('no answer');
    const failed = (error: unknown): never => {
      throw new RequestFailedThere(String(error));
    };
    return plain(await node.requestHandler(this.#token, plain(body)).catch(failed));
  }

  abandonRequests(token: string): void {
    this.abandoned.push(token);
  }

  send(to: string, body: unknown): void {
    this.sent.push([to, body]);
    this.#network.nodes.get(to)?.messageHandler(this.#token, plain(body));
  }

  broadcast(body: unknown): void {
    for (const [token, node] of this.#network.nodes)
      if (token !== this.#token) node.messageHandler(this.#token, plain(body));
  }

  onRequest(handler: RequestHandler): void {
    this.requestHandler = handler;
  }

  onMessage(handler: MessageHandler): void {
    this.messageHandler = handler;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#network.nodes.delete(this.#token);
  }
}

const plain = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));
