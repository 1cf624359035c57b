/** Checks the address of a page before its name is resolved. */
import { readLink } from '#src/domain/messages/link-preview.js';
import { isPublicAddress, literalAddress } from './addresses.js';
import { PreviewRefused } from './refused.js';

/** Encoding makes a typed address longer; a longer one than this is no address of a page. */
const HREF_MAX = 6_144;
const PORTS = new Set(['', '80', '443']);
/** Names without a public server by convention (RFC 6761, 6762, 7686, 8375, and ICANN's `internal`). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** Throws if the link, or the target of a redirect, must not be connected to. */
export function pageTarget(link: string, base?: URL): URL {
  const text = URL.canParse(link, base?.href) ? new URL(link, base).href : '';
  const url = readLink(text);
  if (!url || text.length > HREF_MAX) throw new PreviewRefused('no http or https address');
  if (!PORTS.has(url.port)) throw new PreviewRefused('another port than 80 and 443');
  // A user name in an address fakes another host, or logs in to one.
  if (url.username || url.password) throw new PreviewRefused('a user in the address');
  if (!mayBePublic(url.hostname)) throw new PreviewRefused('not a public host');
  url.hash = '';
  return url;
}

/** Checks a literal address itself and a name by its ending. The addresses of a name are checked when connecting. */
export function mayBePublic(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPublicAddress(literal);
  const name = hostname.replace(/\.$/, '');
  if (!/^[^.]+(\.[^.]+)+$/.test(name)) return false;
  return !LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
}
