import type { IncomingHttpHeaders } from 'node:http';
import { networkPrint, refusalEvent, type SecurityLog } from '#http/middleware/security-log.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { ErrorCode } from '#src/errors.js';

export interface HandshakeLogDeps {
  security: SecurityLog;
  fingerprints: Pick<Fingerprints, 'ofNetwork'>;
  /** Trusted proxies in front. */
  proxies: number;
}

/** What Socket.IO knows of a handshake. */
interface HandshakeFacts {
  headers: IncomingHttpHeaders;
  address: string;
}

/** Writes a refused handshake to the security log, as requests are written. */
export function logRefusedHandshake(
  { security, fingerprints, proxies }: HandshakeLogDeps,
  handshake: HandshakeFacts,
  code: ErrorCode,
): void {
  const event = refusalEvent(code);
  if (event === undefined) return;
  const network = networkPrint(fingerprints, addressOf(handshake, proxies));
  security.warn({ event, operation: 'handshake', route: '/socket.io/', network, code }, 'security');
}

/** The client is the entry that the outermost trusted proxy wrote, as for requests. */
function addressOf({ headers, address }: HandshakeFacts, proxies: number): string {
  const written = String(headers['x-forwarded-for'] ?? '');
  if (proxies === 0 || written === '') return address;
  return written.split(/\s*,\s*/).slice(-proxies)[0] || address;
}
