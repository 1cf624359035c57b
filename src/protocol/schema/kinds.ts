/** The kinds of wire values, as joi schemas. JSON types are not converted: a string is never read as a number. */
import Joi from 'joi';
import { PAGE_DEFAULT, PAGE_MAX } from '#src/domain/limits.js';
import { characterCount, cleanName, cleanText } from '#src/domain/text/text.js';
import { lengthMaxOf } from './schema-parts.js';

interface TextSchema extends Joi.StringSchema {
  /** Bounds in characters. joi counts UTF-16 units, of which an emoji has two. */
  chars(min: number, max: number): this;
  /** Bound in bytes of UTF-8. */
  utf8(max: number): this;
  /** One line: composed, trimmed, without invisible characters. */
  name(): this;
}

interface Extended extends Omit<Joi.Root, 'string'> {
  string(): TextSchema;
}

const texts = (joi: Joi.Root) => ({
  type: 'string',
  base: joi.string(),
  messages: {
    'string.chars': '{{#label}} must have {{#min}} to {{#max}} characters',
    'string.utf8': '{{#label}} must have at most {{#max}} bytes of UTF-8',
  },
  coerce: {
    from: 'string',
    method: (value: string, { schema }: Joi.CustomHelpers) => ({
      value: schema.$_getFlag('name') ? cleanName(value) : cleanText(value),
    }),
  },
  rules: {
    name: {
      method(this: Joi.Schema) {
        return this.$_setFlag('name', true);
      },
    },
    chars: {
      method(this: Joi.Schema, min: number, max: number) {
        return this.$_addRule({ name: 'chars', args: { min, max } });
      },
      args: ['min', 'max'],
      validate(value: string, helpers: Joi.CustomHelpers, { min, max }: { min: number; max: number }) {
        const count = characterCount(value);
        return count >= min && count <= max ? value : helpers.error('string.chars', { min, max });
      },
      jsonSchema: (rule: { args: { min: number; max: number } }, res: object) => ({
        ...res,
        minLength: rule.args.min,
        maxLength: rule.args.max,
      }),
    },
    utf8: {
      method(this: Joi.Schema, max: number) {
        return this.$_addRule({ name: 'utf8', args: { max } });
      },
      args: ['max'],
      validate: (value: string, helpers: Joi.CustomHelpers, { max }: { max: number }) =>
        Buffer.byteLength(value) <= max ? value : helpers.error('string.utf8', { max }),
    },
  },
});

/** Lists whose length is checked before their elements. joi itself checks every element first. */
const lists = (joi: Joi.Root) => ({
  type: 'array',
  base: joi.array(),
  validate(value: unknown[], { schema, error }: Joi.CustomHelpers) {
    const limit = lengthMaxOf(schema as Joi.Schema);
    return value.length > limit ? { value, errors: error('array.max', { limit, value }) } : undefined;
  },
});

const extended: Extended = Joi.extend(texts, lists);

export const text = (): TextSchema => extended.string();
export const name = (): TextSchema => extended.string().name();
export const integer = (): Joi.NumberSchema => Joi.number().integer().strict();
export const flag = (): Joi.BooleanSchema => Joi.boolean().strict();
/** Elements are converted where possible: trimmed, lowercased. */
export const lenientList = (items: Joi.Schema): Joi.ArraySchema => extended.array().items(items);
export const list = (items: Joi.Schema): Joi.ArraySchema => lenientList(items).strict();
export const object = <T>(keys: Joi.PartialSchemaMap<T>): Joi.ObjectSchema<T> => Joi.object<T>(keys);
export const oneOf = (...values: (string | number)[]) => Joi.string().valid(...values);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: string): boolean => UUID.test(value);

export const uuid = () =>
  text().lowercase().pattern(UUID).messages({ 'string.pattern.base': '{{#label}} must be a UUID' });

/** A seq in a query string, where every value is text. An empty value counts as absent. */
export const seqInQuery = () => Joi.number().integer().min(0).empty('');

/** The number of rows: an invalid number or one below 1 means the default, a larger number the maximum. */
export const pageSize = (usual = PAGE_DEFAULT, max = PAGE_MAX) =>
  Joi.number()
    .unsafe()
    .integer()
    .min(1)
    .empty('')
    .default(usual)
    .failover(usual)
    .custom((value: number) => Math.min(value, max))
    .description(`1-${max}; a value below 1, or one that is no number, gives ${usual}; a larger one gives ${max}.`);

const OFFSET_MAX = 1_000_000;

/** An invalid number or one below 0 means the beginning. */
export const pageStart = () =>
  Joi.number()
    .integer()
    .min(0)
    .empty('')
    .default(0)
    .failover(0)
    .custom((value: number) => Math.min(value, OFFSET_MAX))
    .description(`How many to pass over, at most ${OFFSET_MAX}; a value that is no number gives 0.`);
