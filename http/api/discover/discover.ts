import type { Session } from '#actors/user/commands.js';
import type { DictionaryClient } from '#http/discover/dictionary-client.js';
import type { Entries } from '#http/discover/entries.js';
import { ok, type Route, route, type TokenHolder } from '#http/routing/route.js';
import { RefusalError } from '#src/errors.js';
import { discoverEndpoints as endpoints } from '#src/protocol/discover/discover.js';
import { presentSuggestion, presentTopic } from '#src/protocol/present/discover.js';
import type { Reader } from '#src/store/store.js';

export interface DiscoverRoutesDeps {
  ask: DictionaryClient;
  entries: Entries;
  reader: Reader;
}

const SUGGESTIONS = 5;
const TAG_CHARS_MAX = 120;

export function discoverRoutes({ ask, entries, reader }: DiscoverRoutesDeps): Route[] {
  const languageOf = async ({ sessionId }: TokenHolder) => {
    const session = await reader.get<Session>('sessions', sessionId);
    return session?.language ? { lang: session.language } : {};
  };
  return [
    route(endpoints.listCategories, async () => {
      const all = await ask((dictionary) => dictionary.categories());
      return ok({
        categories: all.filter(({ archived }) => !archived).map(({ slug, name }) => ({ slug, name })),
      });
    }),
    route(endpoints.listTopics, async ({ holder, query: { category, limit, offset } }) => {
      const filter = { ...(category && { category }), ...(await languageOf(holder)), limit, offset };
      const { topics, total, entriesTotal } = await ask((dictionary) => dictionary.topics(filter));
      const placed = topics.map((topic, at) => ({ topic, place: { rank: offset + at + 1, entriesTotal } }));
      const shown = placed
        .filter(({ topic }) => isPublished(topic))
        .map(({ topic, place }) => presentTopic(topic, place));
      return ok({ topics: shown, total, has_more: topics.length > 0 && offset + topics.length < total });
    }),
    route(endpoints.suggestTopics, async ({ holder, query }) => {
      const wanted = { q: query.q.replace(/^#/, ''), ...(await languageOf(holder)), limit: SUGGESTIONS };
      const topics = await ask((dictionary) => dictionary.suggest(wanted));
      return ok({ topics: topics.filter(isPublished).map(presentSuggestion) });
    }),
    route(endpoints.viewTopic, async ({ params }) => {
      const topic = await ask(async (dictionary) => within(params.tag, (tag) => dictionary.topic(tag)));
      if (topic?.status !== 'published') throw new RefusalError('not_found');
      return ok({ topic: presentTopic(topic, null) });
    }),
    route(endpoints.listEntries, async ({ holder, params, query }) => {
      const page = await ask(async (dictionary) => within(params.tag, (tag) => dictionary.entries(tag, query)));
      // Of a topic that there is not, there are none.
      const { entries: found, hasMore } = page ?? { entries: [], hasMore: false };
      const shown = await entries.present(holder.accountId, found.filter(isPublished));
      return ok({ entries: shown, has_more: hasMore });
    }),
    route(endpoints.viewEntryDetail, async ({ holder, params }) => {
      const [entry] = await entries.present(holder.accountId, [await entries.published(params.id ?? '')]);
      return ok({ entry: entry as object });
    }),
    route(endpoints.listOwnEntries, async ({ holder: { accountId }, query }) => {
      const page = await ask((dictionary) => dictionary.entriesBy(accountId, query));
      return ok({ entries: await entries.present(accountId, page.entries), total: page.total });
    }),
  ];
}

/** Entries that no moderator has approved are not shown, whichever list of the dictionary they come from. */
const isPublished = ({ status }: { status: string }): boolean => status === 'published';

/** A text that cannot be a tag, or that could change the request path, names no topic. */
async function within<T>(tag = '', find: (tag: string) => Promise<T>): Promise<T | null> {
  const plain = tag.trim().replace(/^#+/, '').normalize('NFC').toLowerCase();
  const isTag = plain !== '' && plain.length <= TAG_CHARS_MAX && !/^\.+$/.test(plain);
  return isTag ? find(plain) : null;
}
