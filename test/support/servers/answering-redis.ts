/** A server that speaks the protocol of Redis and says what a test wants: for what a real one says only in trouble. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type RedisAnswer = string | number | null | Error | RedisAnswer[] | undefined;

export interface AnsweringRedis extends AsyncDisposable {
  port: number;
  /** Commands as they came, in one line each, without what a client says of itself. */
  heard: string[];
  /** By the line of a command; `undefined` is no answer at all. Others are answered with OK. */
  answers: Map<string, RedisAnswer>;
  /** Ends all connections. */
  cut(): void;
}

export async function startAnsweringRedis(given: Record<string, RedisAnswer> = {}): Promise<AnsweringRedis> {
  const heard: string[] = [];
  const answers = new Map(Object.entries(given));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      rest = readCommands(`${rest}${bytes.toString('latin1')}`, (words) => {
        const line = words.join(' ').toLowerCase();
        if (!/^client /i.test(line)) heard.push(line);
        const known = [...answers.keys()].find((key) => line === key || line.startsWith(`${key} `));
        const answer = known === undefined ? 'OK' : answers.get(known);
        if (answer !== undefined) socket.write(encoded(answer));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const { port } = server.address() as AddressInfo;
  return {
    port,
    heard,
    answers,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Calls `take` for each whole command, and returns what is left. */
function readCommands(text: string, take: (words: string[]) => void): string {
  let rest = text;
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(rest);
    if (!head) return rest;
    let at = head[0].length;
    const words: string[] = [];
    while (words.length < Number(head[1])) {
      const length = /^\$(\d+)\r\n/.exec(rest.slice(at, at + 20));
      if (!length) return rest;
      const from = at + length[0].length;
      at = from + Number(length[1]) + 2;
      if (rest.length < at) return rest;
      words.push(rest.slice(from, at - 2));
    }
    rest = rest.slice(at);
    take(words);
  }
}

function encoded(answer: Exclude<RedisAnswer, undefined>): string {
  if (answer === null) return '$-1\r\n';
  if (typeof answer === 'number') return `:${answer}\r\n`;
  if (typeof answer === 'string') return `$${Buffer.byteLength(answer)}\r\n${answer}\r\n`;
  if (answer instanceof Error) return `-${answer.message}\r\n`;
  return `*${answer.length}\r\n${answer.map((each) => encoded(each ?? null)).join('')}`;
}
