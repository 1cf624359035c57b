/** Topics: opened by operators, or proposed by an article whose tag has no topic. */
import type { Write } from '#src/store/store.js';
import type { DictionaryStore } from './dictionary-store.js';
import type { Topic, TopicStatus } from './documents.js';
import { ConsoleRefusal } from './refusals.js';

export interface TopicDraft {
  tag: string;
  title: string;
  category: string;
  languages: string[];
}

export interface TopicPlace {
  status: TopicStatus;
  limit: number;
  offset: number;
}

const COUNTED_MAX = 10_000;

export const topicWith = (dictionary: DictionaryStore, tag: string): Promise<Topic | null> =>
  dictionary.reader.get<Topic>('dictTopics', tag);

/** Newest first; proposals are a queue, so they are listed oldest first. */
export async function listTopics(dictionary: DictionaryStore, { status, limit, offset }: TopicPlace) {
  const range = { index: 'byStatus', prefix: [status] };
  const [topics, total] = await Promise.all([
    dictionary.reader.range<Topic>('dictTopics', { ...range, desc: status !== 'pending', limit: offset + limit }),
    dictionary.reader.count('dictTopics', { ...range, limit: COUNTED_MAX }),
  ]);
  return { topics: topics.slice(offset), total };
}

/** Publishes the topic at once. A proposal with the same tag becomes this topic and keeps its entries. */
export function openTopic(
  dictionary: DictionaryStore,
  { tag, title, category, languages }: TopicDraft,
): Promise<Topic> {
  return dictionary.change(async () => {
    const there = await topicWith(dictionary, tag);
    if (there?.status === 'published') throw new ConsoleRefusal('topic_exists');
    await refuseUnknownCategory(dictionary, category);
    const before = there ?? newTopic(tag, dictionary.now());
    const topic: Topic = { ...before, title, category, languages, status: 'published' };
    return { writes: [putTopic(topic)], answer: topic };
  });
}

export type TopicChange = Partial<Pick<Topic, 'title' | 'category' | 'languages'>>;

export function editTopic(dictionary: DictionaryStore, tag: string, change: TopicChange): Promise<Topic> {
  return dictionary.change(async () => {
    const topic = await topicWith(dictionary, tag);
    if (!topic) throw new ConsoleRefusal('not_found');
    if (change.category) await refuseUnknownCategory(dictionary, change.category);
    const changed: Topic = { ...topic, ...change };
    return { writes: [putTopic(changed)], answer: changed };
  });
}

/** Decides a proposal once. Its entries stay in the review queue. */
export function decideTopic(dictionary: DictionaryStore, tag: string, decision: 'publish' | 'reject'): Promise<Topic> {
  return dictionary.change(async () => {
    const topic = await topicWith(dictionary, tag);
    if (!topic) throw new ConsoleRefusal('not_found');
    if (topic.status !== 'pending') throw new ConsoleRefusal('already_decided');
    const decided: Topic = { ...topic, status: decision === 'publish' ? 'published' : 'rejected' };
    return { writes: [putTopic(decided)], answer: decided };
  });
}

/** The title of a proposal is its tag until an operator changes it. */
export const newTopic = (tag: string, createdAt: number): Topic => ({
  _id: tag,
  title: tag,
  category: null,
  languages: [],
  status: 'pending',
  entryCount: 0,
  createdAt,
});

export const putTopic = (doc: Topic): Write => ({ op: 'put', in: 'dictTopics', doc: { ...doc } });

async function refuseUnknownCategory(dictionary: DictionaryStore, slug: string): Promise<void> {
  if (!(await dictionary.reader.get('dictCategories', slug))) throw new ConsoleRefusal('category_not_found');
}
