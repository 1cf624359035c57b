/** The official client of Socket.IO: logs in, joins, opens, says something, and hears an answer. */
import { io } from 'socket.io-client';

const [url, name, room, transport] = process.argv.slice(2);

async function ask(token, method, path, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json();
}

function end(code, line) {
  process.stdout.write(`${line}\n`, () => process.exit(code));
}

const { access_token: token } = await ask(null, 'POST', '/api/auth/developer', { name });
await ask(token, 'PUT', '/api/me/username', { username: name });
await ask(token, 'POST', `/api/rooms/${room}/join`, {});
const socket = io(url, { auth: { token }, ...(transport && { transports: [transport] }) });
socket.on('connect_error', ({ message }) => end(3, `REFUSED ${message}`));
socket.on('message:new', ({ message }) => message.body === `merhaba ${name} 👋` && end(0, 'HEARD'));
socket.on('connect', async () => {
  const opened = await socket.emitWithAck('room:open', { room });
  const sent = await socket.emitWithAck('message:new', { room, body: `ben ${name}, günaydın` });
  if (!opened.ok || !sent.ok) end(4, JSON.stringify([opened, sent]));
});
