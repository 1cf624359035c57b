/** Entries (articles): each is submitted once and decided once. */

import type { Write } from '#src/store/store.js';
import { LIMIT_MAX } from '#src/store/validate.js';
import type { DictionaryStore } from './dictionary-store.js';
import { type Author, type Entry, type EntryStatus, entryKey, type Topic } from './documents.js';
import { ConsoleRefusal } from './refusals.js';
import { newTopic, putTopic, topicWith } from './topics.js';

export interface EntryDraft {
  author: string;
  room: string;
  roomSlug: string;
  message: string;
  tag: string;
  title: string;
  excerpt: string;
}

export interface Page {
  limit: number;
  offset: number;
}

export interface EntryPage {
  entries: Entry[];
  total: number;
  hasMore: boolean;
}

export const sorts = ['new', 'old', 'top'] as const;
export type Sort = (typeof sorts)[number];

export const entryWith = (dictionary: DictionaryStore, number: number): Promise<Entry | null> =>
  dictionary.reader.get<Entry>('dictEntries', entryKey(number));

/** Published entries of a published topic. */
export async function entriesOfTopic(
  dictionary: DictionaryStore,
  tag: string,
  sort: Sort,
  page: Page,
): Promise<EntryPage> {
  const topic = await topicWith(dictionary, tag);
  if (topic?.status !== 'published') return { entries: [], total: 0, hasMore: false };
  const index = sort === 'top' ? 'top' : 'newest';
  return pageOf(dictionary, { index, prefix: [tag], desc: sort !== 'old' }, page, topic.entryCount);
}

/** Entries of one author in any state, newest first. */
export async function entriesOfAuthor(dictionary: DictionaryStore, author: string, page: Page): Promise<EntryPage> {
  const range = { index: 'byAuthor', prefix: [author], desc: true };
  return pageOf(dictionary, range, page, await countOf(dictionary, range));
}

/** Pending entries are listed oldest first, decided entries newest first. */
export async function entriesInState(dictionary: DictionaryStore, status: EntryStatus, page: Page): Promise<EntryPage> {
  const range = { index: 'byStatus', prefix: [status], desc: status !== 'pending' };
  return pageOf(dictionary, range, page, await countOf(dictionary, range));
}

type Ordered = { index: string; prefix: string[]; desc: boolean };

const countOf = (dictionary: DictionaryStore, range: Ordered): Promise<number> =>
  dictionary.reader.count('dictEntries', { ...range, limit: LIMIT_MAX });

/** Paging ends at the highest offset the store counts to; the opposite sort order reaches the rest. */
async function pageOf(
  dictionary: DictionaryStore,
  range: Ordered,
  { limit, offset }: Page,
  total: number,
): Promise<EntryPage> {
  const end = Math.min(offset + limit, LIMIT_MAX);
  const read = end > offset ? await dictionary.reader.range<Entry>('dictEntries', { ...range, limit: end }) : [];
  return { entries: read.slice(offset), total, hasMore: end < Math.min(total, LIMIT_MAX) && end > offset };
}

export interface Submitted {
  entry: Entry;
  topic: Topic;
}

/** Queues the entry for review. A tag without a topic, or with a rejected one, becomes a proposal. */
export function submitEntry(dictionary: DictionaryStore, { tag, ...draft }: EntryDraft): Promise<Submitted> {
  return dictionary.change(async ({ entries: highest }) => {
    const { reader } = dictionary;
    const [banned, [before], known] = await Promise.all([
      reader.get<Author>('dictAuthors', draft.author),
      reader.getManyBy<Entry>('dictEntries', 'message', [draft.message]),
      topicWith(dictionary, tag),
    ]);
    if (banned) throw new ConsoleRefusal('author_banned', { reason: banned.reason });
    if (before) throw new ConsoleRefusal('already_shared');
    const number = highest + 1;
    const [submittedAt, _id] = [dictionary.now(), entryKey(number)];
    const entry: Entry = { _id, number, tag, status: 'pending', ...draft, reactions: 0, submittedAt };
    const topic = known && known.status !== 'rejected' ? known : proposal(known, tag, submittedAt);
    const writes: Write[] = [{ op: 'put', in: 'dictEntries', doc: { ...entry }, guard: { absent: true } }];
    if (topic !== known) writes.push(putTopic(topic));
    return { writes, answer: { entry, topic }, entries: 1 };
  });
}

const proposal = (known: Topic | null, tag: string, at: number): Topic =>
  known ? { ...known, status: 'pending' } : newTopic(tag, at);

export interface Decision {
  decision: 'publish' | 'reject';
  note: string | null;
}

/** Decides the entry once. Publishing an entry also publishes its topic, because an entry is never shown without it. */
export function decideEntry(dictionary: DictionaryStore, number: number, { decision, note }: Decision): Promise<Entry> {
  return dictionary.change(async () => {
    const entry = await entryWith(dictionary, number);
    if (!entry) throw new ConsoleRefusal('not_found');
    if (entry.status !== 'pending') throw new ConsoleRefusal('already_decided');
    const set = decided(decision, note, dictionary.now());
    const writes: Write[] = [
      { op: 'set', in: 'dictEntries', id: entry._id, set, guard: { equals: { status: 'pending' } } },
    ];
    if (decision === 'publish') {
      const topic = (await topicWith(dictionary, entry.tag)) ?? newTopic(entry.tag, dictionary.now());
      writes.push(putTopic({ ...topic, status: 'published', entryCount: topic.entryCount + 1 }));
    }
    return { writes, answer: { ...entry, ...set } };
  });
}

function decided(decision: Decision['decision'], note: string | null, at: number): Partial<Entry> {
  if (decision === 'publish') return { status: 'published', publishedAt: at, decidedAt: at };
  return { status: 'rejected', decidedAt: at, ...(note === null ? {} : { note }) };
}

/** Stores the counts that the service reports; the last report wins. */
export async function noteReactions(dictionary: DictionaryStore, number: number, reactions: number): Promise<Entry> {
  const id = entryKey(number);
  const isNoted = await dictionary.writeUnordered({ op: 'set', in: 'dictEntries', id, set: { reactions } });
  const entry = isNoted ? await entryWith(dictionary, number) : null;
  if (!entry) throw new ConsoleRefusal('not_found');
  return entry;
}
