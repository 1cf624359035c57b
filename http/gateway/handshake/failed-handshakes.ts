import type { IncomingMessage } from 'node:http';
import { addressOf } from '#http/middleware/client-address.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';

const SCOPE = 'failed_handshake';

/**
 * Counts, for each network, the sockets that ended without having been accepted: an upgrade and a refused CONNECT cost
 * about 0.7 ms, and repeating them needs no account.
 */
export class FailedHandshakes {
  readonly #limits: LocalLimits;
  readonly #proxies: number;

  constructor(limits: LocalLimits, proxies: number) {
    this.#limits = limits;
    this.#proxies = proxies;
  }

  /** Whether the next handshake of this network is refused before anything of a socket is made for it. */
  isRefused({ headers, socket }: IncomingMessage): boolean {
    return this.#limits.isUsedUp(SCOPE, this.#network(headers, socket.remoteAddress));
  }

  /** `address`: of the peer, which the request no longer knows when its connection has ended. */
  count({ headers }: IncomingMessage, address: string): void {
    this.#limits.takeNow(SCOPE, this.#network(headers, address));
  }

  #network(headers: IncomingMessage['headers'], address = ''): string {
    return clientNetwork(addressOf({ headers, address }, this.#proxies));
  }
}
