/** A server of sockets that answers as a test says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';

/** A server on a free port; `admits` decides each handshake by its token. */
export async function answeringServer() {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'] });
  const at = {
    tokens: [] as string[],
    heard: [] as [name: string, payload: unknown][],
    sockets: [] as Socket[],
    admits: (_: string): object | null => null,
    answers: (_: string): object => ({ ok: true }),
    isSilent: false,
    greets: true,
  };
  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token: string };
    at.tokens.push(token);
    const data = at.admits(token);
    next(data === null ? undefined : Object.assign(new Error('refused'), { data }));
  });
  io.on('connection', (socket) => {
    at.sockets.push(socket);
    socket.onAny((name: string, payload: unknown, answer?: (ack: object) => void) => {
      at.heard.push([name, payload]);
      if (!at.isSilent) answer?.(at.answers(name));
    });
    if (at.greets) socket.emit('ready', { account_id: 'ada', epoch: 'e1' });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const stop = () => new Promise<void>((resolve) => void io.close(() => resolve()));
  return { at, url, stop };
}
