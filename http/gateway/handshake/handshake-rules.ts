import type { IncomingMessage } from 'node:http';
import type { HandshakeGuard } from '../transport/socket-server.js';
import type { FailedHandshakes } from './failed-handshakes.js';

const TOO_MANY_FAILED = 'Too many handshakes of this network have failed. Try again in a minute.';

/** A script tag of any page could ask this way, and it sends no Origin. */
const JSONP = /[?&]j=/;

/** The rules for a request before anything of a socket is made for it. */
export class HandshakeRules implements HandshakeGuard {
  readonly #origins: readonly string[] | null;
  readonly #failed: Pick<FailedHandshakes, 'isRefused'>;

  /** `origins`: of the pages that may open sockets; null: all. */
  constructor(origins: readonly string[] | null, failed: Pick<FailedHandshakes, 'isRefused'>) {
    this.#origins = origins;
    this.#failed = failed;
  }

  /** Clients without an origin are no pages. */
  isAllowed(origin: string | undefined): boolean {
    return origin === undefined || this.#origins === null || this.#origins.includes(origin);
  }

  refusalOf(request: IncomingMessage): string | null {
    if (this.#failed.isRefused(request)) return TOO_MANY_FAILED;
    if (JSONP.test(request.url ?? '')) return 'JSONP is not spoken here.';
    return this.isAllowed(request.headers.origin) ? null : 'This origin may not open sockets.';
  }
}
