import type { Context, Middleware, Next } from 'koa';
import type { SlugDoc, VanityLink } from '#src/domain/rooms/vanity.js';
import { foldSlug, isSlug } from '#src/domain/text/slug.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';

const path = /^\/r\/([^/]+)$/;

/** `/r/{handle}`: the short link of a room leads to the room on the page. */
export function vanityLinks(reader: Reader): Middleware {
  return async function followVanityLink(ctx: Context, next: Next) {
    const handle = foldSlug(path.exec(ctx.path)?.[1] ?? '');
    if (!handle || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state.route = '/r/{handle}';
    const slug = await slugBehind(reader, handle);
    if (slug === null) throw new RefusalError('not_found');
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect(`/#/r/${slug}`);
  };
}

/** A room that was deleted a moment ago has a link still, and no slug any more. */
async function slugBehind(reader: Reader, handle: string): Promise<string | null> {
  const link = isSlug(handle) ? await reader.get<VanityLink>('vanity', handle) : null;
  const place = link && (await reader.get<SlugDoc>('slugs', link.slug));
  return place && place.room === link.room ? link.slug : null;
}
