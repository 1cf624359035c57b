/** Discover: categories, topics and articles of the dictionary, and sharing own articles. */
import Joi from 'joi';
import { type EntrySort, entrySorts } from '#src/domain/dictionary/dictionary.js';
import type { ErrorCode } from '#src/errors.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, pageSize, pageStart } from '../schema/kinds.js';
import { categoryShape, entryShape, submittedShape, suggestedTopicShape, topicShape } from '../shapes/discover.js';
import { messageShape } from '../shapes/message.js';

const WORDS_MAX = 120;

/** A repeated value counts as missing. A value that is longer than any name is cut, and then matches none. */
const words = () =>
  Joi.string()
    .trim()
    .allow('')
    .default('')
    .failover(() => '')
    .custom((value: string) => value.slice(0, WORDS_MAX));

export interface PageOfQuery {
  limit: number;
  offset: number;
}

export interface TopicsQuery extends PageOfQuery {
  category: string;
}

export interface EntriesQuery extends PageOfQuery {
  sort: EntrySort;
}

const topicsQuery = object<TopicsQuery>({
  category: words().description('Its slug; without one, topics of all categories.').example('yemek'),
  limit: pageSize(30, 100),
  offset: pageStart(),
});
const suggestQuery = object<{ q: string }>({
  q: words().description('How the tag or a word of the title begins; empty: the most popular.').example('kah'),
});
const entriesQuery = object<EntriesQuery>({
  sort: Joi.string()
    .valid(...entrySorts)
    .default('new')
    .failover('new')
    .description('`new`, `old` or `top`; anything else means `new`.'),
  limit: pageSize(20, 50),
  offset: pageStart(),
});
const talkQuery = object<{ limit: number }>({ limit: pageSize(100, 200) });
const ownQuery = object<PageOfQuery>({ limit: pageSize(30, 100), offset: pageStart() });

const tag = 'Discover';
const fromDictionary: ErrorCode[] = ['not_found', 'sozluk_unavailable'];
const path = '/api/discover';

const read = <Query = undefined>(
  id: string,
  below: string,
  summary: string,
  rest: Pick<Parameters<typeof endpoint<'bearer', undefined, Query>>[0], 'query' | 'answers' | 'description'>,
  refusals: ErrorCode[] = [],
) =>
  endpoint<'bearer', undefined, Query>({
    id,
    method: 'get',
    path: `${path}${below}`,
    tag,
    summary,
    access: 'bearer',
    ...rest,
    refusals: [...fromDictionary, ...refusals],
  });

const answer = (description: string, keys: Joi.PartialSchemaMap) => ({ 200: { description, shape: object(keys) } });

export const discoverEndpoints = {
  listCategories: read('listCategories', '/categories', 'Categories, in the order of the console', {
    description: 'Topics belong to one of them; `category` of the list of topics takes its slug.',
    answers: answer('Without those that were archived.', { categories: list(categoryShape).required() }),
  }),
  listTopics: read<TopicsQuery>('discoverTopics', '/topics', 'Topics, those with the most entries first', {
    description: 'Of the language of the session, and of every language; a session without one sees all.',
    query: topicsQuery,
    answers: answer('A page of them.', {
      topics: list(topicShape).required(),
      total: integer().required(),
      has_more: flag().required(),
    }),
  }),
  suggestTopics: read<{ q: string }>('suggestTopics', '/topics/suggest', 'Up to five topics that begin so', {
    description: 'By the tag or a word of the title. Without letters the five with the most entries.',
    query: suggestQuery,
    answers: answer('Those with the most entries first.', { topics: list(suggestedTopicShape).required() }),
  }),
  viewTopic: read('viewTopic', '/topics/{tag}', 'One topic in any language', {
    description: 'Its share is 0 and its rank null: they belong to a list.',
    answers: answer('The topic.', { topic: topicShape.required() }),
  }),
  listEntries: read<EntriesQuery>('listEntries', '/topics/{tag}/entries', 'Published articles of a topic', {
    description: 'In the order of `sort`: the newest first unless something else is asked.',
    query: entriesQuery,
    answers: answer('A page of them.', { entries: list(entryShape).required(), has_more: flag().required() }),
  }),
  viewEntryDetail: read('viewEntryDetail', '/entries/{id}', 'A published article', {
    description: 'With its blocks, pictures and reactions. `author` is null where the account was deleted.',
    answers: answer('The article.', { entry: entryShape.required() }),
  }),
  listEntryDiscussion: read<{ limit: number }>(
    'listEntryDiscussion',
    '/entries/{id}/discussion',
    'List the comments below an article, oldest first',
    {
      description:
        'In an open group anybody may read it, in a closed one its members. A direct chat is `room_not_found` to others.',
      query: talkQuery,
      answers: answer('The article in its room, and the replies.', {
        room: object({
          slug: Joi.string().required(),
          name: Joi.string().required(),
          visibility: Joi.string().valid('open', 'closed').required(),
        }).required(),
        is_member: flag().required(),
        root: messageShape.required(),
        messages: list(messageShape).required(),
      }),
    },
    ['not_member', 'room_not_found'],
  ),
  listOwnEntries: read<PageOfQuery>(
    'listOwnEntries',
    '/me/entries',
    'List the articles that the caller has submitted',
    {
      description:
        'Those that moderators have not decided about and rejected ones are among them, without their blocks.',
      query: ownQuery,
      answers: answer('In every state, newest first.', {
        entries: list(entryShape).required(),
        total: integer().required(),
      }),
    },
  ),
};

export const shareEndpoints = {
  shareArticle: endpoint({
    id: 'shareArticle',
    method: 'post',
    path: '/api/rooms/{slug}/messages/{id}/share',
    tag: 'Messages',
    summary: 'Submit an own article to the dictionary',
    description: 'It waits for a moderator. Its topic is its own tag, else the first hashtag of the message.',
    access: 'username',
    answers: {
      201: { description: 'Queued, not published yet.', shape: object({ share: submittedShape.required() }) },
    },
    refusals: [
      'not_found',
      'room_not_found',
      'not_member',
      'not_an_article',
      'not_author',
      'not_available_in_organization',
      'sozluk_tag_required',
      'sozluk_author_banned',
      'sozluk_already_shared',
      'sozluk_topic_not_found',
      'sozluk_unavailable',
    ],
  }),
};
