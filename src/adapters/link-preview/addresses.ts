/** Finds public internet addresses. An address that is not known to be public is refused. */
import ipaddr from 'ipaddr.js';

/** The only range of IPv6 that is assigned for public use; other addresses are special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, but a cloud platform answers it to its own machines and returns their secrets. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

/**
 * Refused are private networks, this machine, link-local (cloud metadata), shared, reserved, multicast and tunnelled
 * addresses. An address that contains an IPv4 address (::ffff:127.0.0.1) is checked as that address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST);
  return !PLATFORM_ADDRESSES.has(parsed.toString());
}

/** The address in a URL's host, or null if the host is a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}
