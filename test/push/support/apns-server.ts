/** Apple's push service as it behaves on the wire: HTTP/2, provider tokens, reasons, farewells. */
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface ApnsRequest {
  token: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  body: any;
  /** Which connection it came on, counted from 1. */
  connection: number;
}

export interface ApnsAnswer {
  status: number;
  reason?: string;
  headers?: Record<string, string>;
  /** Say farewell before this answer, on the same connection. */
  goaway?: true;
  /** Not at all. */
  never?: true;
  /** Cut the connection instead. */
  cut?: true;
}

export interface ApnsServer extends AsyncDisposable {
  origin: string;
  requests: ApnsRequest[];
  connections(): number;
  /** What the next requests are answered; then 200 again. */
  answerNext(...answers: ApnsAnswer[]): void;
  answerAlways(answer: ApnsAnswer): void;
  /** The connections that stand say farewell. */
  farewell(): void;
}

export async function startApns(): Promise<ApnsServer> {
  const requests: ApnsRequest[] = [];
  const next: ApnsAnswer[] = [];
  const sessions: ServerHttp2Session[] = [];
  let always: ApnsAnswer = { status: 200 };
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', () => {
      const connection = sessions.indexOf(stream.session as ServerHttp2Session) + 1;
      const path = String(headers[':path']);
      const token = decodeURIComponent(path.replace('/3/device/', ''));
      requests.push({ token, headers: headers as Record<string, string>, body: JSON.parse(text), connection });
      respond(stream, next.shift() ?? always);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => sessions.length,
    answerNext: (...answers) => next.push(...answers),
    answerAlways(answer) {
      always = answer;
    },
    farewell() {
      for (const session of sessions) session.goaway();
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(stream: ServerHttp2Stream, answer: ApnsAnswer): void {
  if (answer.never) return;
  if (answer.cut) return void stream.session?.destroy();
  if (answer.goaway) stream.session?.goaway();
  stream.respond({ ':status': answer.status, ...answer.headers });
  stream.end(answer.reason ? JSON.stringify({ reason: answer.reason }) : '');
}
