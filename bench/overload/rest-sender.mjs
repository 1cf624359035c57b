/** REST over kept connections, one request at a time on each: every second one sends, the others read a page. */
import net from 'node:net';

/** A schedule that finds no free connection opens one more, as more clients would. */
const CONNECTIONS_MAX = 3_000;
const BODY = 'Bu akşam sahilde buluşalım mı? Hava güzel olacakmış; herkes gelebiliyorsa yedide iskelede olalım.';

export async function openRestSender({ port, targets, tag }) {
  const idle = [];
  const open = new Set();
  let begun = 0;
  return {
    async start() {
      const nth = begun++;
      const target = targets[nth % targets.length];
      const clientId = `${tag}-${nth.toString(36)}`;
      const isSend = Math.floor(nth / targets.length) % 2 === 0;
      if (idle.length === 0 && open.size >= CONNECTIONS_MAX) return { code: 'no_connection' };
      const connection = idle.pop() ?? openConnection(port, open);
      const answer = await connection.ask(isSend ? sendRequest(target, clientId, nth) : listRequest(target, nth));
      if (answer.code !== 'cut' && !connection.isClosed()) idle.push(connection);
      return isSend ? { ...answer, clientId, room: target.room, sender: target.name } : answer;
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

/** People are spread over networks, as the service counts them. */
const head = (method, path, token, nth) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
  `X-Forwarded-For: 198.51.100.${nth % 200}\r\n`;

function sendRequest({ room, token }, clientId, nth) {
  const body = JSON.stringify({ client_id: clientId, body: BODY });
  const fields = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return `${head('POST', `/api/rooms/${room}/messages`, token, nth)}${fields}${body}`;
}

const listRequest = ({ room, token }, nth) => `${head('GET', `/api/rooms/${room}/messages?limit=20`, token, nth)}\r\n`;

function openConnection(port, open) {
  let settle = null;
  let text = '';
  let isClosed = false;
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  open.add(socket);
  socket.setEncoding('latin1');
  const finish = (answer) => {
    const done = settle;
    settle = null;
    text = '';
    done?.(answer);
  };
  socket.on('data', (piece) => {
    text += piece;
    const answer = answerIn(text);
    if (answer) finish(answer);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    open.delete(socket);
    finish({ code: 'cut' });
  });
  return {
    isClosed: () => isClosed,
    ask: (request) =>
      new Promise((resolve) => {
        settle = resolve;
        socket.write(request);
      }),
  };
}

/** Null until the response is whole. */
function answerIn(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (text.length < end + 4 + length) return null;
  const status = Number(text.slice(9, 12));
  const body = text.slice(end + 4);
  if (status < 300) return { code: 'ok', seq: Number(/"seq":(\d+)/.exec(body)?.[1]) };
  return { code: /"code":"(\w+)"/.exec(body)?.[1] ?? String(status) };
}
