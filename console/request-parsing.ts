/** Parses requests: bodies by schema, numbers in a query clamped, path parameters validated. */
import Joi from 'joi';
import { flag, integer, list, name, object, oneOf, text, uuid } from '#src/protocol/schema/kinds.js';
import { prune } from '#src/protocol/schema/prune.js';
import { primaryLanguage } from './catalogue.js';
import { type EntryStatus, entryStatuses, type TopicStatus } from './documents.js';
import type { Decision, Page, Sort } from './entries.js';
import { sorts } from './entries.js';
import { ConsoleRefusal } from './refusals.js';

export const PAGE_MAX = 100;
const PAGE_USUAL = 30;
const OFFSET_MAX = 1_000_000;
const TAG_MAX = 120;
const REACTIONS_MAX = 1_000_000_000;
const LANGUAGES_MAX = 50;

export interface EntryBody {
  author_id: string;
  room_id: string;
  room_slug: string;
  message_id: string;
  tag: string;
  title: string;
  excerpt: string;
}

/** A tag is one path segment: no space, no `#`, no character that is reserved in a path. */
const tag = () =>
  text()
    .custom((typed: string, helpers) => readTag(typed) ?? helpers.error('any.invalid'))
    .required();

const slug = () =>
  text()
    .trim()
    .lowercase()
    .pattern(/^[a-z0-9]+([-_][a-z0-9]+)*$/)
    .max(64)
    .messages({ 'string.pattern.base': '{{#label}} must be letters and digits, with hyphens between them' });

const languages = () =>
  list(
    text()
      .pattern(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$/)
      .custom(primaryLanguage),
  )
    .unique()
    .max(LANGUAGES_MAX);

export const entryBody = object<EntryBody>({
  author_id: uuid().required(),
  room_id: uuid().required(),
  room_slug: name().chars(1, 64).required(),
  message_id: uuid().required(),
  /** Only the presence is checked here; the route decides whether the tag can be a topic. */
  tag: text().required(),
  title: name().chars(1, 300).required(),
  excerpt: text().chars(0, 2_000).allow('').required(),
});

export const reactionsBody = object<{ total: number }>({ total: integer().min(0).max(REACTIONS_MAX).required() });

export const categoryBody = object<{ slug: string; name: string }>({
  slug: slug().required(),
  name: name().chars(1, 80).required(),
});

export const categoryChange = object<{ name?: string; archived?: boolean }>({
  name: name().chars(1, 80),
  archived: flag(),
}).min(1);

export const orderBody = object<{ slugs: string[] }>({ slugs: list(slug()).max(1_000).required() });

export const topicBody = object<{ tag: string; title: string; category: string; languages: string[] }>({
  tag: tag(),
  title: name().chars(1, 120).required(),
  category: slug().required(),
  languages: languages().default([]),
});

export const topicChange = object<{ title?: string; category?: string | null; languages?: string[] }>({
  title: name().chars(1, 120),
  category: slug().allow(null),
  languages: languages(),
}).min(1);

const decision = () => oneOf('publish', 'reject').required();

export const topicDecision = object<{ decision: 'publish' | 'reject' }>({ decision: decision() });

export const entryDecision = object<Decision>({
  decision: decision(),
  note: text().trim().empty('').chars(1, 1_000).allow(null).default(null),
});

export const banBody = object<{ reason: string }>({ reason: text().trim().chars(1, 500).required() });

const OPTIONS = { abortEarly: true, stripUnknown: true, errors: { wrap: { label: false } } } as const;

export function bodyOf<T>(schema: Joi.ObjectSchema<T>, body: unknown): T {
  const { value, error } = schema.required().validate(prune(schema, body), OPTIONS);
  if (error) throw new ConsoleRefusal('invalid_request', { message: `${error.message}.` });
  return value as T;
}

type Query = Record<string, string | string[] | undefined>;

const wordOf = (query: Query, key: string): string => [query[key]].flat()[0] ?? '';

/** An offset or limit that is not a number gets the default; one that is out of range is clamped. */
export function pageOf(query: Query, usual = PAGE_USUAL): Page {
  return { limit: numberIn(query, 'limit', usual, 1, PAGE_MAX), offset: numberIn(query, 'offset', 0, 0, OFFSET_MAX) };
}

export const limitOf = (query: Query, usual: number, max: number): number => numberIn(query, 'limit', usual, 1, max);

function numberIn(query: Query, key: string, usual: number, least: number, most: number): number {
  const typed = wordOf(query, key).trim();
  if (!/^-?\d+$/.test(typed)) return usual;
  return Math.min(Math.max(Number(typed), least), most);
}

export function filterOf(query: Query) {
  return { category: wordOf(query, 'category') || null, language: primaryLanguage(wordOf(query, 'lang')) || null };
}

export const searchedOf = (query: Query): string => wordOf(query, 'q').slice(0, TAG_MAX);

export const sortOf = (query: Query): Sort => oneIn(sorts, wordOf(query, 'sort')) ?? 'new';
export const entryStatusOf = (query: Query): EntryStatus => statusIn(entryStatuses, query);
export const topicStatusOf = (query: Query): TopicStatus => statusIn(entryStatuses, query);

function statusIn<S extends string>(statuses: readonly S[], query: Query): S {
  const typed = wordOf(query, 'status') || 'pending';
  const status = oneIn(statuses, typed);
  if (!status) throw new ConsoleRefusal('invalid_request', { message: `status is one of ${statuses.join(', ')}.` });
  return status;
}

const oneIn = <S extends string>(words: readonly S[], typed: string): S | undefined =>
  words.find((word) => word === typed);

/** Normalizes a tag: no leading `#`, NFC, lowercase. Null if the text is no tag. */
export function readTag(typed: string): string | null {
  const read = typed.trim().replace(/^#+/, '').normalize('NFC').toLowerCase();
  const isTag = /^[^\s\p{C}#/\\?%]+$/u.test(read) && !/^\.+$/.test(read) && [...read].length <= TAG_MAX;
  return isTag ? read : null;
}

/** The entry number of a path; null when the text cannot be one. */
export function entryNumber(typed: string): number | null {
  return /^[1-9]\d{0,11}$/.test(typed) ? Number(typed) : null;
}

const ACCOUNT_ID = Joi.string().pattern(/^[0-9a-z-]{1,64}$/);

/** An account id of the service. The console does not check its format. */
export function accountOf(typed: string): string {
  const account = typed.toLowerCase();
  if (ACCOUNT_ID.validate(account).error) throw new ConsoleRefusal('not_found');
  return account;
}
