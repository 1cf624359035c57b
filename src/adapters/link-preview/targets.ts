/** Which addresses of pages may be asked at all, before any name is looked up. */
import { readLink } from '#src/domain/messages/link-preview.js';
import { isPublicAddress, literalAddress } from './addresses.js';
import { PreviewRefused } from './refused.js';

/** A typed address grows when its letters are encoded; what is longer than this is no address of a page. */
const HREF_MAX = 6_144;
const PORTS = new Set(['', '80', '443']);
/** Names that by agreement lead to no public server (RFC 6761, 6762, 7686, 8375, and ICANN's `internal`). */
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

/** Throws when the link, or the place a redirect leads to, must not be connected to. */
export function pageTarget(link: string, base?: URL): URL {
  const text = URL.canParse(link, base?.href) ? new URL(link, base).href : '';
  const url = readLink(text);
  if (!url || text.length > HREF_MAX) throw new PreviewRefused('no http or https address');
  if (!PORTS.has(url.port)) throw new PreviewRefused('another port than 80 and 443');
  // What stands before the @ makes people believe they see another host, or logs somebody in.
  if (url.username || url.password) throw new PreviewRefused('a user in the address');
  if (!mayBePublic(url.hostname)) throw new PreviewRefused('not a public host');
  url.hash = '';
  return url;
}

/** Literal addresses are judged by themselves, names by how they end; their addresses are checked when connecting. */
function mayBePublic(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== null) return isPublicAddress(literal);
  const name = hostname.replace(/\.$/, '');
  if (!/^[^.]+(\.[^.]+)+$/.test(name)) return false;
  return !LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
}
