/** The routes that the service calls on a dictionary console. */
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Catalogue } from './catalogue.js';
import { listCategories } from './categories.js';
import type { DictionaryStore } from './dictionary-store.js';
import type { Entry } from './documents.js';
import { type EntryDraft, entriesOfAuthor, entriesOfTopic, entryWith, noteReactions, submitEntry } from './entries.js';
import { presentCategory, presentEntry, presentPage, presentTopic } from './present.js';
import { ConsoleRefusal } from './refusals.js';
import {
  bodyOf,
  type EntryBody,
  entryBody,
  entryNumber,
  filterOf,
  limitOf,
  pageOf,
  reactionsBody,
  readTag,
  searchedOf,
  sortOf,
} from './request-parsing.js';
import { topicWith } from './topics.js';

const SUGGESTIONS = 5;
const SUGGESTIONS_MAX = 20;

interface Parts {
  dictionary: DictionaryStore;
  catalogue: Catalogue;
}

export function contractRoutes(router: Router, { dictionary, catalogue }: Parts): void {
  router.get('/categories', async (ctx) => {
    ctx.body = { categories: (await listCategories(dictionary)).map(presentCategory) };
  });
  router.get('/topics', async (ctx) => {
    const { limit, offset } = pageOf(ctx.query);
    const { topics, total, entriesTotal } = await catalogue.page(filterOf(ctx.query), limit, offset);
    ctx.body = { topics: topics.map(presentTopic), total, entries_total: entriesTotal };
  });
  router.get('/topics/suggest', async (ctx) => {
    const { language } = filterOf(ctx.query);
    const found = await catalogue.suggest(
      searchedOf(ctx.query),
      language,
      limitOf(ctx.query, SUGGESTIONS, SUGGESTIONS_MAX),
    );
    ctx.body = { topics: found.map(presentTopic) };
  });
  router.get('/topics/:tag', async (ctx) => {
    const tag = readTag(ctx.params.tag ?? '');
    const topic = tag === null ? null : await topicWith(dictionary, tag);
    if (topic?.status !== 'published') throw new ConsoleRefusal('not_found');
    ctx.body = { topic: presentTopic(topic) };
  });
  router.get('/topics/:tag/entries', async (ctx) => {
    const tag = readTag(ctx.params.tag ?? '');
    if (tag === null) throw new ConsoleRefusal('not_found');
    ctx.body = presentPage(await entriesOfTopic(dictionary, tag, sortOf(ctx.query), pageOf(ctx.query)));
  });
  entryRoutes(router, dictionary);
}

function entryRoutes(router: Router, dictionary: DictionaryStore): void {
  router.get('/entries', async (ctx) => {
    const author = [ctx.query.author_id].flat()[0];
    if (!author) throw new ConsoleRefusal('invalid_request', { message: 'author_id is missing.' });
    ctx.body = presentPage(await entriesOfAuthor(dictionary, author.toLowerCase(), pageOf(ctx.query)));
  });
  router.post('/entries', async (ctx) => {
    const { entry, topic } = await submitEntry(dictionary, draftOf(bodyOf(entryBody, ctx.request.body)));
    ctx.status = 201;
    ctx.body = {
      entry: { id: entry.number, status: entry.status },
      topic: { tag: topic._id, title: topic.title, status: topic.status },
      message: topic.status === 'pending' ? 'In review, and its topic with it.' : 'In review.',
    };
  });
  router.get('/entries/:id', async (ctx) => {
    ctx.body = { entry: presentEntry(await entryAt(dictionary, ctx)) };
  });
  router.put('/entries/:id/reactions', async (ctx) => {
    const { total } = bodyOf(reactionsBody, ctx.request.body);
    ctx.body = { entry: presentEntry(await noteReactions(dictionary, numberAt(ctx), total)) };
  });
}

function draftOf({ author_id, room_id, room_slug, message_id, tag: typed, title, excerpt }: EntryBody): EntryDraft {
  const tag = readTag(typed);
  if (tag === null) throw new ConsoleRefusal('topic_not_found');
  return { author: author_id, room: room_id, roomSlug: room_slug, message: message_id, tag, title, excerpt };
}

/** Returns the entry in any state, with its state; the service decides who may see an unpublished one. */
export async function entryAt(dictionary: DictionaryStore, ctx: RouterContext): Promise<Entry> {
  const entry = await entryWith(dictionary, numberAt(ctx));
  if (!entry) throw new ConsoleRefusal('not_found');
  return entry;
}

export function numberAt(ctx: RouterContext): number {
  const number = entryNumber(ctx.params.id ?? '');
  if (number === null) throw new ConsoleRefusal('not_found');
  return number;
}
