/** Connects to pages: names are resolved, addresses are checked, and only checked addresses are connected to. */
import { buildConnector } from 'undici';
import { isPublicAddress, literalAddress } from './addresses.js';
import { dnsResolver } from './dns.js';
import { PreviewRefused } from './refused.js';

/** The network interface, which tests replace. The address checks are not part of it. */
export interface PreviewNetwork {
  /** All addresses of a name. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>;
  /** The place to connect to for a checked address. */
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
 * A connector that resolves a host, checks the addresses and passes addresses on, never names. No second lookup happens
 * between check and connection, so that DNS rebinding has no effect.
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

/** One forbidden address makes the name forbidden, because no honest name mixes both. */
async function checkedAddresses(hostname: string, network: PreviewNetwork, signal: AbortSignal): Promise<string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await abortable(network.resolve(hostname, signal), signal) : [literal];
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
  return abortable(connecting, signal);
}

/** The result of the promise, or a rejection when the signal aborts first. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
