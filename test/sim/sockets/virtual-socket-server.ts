/** The server of sockets in the simulator: every client comes with a WebSocket, none by long polling. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { PlainWebSockets } from '#http/gateway/transport/socket-server.js';
import type { VirtualSocket } from './virtual-socket.js';

const ADDRESS = '203.0.113.1';
const request = {
  url: '/socket.io/?EIO=4&transport=websocket',
  headers: {},
  socket: { remoteAddress: ADDRESS },
} as unknown as IncomingMessage;

/** Nobody comes through Engine.IO. */
const noEngineIo = (): Server => {
  const engine = Object.assign(new EventEmitter(), { close: () => undefined });
  return { engine, use: () => undefined, on: () => undefined } as unknown as Server;
};

export class VirtualSocketServer {
  #webSockets: PlainWebSockets | null = null;

  /** As the gateway makes its server. */
  readonly create = ({ webSockets }: { webSockets: PlainWebSockets }): Server => {
    this.#webSockets = webSockets;
    return noEngineIo();
  };

  /** The client's connection is open. */
  opened(socket: VirtualSocket): void {
    this.#webSockets?.opened(socket.asWebSocket, request, socket._socket as never);
  }
}
