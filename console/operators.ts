/** Operator routes for categories, topics and bans. */
import type Router from '@koa/router';
import { banAuthor, banOf, listBanned, unbanAuthor } from './authors.js';
import { addCategory, editCategory, listCategories, orderCategories } from './categories.js';
import { entryAt, numberAt } from './contract.js';
import type { DictionaryStore } from './dictionary-store.js';
import { decideEntry, entriesInState } from './entries.js';
import type { OperatorAnswer } from './operator-api.js';
import { presentAuthor, presentCategory, presentQueued, presentTopic } from './present.js';
import { ConsoleRefusal } from './refusals.js';
import {
  accountOf,
  banBody,
  bodyOf,
  categoryBody,
  categoryChange,
  entryDecision,
  entryStatusOf,
  limitOf,
  orderBody,
  PAGE_MAX,
  pageOf,
  readTag,
  topicBody,
  topicChange,
  topicDecision,
  topicStatusOf,
} from './request-parsing.js';
import { decideTopic, editTopic, listTopics, openTopic, topicWith } from './topics.js';

const BANNED_MAX = 1_000;

export function operatorRoutes(router: Router, dictionary: DictionaryStore): void {
  categoryRoutes(router, dictionary);
  topicRoutes(router, dictionary);
  queueRoutes(router, dictionary);
  authorRoutes(router, dictionary);
}

function categoryRoutes(router: Router, dictionary: DictionaryStore): void {
  router.get('/categories', async (ctx) => {
    ctx.body = {
      categories: (await listCategories(dictionary)).map(presentCategory),
    } satisfies OperatorAnswer<'GET /categories'>;
  });
  router.post('/categories', async (ctx) => {
    const category = await addCategory(dictionary, bodyOf(categoryBody, ctx.request.body));
    ctx.status = 201;
    ctx.body = { category: presentCategory(category) } satisfies OperatorAnswer<'POST /categories'>;
  });
  router.put('/categories', async (ctx) => {
    const { slugs } = bodyOf(orderBody, ctx.request.body);
    ctx.body = {
      categories: (await orderCategories(dictionary, slugs)).map(presentCategory),
    } satisfies OperatorAnswer<'PUT /categories'>;
  });
  router.patch('/categories/:slug', async (ctx) => {
    const change = bodyOf(categoryChange, ctx.request.body);
    ctx.body = {
      category: presentCategory(await editCategory(dictionary, ctx.params.slug ?? '', change)),
    } satisfies OperatorAnswer<'PATCH /categories/{slug}'>;
  });
}

function topicRoutes(router: Router, dictionary: DictionaryStore): void {
  router.get('/topics', async (ctx) => {
    const { topics, total } = await listTopics(dictionary, { status: topicStatusOf(ctx.query), ...pageOf(ctx.query) });
    ctx.body = { topics: topics.map(presentTopic), total } satisfies OperatorAnswer<'GET /topics'>;
  });
  router.post('/topics', async (ctx) => {
    const topic = await openTopic(dictionary, bodyOf(topicBody, ctx.request.body));
    ctx.status = 201;
    ctx.body = { topic: presentTopic(topic) } satisfies OperatorAnswer<'POST /topics'>;
  });
  router.patch('/topics/:tag', async (ctx) => {
    const change = bodyOf(topicChange, ctx.request.body);
    ctx.body = {
      topic: presentTopic(await editTopic(dictionary, tagIn(ctx.params), change)),
    } satisfies OperatorAnswer<'PATCH /topics/{tag}'>;
  });
  router.post('/topics/:tag/decision', async (ctx) => {
    const { decision } = bodyOf(topicDecision, ctx.request.body);
    ctx.body = {
      topic: presentTopic(await decideTopic(dictionary, tagIn(ctx.params), decision)),
    } satisfies OperatorAnswer<'POST /topics/{tag}/decision'>;
  });
}

function tagIn({ tag = '' }: Record<string, string>): string {
  const read = readTag(tag);
  if (read === null) throw new ConsoleRefusal('not_found');
  return read;
}

function queueRoutes(router: Router, dictionary: DictionaryStore): void {
  router.get('/entries', async (ctx) => {
    const { entries, total, hasMore } = await entriesInState(dictionary, entryStatusOf(ctx.query), pageOf(ctx.query));
    ctx.body = {
      entries: entries.map(presentQueued),
      total,
      has_more: hasMore,
    } satisfies OperatorAnswer<'GET /entries'>;
  });
  router.get('/entries/:id', async (ctx) => {
    const entry = await entryAt(dictionary, ctx);
    const [topic, ban] = await Promise.all([
      topicWith(dictionary, entry.tag),
      entry.author === undefined ? null : banOf(dictionary, entry.author),
    ]);
    ctx.body = {
      entry: presentQueued(entry),
      topic: topic && presentTopic(topic),
      author: entry.author === undefined ? null : presentAuthor(entry.author, ban),
    } satisfies OperatorAnswer<'GET /entries/{id}'>;
  });
  router.post('/entries/:id/decision', async (ctx) => {
    const decision = bodyOf(entryDecision, ctx.request.body);
    ctx.body = {
      entry: presentQueued(await decideEntry(dictionary, numberAt(ctx), decision)),
    } satisfies OperatorAnswer<'POST /entries/{id}/decision'>;
  });
}

function authorRoutes(router: Router, dictionary: DictionaryStore): void {
  router.get('/authors', async (ctx) => {
    const banned = await listBanned(dictionary, limitOf(ctx.query, PAGE_MAX, BANNED_MAX));
    ctx.body = { authors: banned.map((ban) => presentAuthor(ban._id, ban)) } satisfies OperatorAnswer<'GET /authors'>;
  });
  router.put('/authors/:account/ban', async (ctx) => {
    const account = accountOf(ctx.params.account ?? '');
    const { reason } = bodyOf(banBody, ctx.request.body);
    ctx.body = {
      author: presentAuthor(account, await banAuthor(dictionary, account, reason)),
    } satisfies OperatorAnswer<'PUT /authors/{account}/ban'>;
  });
  router.delete('/authors/:account/ban', async (ctx) => {
    await unbanAuthor(dictionary, accountOf(ctx.params.account ?? ''));
    ctx.status = 204;
  });
}
