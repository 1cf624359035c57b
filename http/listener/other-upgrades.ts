import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type ClaimUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Header fields that speak of this connection's upgrade alone. */
const OF_THE_UPGRADE = new Set(['upgrade', 'http2-settings']);

/**
 * A server may ignore an `Upgrade` header (RFC 9110, 7.8), and has to for protocols that it does not speak: curl and
 * Java's HttpClient offer HTTP/2 with each request. Once there is a listener for upgrades, Node hands it every one of
 * them, without a body and without an answer. Those that are no WebSocket are put back as requests without the header.
 * To be called when all listeners for upgrades are there. `claim` is asked before them, and takes an upgrade by saying so.
 */
export function answerOtherUpgrades(server: Server, claim: ClaimUpgrade): void {
  const listeners = server.listeners('upgrade') as UpgradeListener[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocket(request)) return putBack(server, request, socket, head);
    if (claim(request, socket, head)) return;
    for (const listen of listeners) listen.call(server, request, socket, head);
  });
}

const isWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && /(^|[\s,])websocket([\s,/]|$)/i.test(headers.upgrade ?? '');

/**
 * The connection begins anew, with this request as its first: its body, and later requests, are read as usual.
 */
function putBack(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(headOf(request), 'latin1'), head]));
  server.emit('connection', socket);
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (OF_THE_UPGRADE.has(lower)) continue;
    lines.push(`${name}: ${lower === 'connection' ? withoutUpgrade(value) : value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Never empty: without a word, an old client would wait for the connection to end. */
function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !OF_THE_UPGRADE.has(option.toLowerCase())).join(', ') || 'keep-alive';
}
