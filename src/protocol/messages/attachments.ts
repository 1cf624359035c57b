/** The attachments of messages: shapes and bounds. */
import type { ObjectSchema } from 'joi';
import Joi from 'joi';
import { INSTANT_MAX_MS } from '#src/domain/limits.js';
import { isMedia } from '#src/domain/messages/media.js';
import type { Draft } from '#src/domain/messages/message.js';
import {
  ARTICLE_BLOCKS_MAX,
  ARTICLE_BYTES_MAX,
  ARTICLE_TITLE_MAX,
  type Article,
  PLACE_LABEL_MAX,
  SURVEY_OPTION_MAX,
  SURVEY_OPTIONS_MAX,
  SURVEY_OPTIONS_MIN,
  SURVEY_QUESTION_MAX,
} from '#src/domain/messages/message-kinds.js';
import { isTag } from '#src/domain/messages/message-text.js';
import { RefusalError } from '#src/errors.js';
import { flag, integer, lenientList, list, name, object, text } from '../schema/kinds.js';
import { prune } from '../schema/prune.js';
import { validate } from '../schema/validate.js';
import { fileShapes } from './file-attachments.js';

const TAG_CHARS_MAX = 64;
const KEY_CHARS_MAX = 512;
const SIDE_MAX = 65_535;
const USERNAME_CHARS_MAX = 24;

const typed = (type: string) => Joi.string().valid(type).required();

export const attachmentShapes = {
  location: object({
    type: typed('location'),
    latitude: Joi.number().strict().min(-90).max(90).required(),
    longitude: Joi.number().strict().min(-180).max(180).required(),
    label: name().chars(1, PLACE_LABEL_MAX),
  }),
  contact: object({ type: typed('contact'), username: name().chars(1, USERNAME_CHARS_MAX).required() }),
  survey: object({
    type: typed('survey'),
    question: text().trim().chars(1, SURVEY_QUESTION_MAX).required(),
    // Strict, each would be taken as it is typed, with characters that no other text has.
    options: lenientList(text().trim().chars(1, SURVEY_OPTION_MAX))
      .min(SURVEY_OPTIONS_MIN)
      .max(SURVEY_OPTIONS_MAX)
      .unique()
      .required(),
    multiple: flag().default(false),
    closes_at: integer().min(1).max(INSTANT_MAX_MS).description('Milliseconds since epoch: no votes from then on.'),
  }),
  entry: object({ type: typed('entry'), entry_id: integer().min(1).required() }),
  ...fileShapes,
} satisfies Record<string, ObjectSchema>;

type AttachmentKind = keyof typeof attachmentShapes;

/** Any attachment, for the documents; each kind is validated by its own shape. */
export const attachmentSchema = Joi.object()
  .unknown()
  .description(
    'One of `photo`, `video`, `gif`, `sticker`, `document`, `entry`, `location`, `contact`, `survey`, by its `type`.',
  )
  .meta({ documentedAs: Joi.alternatives(...Object.values(attachmentShapes)) })
  .example({ type: 'survey', question: 'Çay mı, kahve mi?', options: ['Çay', 'Kahve'], multiple: false });

/** Every problem is `invalid_attachment`. View-once files have no thumbnail; all other photos and videos have one. */
export function attachmentOf(
  value: object,
  isViewOnce = false,
): Pick<Draft, 'viewOnce'> & { kind: AttachmentKind; attachment: Record<string, unknown> } {
  const { type } = value as { type?: unknown };
  const kind = typeof type === 'string' && Object.hasOwn(attachmentShapes, type) ? (type as AttachmentKind) : null;
  if (!kind) throw new RefusalError('invalid_attachment');
  const shape: ObjectSchema = attachmentShapes[kind];
  const { value: attachment, error } = shape.validate(prune(shape, value), { stripUnknown: true });
  if (error)
    throw new RefusalError('invalid_attachment', { message: `The attachment does not fit: ${error.message}.` });
  if (isViewOnce ? !mayBeViewOnce(kind, attachment) : isMedia(kind) && attachment.thumb_key === undefined) {
    throw new RefusalError('invalid_attachment');
  }
  return isViewOnce ? { kind, attachment, viewOnce: true } : { kind, attachment };
}

const mayBeViewOnce = (kind: AttachmentKind, { thumb_key }: { thumb_key?: string }): boolean =>
  (kind === 'photo' || kind === 'video') && thumb_key === undefined;

const words = () => text().trim().min(1).required();
/** Validates words without joi's check of each element, which takes a microsecond: an article may have 16,000 words. */
const wordList = () =>
  list(Joi.any().meta({ documentedAs: Joi.string() })).custom((items: unknown[], helpers) =>
    items.every(isWords) ? items : helpers.error('any.invalid'),
  );
const isWords = (item: unknown): boolean => typeof item === 'string' && item !== '' && item.trim() === item;

const textBlock = (...types: string[]) =>
  object({
    type: Joi.string()
      .valid(...types)
      .required(),
    text: words(),
  });

const block = Joi.alternatives().try(
  textBlock('paragraph', 'heading', 'quote', 'code'),
  object({ type: typed('list'), items: wordList().min(1).max(ARTICLE_BLOCKS_MAX).required() }),
  object({
    type: typed('image'),
    key: text().chars(1, KEY_CHARS_MAX).required(),
    width: integer().min(1).max(SIDE_MAX).required(),
    height: integer().min(1).max(SIDE_MAX).required(),
  }),
);

const articleKeys = object({
  title: name().chars(1, ARTICLE_TITLE_MAX).required(),
  tag: text().trim().chars(1, TAG_CHARS_MAX).allow(null),
  blocks: list(block).min(1).max(ARTICLE_BLOCKS_MAX).required(),
});

const articleShape = object<{ article: Article }>({ article: articleKeys.required() });

export const articleSchema = Joi.object()
  .unknown()
  .description(`\`{title, tag?, blocks}\`: 1-${ARTICLE_BLOCKS_MAX} blocks, ${ARTICLE_BYTES_MAX} bytes together.`)
  .meta({ documentedAs: articleKeys })
  .example({ title: 'Kahvenin tarihi', tag: 'kahve', blocks: [{ type: 'paragraph', text: 'Yemen’de başladı.' }] });

/** Every problem is `validation_failed`, with the field. The tag is stored without its `#`. */
export function articleOf(value: object): Record<string, unknown> {
  const { article } = validate(articleShape, { article: value }, 'validation_failed');
  const { title, tag, blocks } = article;
  if (Buffer.byteLength(JSON.stringify(blocks)) > ARTICLE_BYTES_MAX) {
    throw unfit('article.blocks', `must have at most ${ARTICLE_BYTES_MAX} bytes together`);
  }
  if (!tag) return { title, blocks };
  const plain = tag.replace(/^#/, '');
  if (!isTag(plain)) throw unfit('article.tag', 'takes letters, digits and _');
  return { title, tag: plain, blocks };
}

const unfit = (field: string, problem: string) =>
  new RefusalError('validation_failed', { fields: { [field]: [problem] } });
