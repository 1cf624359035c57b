/** Google's push service as it behaves on the wire: the token endpoint, and messages:send of version 1. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface FcmAnswer {
  /** 0: no answer at all. */
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface FcmServer extends AsyncDisposable {
  origin: string;
  /** What was sent to messages:send, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  requests: { path: string; authorization: string; message: any }[];
  /** The statements that were exchanged for a token. */
  statements: string[];
  answerNext(...answers: FcmAnswer[]): void;
  answerAlways(answer: FcmAnswer): void;
  answerToken(...answers: FcmAnswer[]): void;
  /** Each message is answered after this time. */
  answerAfter(ms: number): void;
  /** The most messages that waited for an answer at once. */
  readonly inFlightMax: number;
}

/** A refusal as Google words it. */
export const fcmError = (status: number, code: string, details: object = {}): FcmAnswer => ({
  status,
  body: {
    error: {
      code: status,
      status: code,
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code, ...details }],
    },
  },
});

export async function startFcm(): Promise<FcmServer> {
  const requests: FcmServer['requests'] = [];
  const statements: string[] = [];
  const next: FcmAnswer[] = [];
  const nextTokens: FcmAnswer[] = [];
  let always: FcmAnswer = { status: 200, body: { name: 'projects/p/messages/1' } };
  let delayMs = 0;
  const inFlight = { now: 0, max: 0 };
  const answered = async (request: IncomingMessage): Promise<FcmAnswer> => {
    inFlight.now += 1;
    inFlight.max = Math.max(inFlight.max, inFlight.now);
    const answer = await answerTo(request);
    if (delayMs > 0) await setTimeout(delayMs);
    inFlight.now -= 1;
    return answer;
  };
  const answerTo = async (request: IncomingMessage): Promise<FcmAnswer> => {
    const text = await textOf(request);
    if (request.url === '/token') {
      statements.push(new URLSearchParams(text).get('assertion') ?? '');
      const token = { access_token: `access-${statements.length}`, expires_in: 3_600, token_type: 'Bearer' };
      return nextTokens.shift() ?? { status: 200, body: token };
    }
    const { message } = JSON.parse(text) as { message: unknown };
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', message });
    return next.shift() ?? always;
  };
  const server = createServer((request, response) => {
    void answered(request).then(({ status, body, headers }) => {
      if (status === 0) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    statements,
    answerNext: (...answers) => next.push(...answers),
    answerAlways(answer) {
      always = answer;
    },
    answerToken: (...answers) => nextTokens.push(...answers),
    answerAfter(ms) {
      delayMs = ms;
    },
    get inFlightMax() {
      return inFlight.max;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
