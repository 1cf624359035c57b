import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { messageOf } from '#src/errors.js';

/** How long a client may take for its headers and, after them, for its body. */
export interface ConnectionLimits {
  headersMs: number;
  bodyMs: number;
}

/**
 * How much is read ahead, and how much is kept for a client that does not take it, before the other side waits,
 * for each connection. From Node 22 on it would be four times as much.
 */
export const CONNECTION_BUFFERS = { highWaterMark: 16_384 };

/**
 * How often connections with late headers are checked. Node checks every 30 s, and takes the interval only at creation.
 * Requests without a host are refused by `namingHost`.
 */
export const CONNECTION_OPTIONS = {
  ...CONNECTION_BUFFERS,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

const LIMITS: ConnectionLimits = { headersMs: 10_000, bodyMs: 30_000 };

/**
 * One that sends its headers or its body a byte at a time holds a connection, and nothing else, for at most so long.
 */
export function limitConnections(server: Server, { headersMs, bodyMs }: ConnectionLimits = LIMITS): void {
  server.headersTimeout = headersMs;
  // Node would hold every request to the same time; files take longer than other bodies (`allowForBody`).
  server.requestTimeout = 0;
  server.keepAliveTimeout = 72_000;
  server.maxHeadersCount = 100;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) limitBody(request, response, bodyMs);
  });
  server.on('clientError', answerBrokenRequest);
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1). Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** A request of HTTP/1.1 names its host (RFC 9112, 3.2). Node would refuse another one without a body. */
export function namingHost(answer: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return answer(request, response);
    const { headers, body } = brokenRequestResponse('invalid_request');
    response.writeHead(400, headers).end(body);
  };
}

const extensions = new WeakMap<IncomingMessage, (ms: number) => void>();

/** This request's body may take so long from now on. */
export function allowForBody(request: IncomingMessage, ms: number): void {
  extensions.get(request)?.(ms);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function limitBody(request: IncomingMessage, response: ServerResponse, bodyMs: number): void {
  const { socket } = request;
  const isLate = () => {
    if (response.headersSent) socket.destroy();
    else answerBrokenRequest({ name: 'Error', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  };
  let timer = setTimeout(isLate, bodyMs);
  extensions.set(request, (ms) => {
    clearTimeout(timer);
    timer = setTimeout(isLate, ms);
  });
  const done = () => {
    clearTimeout(timer);
    extensions.delete(request);
    request.off('close', done);
    socket.off('close', done);
  };
  request.on('close', done);
  // A request that was answered before its body arrived receives no event at the end of its connection.
  socket.on('close', done);
}

const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * A malformed HTTP request never reaches the app, but gets an error response of the same shape. One that is late may be
 * so because this process stood still: nothing is wrong with it, and it can be sent again.
 */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'unavailable' : 'invalid_request';
  const { headers, body } = brokenRequestResponse(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`);
}

function brokenRequestResponse(code: 'unavailable' | 'invalid_request') {
  const body = JSON.stringify({ error: { code, message: messageOf({ code }) } });
  const headers = {
    'x-request-id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}
