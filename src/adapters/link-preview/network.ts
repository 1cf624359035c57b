/** How pages are reached: names become addresses, addresses are checked, and only those are connected to. */
import { buildConnector } from 'undici';
import { isPublicAddress, literalAddress } from './addresses.js';
import { dnsResolver } from './dns.js';
import { PreviewRefused } from './refused.js';

/** The outermost edge, where tests put a network of their own. The checks are on this side of it. */
export interface PreviewNetwork {
  /** All addresses of a name. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** Where a connection to a checked address really goes. */
  locate(checked: Place): Place;
}

export interface Place {
  address: string;
  port: number;
}

const CONNECT_TIMEOUT_MS = 2_000;
const ADDRESSES_TRIED_MAX = 4;

export const publicNetwork: PreviewNetwork = { resolve: dnsResolver(), locate: (checked) => checked };

/**
 * A connector that looks a host up, checks what it finds and hands addresses on, never names: between the check and
 * the connection nobody is asked again, so a name that changes its mind gains nothing.
 */
export function guardedConnector(network: PreviewNetwork, signal: AbortSignal): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0 });
  return (options, callback) => {
    connectToOne(connect, options, network, signal).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

type Connected = NonNullable<Parameters<buildConnector.Callback>[1]>;

async function connectToOne(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  network: PreviewNetwork,
  signal: AbortSignal,
): Promise<Connected> {
  const addresses = await checkedAddresses(options.hostname, network, signal);
  const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
  let failure: unknown = new PreviewRefused('no address');
  for (const address of addresses) {
    signal.throwIfAborted();
    const place = network.locate({ address, port });
    try {
      return await attempt(connect, { ...options, hostname: place.address, port: String(place.port) }, signal);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** One forbidden address among them makes the name forbidden: no honest name mixes them. */
async function checkedAddresses(hostname: string, network: PreviewNetwork, signal: AbortSignal): Promise<string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await inTime(network.resolve(hostname, signal), signal) : [literal];
  if (!addresses.every(isPublicAddress)) throw new PreviewRefused('not a public address');
  return addresses.slice(0, ADDRESSES_TRIED_MAX);
}

function attempt(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  signal: AbortSignal,
): Promise<Connected> {
  const connecting = new Promise<Connected>((resolve, reject) => {
    connect(options, (error, socket) => {
      if (error) reject(error);
      else if (signal.aborted) socket?.destroy();
      else resolve(socket as Connected);
    });
  });
  return inTime(connecting, signal);
}

/** What is waited for, or the end of the time there was, whichever comes first. */
function inTime<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
