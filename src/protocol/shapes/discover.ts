import Joi from 'joi';
import { entryStatuses } from '#src/domain/dictionary/dictionary.js';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';
import { blockShape } from './article.js';
import { personShape } from './person.js';

const link = () => Joi.string().uri().required().allow(null).description('For an hour; null when the file is removed.');
const count = () => integer().min(0).required();
const tag = () => Joi.string().required().description('Lower case, without `#`.').example('kahve');

export const categoryShape = object({
  slug: Joi.string().required().example('yemek'),
  name: Joi.string().required().example('Yemek'),
}).meta({ shape: 'Category' });

export const topicShape = object({
  tag: tag(),
  title: Joi.string().required(),
  category: Joi.string().required().allow(null),
  entry_count: count(),
  share: Joi.number()
    .min(0)
    .required()
    .description('Percent of the published entries in the filter, two decimals; 0 in the detail of a topic.'),
  rank: integer().min(1).required().allow(null).description('Place in the list; null in the detail of a topic.'),
  status: Joi.string().required(),
}).meta({ shape: 'DiscoverTopic' });

export const suggestedTopicShape = object({
  tag: tag(),
  title: Joi.string().required(),
  entry_count: count(),
}).meta({ shape: 'SuggestedTopic' });

const entryMediaShape = object({
  type: oneOf('photo').required(),
  url: link(),
  thumb_url: link(),
  width: integer().required(),
  height: integer().required(),
});

/** Unpublished entries have only a name and a status. */
export const entryShape = object({
  id: integer().min(1).required(),
  tag: tag(),
  status: oneOf(...entryStatuses).required(),
  title: Joi.string().required(),
  review_note: Joi.string().required().allow('', null).description('Of the moderator, on a rejected one.'),
  published_at: integer().required().allow(null).description('Milliseconds since epoch.'),
  excerpt: Joi.string().allow(''),
  blocks: list(blockShape).allow(null).description('The article as it was written; null when the message is deleted.'),
  media: list(entryMediaShape).description('The pictures in it.'),
  reshare_count: integer().min(0).description('Forwards of the article and cards of the entry, in all rooms.'),
  reactions: Joi.object().pattern(Joi.string(), integer()).example({ '👍': 3 }),
  author: personShape.allow(null).description('The account as it is now; null once it is deleted.'),
  discussion: object({ available: flag().required() }).description(
    'Whether the discussed message still exists. The discussion itself tells whether the caller may read it.',
  ),
  stats_visible: flag().description('The reader is the author, or the group is open.'),
}).meta({ shape: 'Entry' });

export const submittedShape = object({
  entry_id: integer().min(1).required(),
  status: oneOf(...entryStatuses).required(),
  topic: object({ tag: tag(), title: Joi.string().required(), status: Joi.string().required() })
    .required()
    .allow(null)
    .description('With the status `pending`: the topic was proposed with the article.'),
  message: Joi.string().required().allow('', null).description('The message of the dictionary, for people.'),
}).meta({ shape: 'Share' });
