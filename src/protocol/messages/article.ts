/** The articles of messages: shapes and bounds. */
import Joi from 'joi';
import {
  ARTICLE_BLOCKS_MAX,
  ARTICLE_BYTES_MAX,
  ARTICLE_TITLE_MAX,
  type Article,
} from '#src/domain/messages/message-kinds.js';
import { isTag } from '#src/domain/messages/message-text.js';
import { cleanText } from '#src/domain/text/text.js';
import { RefusalError } from '#src/errors.js';
import { integer, lenientList, list, name, object, oneOf, text } from '../schema/kinds.js';
import { validate } from '../schema/validate.js';

const TAG_CHARS_MAX = 64;
const KEY_CHARS_MAX = 512;
const SIDE_MAX = 65_535;

/** Cleans words without joi's check of each element, which takes a microsecond: an article may have 16,000 words. */
const wordList = () =>
  list(Joi.any().meta({ documentedAs: Joi.string() })).custom((items: unknown[], helpers) => {
    const words = items.map((item) => (typeof item === 'string' ? cleanText(item).trim() : ''));
    return words.includes('') ? helpers.error('any.invalid') : words;
  });

const TEXT_TYPES = ['paragraph', 'heading', 'quote'];

const textBlock = (types: string[], words: Joi.StringSchema) =>
  object({ type: oneOf(...types).required(), text: words.min(1).required() });

const blocks = {
  text: textBlock(TEXT_TYPES, text().trim()),
  // The first line may be indented.
  code: textBlock(['code'], text().replace(/^(?:[^\S\n]*\n)+|\s+$/g, '')),
  list: object({ type: oneOf('list').required(), items: wordList().min(1).max(ARTICLE_BLOCKS_MAX).required() }),
  image: object({
    type: oneOf('image').required(),
    key: text().chars(1, KEY_CHARS_MAX).required(),
    width: integer().min(1).max(SIDE_MAX).required(),
    height: integer().min(1).max(SIDE_MAX).required(),
  }),
};

const otherBlock = object({ type: oneOf(...TEXT_TYPES, 'code', 'list', 'image').required() });

const ofType = (types: string[], then: Joi.Schema) => ({ is: oneOf(...types).required(), then });

/** The problems of a block are those of its own type. */
const block = Joi.alternatives()
  .conditional('.type', {
    switch: [
      ofType(TEXT_TYPES, blocks.text),
      ofType(['code'], blocks.code),
      ofType(['list'], blocks.list),
      { ...ofType(['image'], blocks.image), otherwise: otherBlock },
    ],
  })
  .meta({
    documentedAs: Joi.alternatives(textBlock([...TEXT_TYPES, 'code'], text()), blocks.list, blocks.image),
  });

const articleKeys = object({
  title: name().chars(1, ARTICLE_TITLE_MAX).required(),
  tag: text().trim().chars(1, TAG_CHARS_MAX).allow(null),
  blocks: lenientList(block).min(1).max(ARTICLE_BLOCKS_MAX).required(),
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
