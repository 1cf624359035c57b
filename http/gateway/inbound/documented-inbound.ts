/**
 * Receives messages for the dispatcher by documented interfaces alone: the `message` event of Engine.IO. Socket.IO
 * reads the same messages and keeps the connection, but its own events have no listener.
 */
import type { Socket } from 'socket.io';
import type { Connection } from '../connection/connection.js';
import type { EngineIoSocket } from '../transport/engine.js';
import type { InboundDeps } from './fast-inbound.js';
import { handleEvent, OTHER_PACKET_CHARS_MAX, parseEvent } from './parse-event.js';

export function attachDocumentedInbound(
  socket: Socket,
  engine: EngineIoSocket,
  connection: Connection,
  deps: InboundDeps,
): void {
  const receiver = { connection, dispatcher: deps.dispatcher };
  engine.on('message', (data: unknown) => {
    deps.inboundBudget?.spend(connection, (data as string | Buffer).length);
    // No operation takes binary.
    if (typeof data !== 'string' || data.startsWith('5')) return engine.close();
    const event = data.startsWith('2') ? parseEvent(data.slice(1)) : null;
    if (event) handleEvent(receiver, event);
    else if (data.length > OTHER_PACKET_CHARS_MAX) engine.close();
  });
  // The one namespace is left: there is nothing to stay connected for.
  socket.on('disconnect', () => engine.close());
}
