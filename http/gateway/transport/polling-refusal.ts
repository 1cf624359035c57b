import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPacket } from './open-packet.js';

/** The refusal of long polling where there are several nodes. */
export const WEBSOCKET_ONLY =
  'Long polling is not offered here, because the service runs on several nodes. ' +
  "Connect with the transport websocket alone: in clients of Socket.IO, transports: ['websocket'].";

const REFUSED = { message: WEBSOCKET_ONLY, data: { code: 'invalid_request', message: WEBSOCKET_ONLY } };

/** It names no usable session. */
const OPENED = openPacket('refused', 1);
const RECORD_SEPARATOR = '\x1e';

/**
 * Requests of long polling go to any node, and only one node knows the session. A Socket.IO client hides an answer
 * other than 200 and retries for ever. It is therefore answered in its own protocol, with an open packet and a refusal:
 * the program receives one `connect_error` with this sentence. A request with an unknown session is answered with a
 * status.
 */
export function refusePolling(headersFor: (origin: string | undefined) => Record<string, string>) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const asked = new URL(request.url ?? '/', 'http://here').searchParams;
    if (asked.get('transport') !== 'polling') return next();
    const isClient = request.method === 'GET' && asked.get('EIO') === '4' && !asked.has('sid');
    const headers = headersFor(request.headers.origin);
    if (isClient) {
      const refused = `44${JSON.stringify(REFUSED)}`;
      response.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-store' });
      response.end(`${OPENED}${RECORD_SEPARATOR}${refused}`);
      return;
    }
    response.writeHead(400, { ...headers, 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 0, message: WEBSOCKET_ONLY }));
  };
}
