/** The route table: maps the hash of the address to a view. Pure. */
import { decoded } from './decode-part.js';

/** Discover (`#/d…`), and the directory of open rooms (`#/rooms…`). */
export type DiscoverRoute =
  | { view: 'home'; category: string | null }
  | { view: 'topic'; tag: string }
  | { view: 'entry'; id: number }
  | { view: 'mine' }
  | { view: 'rooms'; words: string };

export type Route =
  | { view: 'room'; slug: string }
  | { view: 'message'; slug: string; id: string }
  | { view: 'invite'; code: string }
  | DiscoverRoute;

type RouteOf<V extends Route['view']> = Extract<Route, { view: V }>;

interface RouteDefinition<R extends Route> {
  pattern: RegExp;
  /** Reads the decoded capture of the pattern; null passes the hash on to the next route. */
  read: (value: string) => R | null;
  write: (route: R) => string;
}

export const discoverHome: DiscoverRoute = { view: 'home', category: null };

/** Tried in this order. An unknown path below `#/d` is the home of Discover. */
const routes: { [V in Route['view']]: RouteDefinition<RouteOf<V>> } = {
  room: {
    pattern: /^#\/r\/([A-Za-z0-9-]{1,64})$/,
    read: (slug) => ({ view: 'room', slug: slug.toLowerCase() }),
    write: ({ slug }) => `#/r/${slug}`,
  },
  message: {
    pattern: /^#\/r\/([A-Za-z0-9-]{1,64}\/m\/[0-9a-f-]{36})$/,
    read: (value) => {
      const [slug = '', , id = ''] = value.split('/');
      return { view: 'message', slug: slug.toLowerCase(), id };
    },
    write: ({ slug, id }) => `#/r/${slug}/m/${id}`,
  },
  invite: {
    pattern: /^#\/i\/([\w-]{1,64})$/,
    read: (code) => ({ view: 'invite', code }),
    write: ({ code }) => `#/i/${code}`,
  },
  rooms: {
    pattern: /^#\/rooms(?:\/([^/]*).*)?$/,
    read: (words) => ({ view: 'rooms', words }),
    write: ({ words }) => (words === '' ? '#/rooms' : `#/rooms/${encodeURIComponent(words)}`),
  },
  mine: {
    pattern: /^#\/d\/mine(?:\/.*)?$/,
    read: () => ({ view: 'mine' }),
    write: () => '#/d/mine',
  },
  topic: {
    pattern: /^#\/d\/t\/(.+)$/,
    read: (tag) => ({ view: 'topic', tag }),
    write: ({ tag }) => `#/d/t/${encodeURIComponent(tag)}`,
  },
  entry: {
    pattern: /^#\/d\/e\/(.+)$/,
    read: (id) => (/^[1-9]\d{0,15}$/.test(id) ? { view: 'entry', id: Number(id) } : null),
    write: ({ id }) => `#/d/e/${id}`,
  },
  home: {
    pattern: /^#\/d(?:\/(?:c\/(.+)|.*))?$/,
    read: (category) => ({ view: 'home', category: category === '' ? null : category }),
    write: ({ category }) => (category === null ? '#/d' : `#/d/c/${encodeURIComponent(category)}`),
  },
};

/** Null for the list of rooms, and for an unknown address. */
export function routeOfHash(hash: string): Route | null {
  for (const { pattern, read } of Object.values(routes)) {
    const match = pattern.exec(hash);
    const route = match && read(decoded(match[1] ?? ''));
    if (route) return route;
  }
  return null;
}

export const hashOfRoute = (route: Route): string => (routes[route.view] as RouteDefinition<Route>).write(route);

/** The permanent link to a message: it opens the room at that row. */
export const hashOfMessage = (slug: string, id: string): string => hashOfRoute({ view: 'message', slug, id });

export const hashOfRoom = (slug: string): string => hashOfRoute({ view: 'room', slug });

/** The room, message or invite of an address that a person typed or pasted, complete or in part; null for any other text. */
export function routeOfAddress(typed: string): RouteOf<'room' | 'invite' | 'message'> | null {
  const linked = routeOfHash(/#\/r\/.*\/m\/.*$/.exec(typed.trim())?.[0] ?? '');
  if (linked?.view === 'message') return linked;
  const code = /\/i\/([\w-]{1,64})\/?$/.exec(typed.trim())?.[1];
  if (code) return { view: 'invite', code };
  const slug = typed.trim().split('/').at(-1)?.toLowerCase() ?? '';
  return isSlug(slug) ? { view: 'room', slug } : null;
}

export const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
