import type { IncomingHttpHeaders } from 'node:http';

/** The client data that Engine.IO and Socket.IO keep of a handshake. */
export interface HandshakeFacts {
  headers: IncomingHttpHeaders;
  /** Of the peer: the client, or the proxy in front. */
  address: string;
}

/** The client is the entry that the outermost trusted proxy wrote, as for requests. */
export function addressOf({ headers, address }: HandshakeFacts, proxies: number): string {
  const written = String(headers['x-forwarded-for'] ?? '');
  if (proxies === 0 || written === '') return address;
  return written.split(/\s*,\s*/).slice(-proxies)[0] || address;
}
