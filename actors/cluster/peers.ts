/** Questions of one node to all others. Each of them answers for itself, with any slots. */
import type { LivingNode } from '#src/cluster/lease-table.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { Coordinator } from './coordinator.js';
import type { NodeReply, NodeRequest } from './messages.js';

export interface PeersOptions {
  coordinator: Pick<Coordinator, 'table' | 'token'>;
  transport: Pick<NodeTransport, 'request'>;
}

export interface PeerReply {
  node: LivingNode;
  /** Null when it did not answer in time, or could not. */
  value: unknown;
}

type Handler = (body: unknown) => unknown;

export class Peers {
  readonly #options: PeersOptions;
  readonly #handlers = new Map<string, Handler>();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  /** Registers this node's handler for requests of this name. */
  handle(what: string, handler: Handler): void {
    this.#handlers.set(what, handler);
  }

  async onRequest({ what, body }: Extract<NodeRequest, { type: 'peer' }>): Promise<NodeReply> {
    const handler = this.#handlers.get(what);
    if (!handler) throw new Error(`nothing is known here of ${what}`);
    return { type: 'told', value: await handler(body) };
  }

  /** Every node that is alive as far as is known here, but this one. */
  askAll(what: string, body: unknown, withinMs: number): Promise<PeerReply[]> {
    const { coordinator } = this.#options;
    const others = coordinator.table.nodes.filter(({ token }) => token !== coordinator.token);
    return Promise.all(others.map(async (node) => ({ node, value: await this.#ask(node, what, body, withinMs) })));
  }

  async #ask({ token }: LivingNode, what: string, body: unknown, withinMs: number): Promise<unknown> {
    const request: NodeRequest = { type: 'peer', what, body };
    try {
      const reply = (await this.#options.transport.request(token, request, withinMs)) as NodeReply;
      return reply.type === 'told' ? reply.value : null;
    } catch {
      // LinkBroken, for any reason: the caller reports that this node did not answer.
      return null;
    }
  }
}
