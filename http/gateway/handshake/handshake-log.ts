import { addressOf, type HandshakeFacts } from '#http/middleware/client-address.js';
import { networkPrint, refusalEvent, type SecurityLog } from '#http/middleware/security-log.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { ErrorCode } from '#src/errors.js';

export interface HandshakeLogDeps {
  security: SecurityLog;
  fingerprints: Pick<Fingerprints, 'ofNetwork'>;
  /** Trusted proxies in front. */
  proxies: number;
}

/** Writes a refused handshake to the security log, as requests are written. */
export function logRefusedHandshake(
  { security, fingerprints, proxies }: HandshakeLogDeps,
  handshake: HandshakeFacts,
  { code, requestId }: { code: ErrorCode; requestId: string },
): void {
  const event = refusalEvent(code);
  if (event === undefined) return;
  const network = networkPrint(fingerprints, addressOf(handshake, proxies));
  security.warn({ event, operation: 'handshake', route: '/socket.io/', network, code, requestId }, 'security');
}
