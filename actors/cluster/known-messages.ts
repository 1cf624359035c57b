/**
 * Sends to each node the messages that its format knows. An older node would ignore an unknown message, and might misread
 * one in a new form. An unknown request is answered `moved`, as one to a node that is not the owner.
 */
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { formatOfMessage } from '#src/domain/log/format-table.js';
import type { NodeReply } from './messages.js';
import { formatOfToken } from './node-token.js';

const moved: NodeReply = { type: 'moved' };

export function knownMessages(transport: NodeTransport, lowest: () => number): NodeTransport {
  const isKnown = (body: unknown, format: number) => formatOfMessage((body as { type: string }).type) <= format;
  return {
    listen: (token) => transport.listen(token),
    request: async (to, body, timeoutMs) =>
      isKnown(body, formatOfToken(to)) ? transport.request(to, body, timeoutMs) : moved,
    abandonRequests: (token) => transport.abandonRequests(token),
    send: (to, body) => {
      if (isKnown(body, formatOfToken(to))) transport.send(to, body);
    },
    broadcast: (body) => {
      if (isKnown(body, lowest())) transport.broadcast(body);
    },
    onRequest: (handler) => transport.onRequest(handler),
    onMessage: (handler) => transport.onMessage(handler),
    close: () => transport.close(),
  };
}
