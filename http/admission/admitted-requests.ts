import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '#http/middleware/client-address.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { isProbe } from '#src/protocol/system/system.js';
import type { AdmissionQueue } from './admission-queue.js';
import { overloadedResponse } from './overloaded-response.js';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface AdmittedRequestsDeps {
  queue: AdmissionQueue;
  proxies: number;
  onRefused(): void;
}

/** Requests wait for their turn like other work, and are refused before any part of the app has seen them. */
export function admittedRequests(
  { queue, proxies, onRefused }: AdmittedRequestsDeps,
  answer: RequestHandler,
): RequestHandler {
  return (request, response) => {
    if (isProbe(request.url ?? '') || queue.hasTime('request')) return answer(request, response);
    const { headers, socket } = request;
    queue.wait('request', clientNetwork(addressOf({ headers, address: socket.remoteAddress ?? '' }, proxies)), {
      run() {
        // The client has given up.
        if (!socket.destroyed) answer(request, response);
      },
      refuse(retryAfterMs) {
        const refusal = overloadedResponse(request.url, retryAfterMs);
        onRefused();
        response.writeHead(503, refusal.headers).end(refusal.body);
      },
    });
  };
}
