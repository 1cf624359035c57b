/**
 * What an address leads to in place of a room: Discover (`#/d`, `#/d/c/<category>`, `#/d/t/<tag>`, `#/d/e/<id>`,
 * `#/d/mine`), or the open rooms (`#/rooms`, `#/rooms/<words>`). Pure.
 */
export type DiscoverRoute =
  | { view: 'home'; category: string | null }
  | { view: 'topic'; tag: string }
  | { view: 'entry'; id: number }
  | { view: 'mine' }
  | { view: 'rooms'; words: string };

export const home: DiscoverRoute = { view: 'home', category: null };

export function discoverOfHash(hash: string): DiscoverRoute | null {
  const [root, part, ...rest] = hash.replace(/^#\//, '').split('/');
  if (hash.startsWith('#/') && root === 'rooms') return { view: 'rooms', words: decoded(part ?? '') };
  if (!hash.startsWith('#/') || root !== 'd') return null;
  const value = decoded(rest.join('/'));
  if (part === 'mine') return { view: 'mine' };
  if (part === 't' && value) return { view: 'topic', tag: value };
  if (part === 'e' && /^[1-9]\d{0,15}$/.test(value)) return { view: 'entry', id: Number(value) };
  return { view: 'home', category: part === 'c' && value ? value : null };
}

export function hashOfDiscover(route: DiscoverRoute): string {
  switch (route.view) {
    case 'home':
      return route.category === null ? '#/d' : `#/d/c/${encodeURIComponent(route.category)}`;
    case 'topic':
      return `#/d/t/${encodeURIComponent(route.tag)}`;
    case 'entry':
      return `#/d/e/${route.id}`;
    case 'mine':
      return '#/d/mine';
    case 'rooms':
      return route.words === '' ? '#/rooms' : `#/rooms/${encodeURIComponent(route.words)}`;
  }
}

/** An address typed by hand may hold a lone `%`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
