/**
 * One port in front of all nodes: requests and sockets go to those that are ready, one after the other. It stands in
 * for a real proxy (see docker-compose.yml) and shares this machine with the nodes: a load test that measures
 * the nodes uses their own ports.
 */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { pipeline } from 'node:stream';

const LOOK_EVERY_MS = 250;
const LOOK_WITHIN_MS = 1_000;
const CONNECT_WITHIN_MS = 1_000;
/** The embedded login provider keeps the state of a browser's login in one process. */
const ONE_NODE = /^\/(?:dev\/|v1\/auth\/(?:login_with_idp|idp_callback)|api\/auth\/(?!developer|refresh|logout))/;
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);
const NOBODY = { error: { code: 'unavailable', message: 'No node is ready.' } };

export class Balancer {
  #server = http.createServer((request, response) => void this.#pass(request, response));
  #nodes = new Map();
  #turn = 0;
  #timer = null;

  constructor() {
    this.#server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  async listen(port, host) {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    return this.#server.address().port;
  }

  /** The node gets the request as soon as it is ready. */
  add(name, port) {
    this.#nodes.set(name, { name, port, isReady: false, isHeld: false, looking: null });
  }

  remove(name) {
    this.#nodes.delete(name);
  }

  /** Nothing new goes there, even if it reports that it is ready, until it is let in again. */
  hold(name, isHeld) {
    const node = this.#nodes.get(name);
    if (node) node.isHeld = isHeld;
  }

  isReady = (name) => this.#nodes.get(name)?.isReady ?? false;

  look() {
    return Promise.all([...this.#nodes.values()].map(lookAt));
  }

  async close() {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #ready() {
    return [...this.#nodes.values()].filter((node) => node.isReady && !node.isHeld);
  }

  /** A connection to the next one that takes it; null when none does. */
  async #connect(url) {
    const ready = this.#ready();
    const from = ONE_NODE.test(url) ? 0 : this.#turn++;
    for (let tried = 0; tried < ready.length; tried += 1) {
      const node = ready[(from + tried) % ready.length];
      const socket = await connectTo(node.port);
      if (socket) return { node, socket };
      node.isReady = false;
    }
    return null;
  }

  async #pass(request, response) {
    const to = await this.#connect(request.url);
    if (!to) return refuse(response);
    const asked = http.request({
      method: request.method,
      path: request.url,
      headers: headersFor(request),
      createConnection: () => to.socket,
    });
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode, answer.statusMessage, endToEnd(answer.headers));
      pipeline(answer, response, () => undefined);
    });
    asked.on('error', () => (response.headersSent ? response.destroy() : refuse(response)));
    response.on('close', () => asked.destroy());
    pipeline(request, asked, () => undefined);
  }

  async #upgrade(request, socket, head) {
    socket.on('error', () => socket.destroy());
    const to = await this.#connect(request.url);
    if (!to) return socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
    to.socket.write(headOf(request));
    to.socket.write(head);
    socket.setNoDelay(true);
    pipeline(socket, to.socket, () => to.socket.destroy());
    pipeline(to.socket, socket, () => socket.destroy());
  }
}

/** One question at a time: a node that does not answer is not asked more and more. */
function lookAt(node) {
  node.looking ??= isReady(node.port).then((answer) => {
    node.isReady = answer;
    node.looking = null;
  });
  return node.looking;
}

function isReady(port) {
  return new Promise((resolve) => {
    const asked = http.get({ port, host: '127.0.0.1', path: '/api/ready', agent: false, timeout: LOOK_WITHIN_MS });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.on('close', () => resolve(false));
  });
}

function connectTo(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const leave = (outcome) => {
      socket.off('error', fail).setTimeout(0);
      resolve(outcome);
    };
    const fail = () => {
      socket.destroy();
      leave(null);
    };
    socket.on('error', fail);
    socket.setTimeout(CONNECT_WITHIN_MS, fail);
    socket.once('connect', () => {
      leave(socket);
      // A connection that breaks later is ended together with its other half.
      socket.on('error', () => socket.destroy());
    });
  });
}

function endToEnd(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function forwardedFor(request) {
  const before = request.headers['x-forwarded-for'];
  return before ? `${before}, ${request.socket.remoteAddress}` : request.socket.remoteAddress;
}

function headersFor(request) {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const headers = { ...endToEnd(request.headers), 'x-forwarded-for': forwardedFor(request), connection: 'close' };
  return isChunked ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
}

function headOf(request) {
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at];
    if (name.toLowerCase() !== 'x-forwarded-for') lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  return `${[...lines, `X-Forwarded-For: ${forwardedFor(request)}`].join('\r\n')}\r\n\r\n`;
}

function refuse(response) {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' };
  response.writeHead(503, headers).end(JSON.stringify(NOBODY));
}
