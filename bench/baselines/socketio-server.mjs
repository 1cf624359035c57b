/** Bare Socket.IO with rooms and acks, without storage: the cost of a plain chat server on the library. */
import http from 'node:http';
import { Server } from 'socket.io';
import { sampleMessage } from './sample-message.mjs';

const server = http.createServer();
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
const seqs = new Map();

io.on('connection', (socket) => {
  socket.emit('ready', {});
  socket.on('room:open', ({ room }, ack) => {
    socket.join(room);
    ack({ ok: true });
  });
  socket.on('message:new', ({ room, body }, ack) => {
    const seq = (seqs.get(room) ?? 0) + 1;
    seqs.set(room, seq);
    const message = sampleMessage(room, seq, body);
    io.to(room).emit('message:new', { room, seq, prev_seq: seq - 1, message });
    ack({ ok: true, message, duplicate: false });
  });
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (ask) => {
  // Only memory is looked at without garbage: a collection would be a part of the measured time.
  if (ask === 'weigh') globalThis.gc?.();
  process.send({ [ask]: { memory: process.memoryUsage(), cpu: process.cpuUsage(), sockets: io.engine.clientsCount } });
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
