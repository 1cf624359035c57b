/** A dictionary console that answers whatever a test tells it to, well or badly. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

export type Answering = (heard: ReceivedRequest, response: ServerResponse) => void;

export interface PretendConsole extends AsyncDisposable {
  url: string;
  heard: ReceivedRequest[];
  answer: Answering;
}

export const json =
  (status: number, body: unknown): Answering =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

export const raw =
  (status: number, text: string, headers: Record<string, string> = {}): Answering =>
  (_, response) => {
    response.writeHead(status, headers).end(text);
  };

export const refusal = (status: number, code: string, reason?: string): Answering =>
  json(status, { error: { code, message: 'No.', ...(reason === undefined ? {} : { reason }) } });

export async function pretendConsole(): Promise<PretendConsole> {
  const heard: ReceivedRequest[] = [];
  const server = createServer((request, response) => void hear(request, response));
  const pretended: PretendConsole = {
    url: '',
    heard,
    answer: json(404, {}),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    };
    heard.push(one);
    pretended.answer(one, response);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  pretended.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`;
  return pretended;
}

export const topic = {
  tag: 'kahve',
  title: 'Kahve',
  category: 'genel',
  languages: [],
  entry_count: 1,
  status: 'published',
};

export const entry = {
  id: 7,
  tag: 'kahve',
  status: 'published',
  review_note: null,
  author_id: null,
  title: 'Kahve',
  excerpt: 'Bir.',
  room_id: '3f0e6a52-1f5c-4f0e-9a0e-6a521f5c4f0e',
  room_slug: 'kahve',
  published_at: 1_700_000_000_000,
  message_id: '019a0000-0000-7000-8000-00000000ffff',
  reactions: 0,
};
