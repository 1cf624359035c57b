import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

/**
 * The network that a limit per address counts. In IPv6 that is the whole /64 of one customer, who could take another
 * address of it for each request.
 */
export function clientNetwork(written: string): string {
  const ip = withoutPort(written);
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${NETWORK_BITS}`);
  return `${network.toString()}/${NETWORK_BITS}`;
}

/** Some proxies write the client's port along: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const withoutPort = (written: string): string =>
  /^([\d.]+):\d+$/.exec(written)?.[1] ?? /^\[([^\]]+)\](:\d+)?$/.exec(written)?.[1] ?? written;
