/** The official client among the cheap ones: it verifies that their counted frames are events that people would see. */
import { io } from 'socket.io-client';

export function witness({ port, token, room }) {
  const seen = { events: 0, holes: 0, last: null };
  const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true });
  socket.on('message:new', ({ seq, prev_seq }) => {
    if (seen.last !== null && prev_seq !== seen.last) seen.holes += 1;
    seen.last = seq;
    seen.events += 1;
  });
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject);
    socket.on('connect', async () => {
      await socket.emitWithAck('room:open', { room, limit: 1 });
      resolve({ seen, close: () => socket.disconnect() });
    });
  });
}
