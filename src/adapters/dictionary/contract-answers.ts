/** Converts the console's answers to domain values. One field that breaks the contract invalidates the whole answer. */
import joi from 'joi';
import {
  type DictionaryCategory,
  type DictionaryEntry,
  type DictionaryTopic,
  type EntryStatus,
  entryStatuses,
  type SubmittedEntry,
} from '#src/domain/dictionary/dictionary.js';

const whole = () => joi.number().integer().strict();
const count = () => whole().min(0).required();
const words = () => joi.string().strict();
const id = () => whole().min(1).required();
const named = () => words().required();
const orNull = (schema: joi.Schema) => schema.allow(null).default(null);
const status = () =>
  joi
    .string()
    .valid(...entryStatuses)
    .required();
const listOf = (items: joi.Schema) => joi.array().items(items).strict().required();

interface WireTopic {
  tag: string;
  title: string;
  category: string | null;
  languages: string[];
  entry_count: number;
  status: string;
}

const topic = joi.object<WireTopic>({
  tag: named(),
  title: named(),
  category: orNull(words()),
  languages: joi.array().items(words()).strict().allow(null).default([]),
  entry_count: count(),
  status: named(),
});

const topicOf = ({ entry_count, languages, ...rest }: WireTopic): DictionaryTopic => ({
  ...rest,
  languages: languages ?? [],
  entryCount: entry_count,
});

interface WireEntry {
  id: number;
  tag: string;
  status: EntryStatus;
  review_note: string | null;
  author_id: string | null;
  room_id: string;
  message_id: string;
  title: string;
  excerpt: string;
  published_at: number | string | null;
  reactions: number;
}

const entry = joi.object<WireEntry>({
  id: id(),
  tag: named(),
  status: status(),
  review_note: orNull(words().allow('')),
  author_id: orNull(words()),
  room_id: named(),
  message_id: named(),
  title: named(),
  excerpt: words().allow('').required(),
  published_at: orNull(joi.alternatives(whole(), words().isoDate())),
  reactions: count(),
});

/** The contract allows two formats of a time. */
const msOf = (time: number | string | null): number | null => (typeof time === 'string' ? Date.parse(time) : time);

const entryOf = (wire: WireEntry): DictionaryEntry => ({
  id: wire.id,
  tag: wire.tag,
  status: wire.status,
  reviewNote: wire.review_note,
  authorId: wire.author_id,
  roomId: wire.room_id,
  messageId: wire.message_id,
  title: wire.title,
  excerpt: wire.excerpt,
  publishedAt: msOf(wire.published_at),
  reactions: wire.reactions,
});

/** Undefined if the body breaks the contract. */
type Reading<T> = (body: unknown) => T | undefined;

function reading<W, T>(keys: joi.PartialSchemaMap<W>, made: (wire: W) => T): Reading<T> {
  const schema = joi.object<W>(keys).required().unknown();
  return (body) => {
    const { value, error } = schema.validate(body, { stripUnknown: true, convert: false });
    return error ? undefined : made(value as W);
  };
}

export const readCategories = reading<{ categories: DictionaryCategory[] }, DictionaryCategory[]>(
  { categories: listOf(joi.object({ slug: named(), name: named(), archived: joi.boolean().strict().default(false) })) },
  ({ categories }) => categories,
);

export const readTopics = reading<
  { topics: WireTopic[]; total: number; entries_total: number },
  { topics: DictionaryTopic[]; total: number; entriesTotal: number }
>({ topics: listOf(topic), total: count(), entries_total: count() }, ({ topics, total, entries_total }) => ({
  topics: topics.map(topicOf),
  total,
  entriesTotal: entries_total,
}));

export const readSuggestions = reading<{ topics: WireTopic[] }, DictionaryTopic[]>(
  { topics: listOf(topic) },
  ({ topics }) => topics.map(topicOf),
);

export const readTopic = reading<{ topic: WireTopic }, DictionaryTopic>(
  { topic: topic.required() },
  ({ topic: wire }) => topicOf(wire),
);

export const readEntriesOfTopic = reading<
  { entries: WireEntry[]; has_more: boolean },
  { entries: DictionaryEntry[]; hasMore: boolean }
>({ entries: listOf(entry), has_more: joi.boolean().strict().required() }, ({ entries, has_more }) => ({
  entries: entries.map(entryOf),
  hasMore: has_more,
}));

export const readEntriesOfAuthor = reading<
  { entries: WireEntry[]; total: number },
  { entries: DictionaryEntry[]; total: number }
>({ entries: listOf(entry), total: count() }, ({ entries, total }) => ({ entries: entries.map(entryOf), total }));

export const readEntry = reading<{ entry: WireEntry }, DictionaryEntry>(
  { entry: entry.required() },
  ({ entry: wire }) => entryOf(wire),
);

interface WireSubmission {
  entry: { id: number; status: EntryStatus };
  topic: SubmittedEntry['topic'];
  message: string | null;
}

export const readSubmission = reading<WireSubmission, SubmittedEntry>(
  {
    entry: joi.object({ id: id(), status: status() }).required(),
    topic: orNull(joi.object({ tag: named(), title: named(), status: named() })),
    message: orNull(words().allow('')),
  },
  ({ entry: submitted, topic: proposed, message }) => ({ ...submitted, topic: proposed, message }),
);

export interface ConsoleRefusal {
  code: string;
  reason: string | null;
}

export const readRefusal = reading<{ error: ConsoleRefusal }, ConsoleRefusal>(
  {
    error: joi
      .object({ code: named(), message: words().allow('').required(), reason: orNull(words().allow('')) })
      .required(),
  },
  ({ error: { code, reason } }) => ({ code, reason }),
);
