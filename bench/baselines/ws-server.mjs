/** A bare `ws` loop: the frame built once, one send for each socket of the room, nothing stored. */
import http from 'node:http';
import { WebSocketServer } from 'ws';
import { sampleMessage } from './sample-message.mjs';

const server = http.createServer();
const wss = new WebSocketServer({ server, perMessageDeflate: false });
const rooms = new Map();
let seq = 0;

wss.on('connection', (socket, request) => {
  const room = new URL(request.url, 'http://here').searchParams.get('room');
  const members = rooms.get(room) ?? new Set();
  rooms.set(room, members.add(socket));
  socket.on('close', () => members.delete(socket));
  socket.on('message', (data) => {
    const text = data.toString();
    const bracket = text.indexOf('[');
    const id = text.slice(1, bracket);
    const [name, { body }] = JSON.parse(text.slice(bracket));
    if (name === 'join') return socket.send(`a${id}[{"ok":true}]`);
    seq += 1;
    const message = JSON.stringify(sampleMessage(room, seq, body));
    const event = Buffer.from(`e["message:new",{"room":"${room}","seq":${seq},"message":${message}}]`);
    for (const member of members) member.send(event, { binary: false });
    socket.send(`a${id}[{"ok":true,"message":${message}}]`);
  });
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (ask) => {
  // Only memory is looked at without garbage: a collection would be a part of the measured time.
  if (ask === 'weigh') globalThis.gc?.();
  process.send({ [ask]: { memory: process.memoryUsage(), cpu: process.cpuUsage(), sockets: wss.clients.size } });
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
