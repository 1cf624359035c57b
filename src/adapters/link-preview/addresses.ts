/** Which addresses belong to the public internet. Everything that is not known to be public is not. */
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is given out to the public; what lies outside is special in some way or not in use. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but answered by a cloud platform to the machines it runs: it hands out their secrets. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/**
 * Private networks, this machine, link-local (metadata of clouds), shared, reserved, multicast and tunnelled addresses
 * are refused; one that carries an IPv4 address inside (::ffff:127.0.0.1) counts as that one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return !PLATFORM_ADDRESSES.has(parsed.toString());
}

/** The address that a URL's host is, or null when it is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}
