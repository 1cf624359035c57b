/** A TCP proxy that can be slow, silent or gone: what stands between two processes when a network is bad. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** What comes in either direction arrives so much later, in order. */
  delay(ms: number): void;
  /**
   * Nothing arrives any more and nobody is told: what comes is dropped, as when a cable is pulled. `requests`: only what
   * the client sends is lost; `answers`: only what comes back.
   */
  silence(what?: Way | 'all'): void;
  /** Connections break, and new ones are refused. */
  cut(): void;
  /** As if nothing had been. Connections that lost something are broken, because what follows would be out of place. */
  mend(): void;
  stop(): Promise<void>;
}

export type Way = 'requests' | 'answers';
type State = { is: 'open'; delayMs: number } | { is: 'silent'; what: Way | 'all' } | { is: 'cut' };

interface Pair {
  client: Socket;
  server: Socket;
  /** In which direction something was lost. */
  lost: Set<Way>;
}

export async function startProxy(target: number): Promise<TcpProxy> {
  let state: State = { is: 'open', delayMs: 0 };
  const pairs = new Set<Pair>();
  const now = () => state;
  const listener = createServer((client) => join(client, target, now, pairs)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const breakAll = (which: (pair: Pair) => boolean) => {
    for (const pair of pairs) if (which(pair)) breakPair(pair);
  };
  return {
    port: (listener.address() as AddressInfo).port,
    delay(delayMs) {
      state = { is: 'open', delayMs };
    },
    silence(what = 'all') {
      state = { is: 'silent', what };
    },
    cut() {
      state = { is: 'cut' };
      breakAll(() => true);
    },
    mend() {
      state = { is: 'open', delayMs: 0 };
      breakAll(({ lost }) => lost.size > 0);
    },
    async stop() {
      breakAll(() => true);
      listener.close();
      await once(listener, 'close');
    },
  };
}

function join(client: Socket, target: number, now: () => State, pairs: Set<Pair>): void {
  if (now().is === 'cut') return void client.destroy();
  const pair: Pair = { client, server: connect(target, '127.0.0.1'), lost: waysOf(now()) };
  pairs.add(pair);
  carry(pair, 'requests', now);
  carry(pair, 'answers', now);
  for (const end of [pair.client, pair.server]) {
    end.setNoDelay(true);
    // An end that fails closes, and with it the other one.
    end.on('error', () => undefined);
    end.on('close', () => {
      pairs.delete(pair);
      breakPair(pair);
    });
  }
}

/** What a connection that begins now has lost already. */
function waysOf(state: State): Set<Way> {
  if (state.is !== 'silent') return new Set();
  return new Set(state.what === 'all' ? ['requests', 'answers'] : [state.what]);
}

/** In order also while the delay changes: nothing arrives before what came earlier. */
function carry(pair: Pair, way: Way, now: () => State): void {
  const [from, to] = way === 'requests' ? [pair.client, pair.server] : [pair.server, pair.client];
  let last = Promise.resolve();
  from.on('data', (bytes) => {
    const state = now();
    if ((state.is === 'silent' && (state.what === 'all' || state.what === way)) || pair.lost.has(way)) {
      pair.lost.add(way);
      return;
    }
    const late = state.is === 'open' && state.delayMs > 0 ? later(state.delayMs) : null;
    last = last.then(async () => {
      await late;
      if (!to.destroyed) to.write(bytes);
    });
  });
  from.on('end', () => void last.then(() => to.end()));
}

function breakPair({ client, server }: Pair): void {
  client.destroy();
  server.destroy();
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
