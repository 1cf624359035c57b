/** Topics and entries of the dictionary for readers. */
import type {
  DictionaryEntry,
  DictionaryTopic,
  EntryStatus,
  SubmittedEntry,
} from '#src/domain/dictionary/dictionary.js';
import type { Row } from '#src/domain/messages/message.js';
import type { FileLinks } from './file-links.js';
import { presentArticle } from './files.js';
import type { WirePerson } from './person.js';

export const presentTopic = ({ tag, title, category, entryCount, status }: DictionaryTopic, place: Place | null) => ({
  tag,
  title,
  category,
  entry_count: entryCount,
  share: place === null ? 0 : shareOf(entryCount, place.entriesTotal),
  rank: place === null ? null : place.rank,
  status,
});

/** The place of a topic in a list. */
export interface Place {
  rank: number;
  /** Published entries in the filter of the list. */
  entriesTotal: number;
}

/** Percent, two decimals. */
const shareOf = (count: number, total: number): number => (total > 0 ? Math.round((count * 10_000) / total) / 100 : 0);

export const presentSuggestion = ({ tag, title, entryCount }: DictionaryTopic) => ({
  tag,
  title,
  entry_count: entryCount,
});

export interface WireEntry {
  id: number;
  tag: string;
  status: EntryStatus;
  title: string;
  review_note: string | null;
  published_at: number | null;
  excerpt?: string;
  blocks?: Record<string, unknown>[] | null;
  media?: WireEntryMedia[];
  reshare_count?: number;
  reactions?: Record<string, number>;
  author?: WirePerson | null;
  discussion?: { available: boolean };
  stats_visible?: boolean;
}

interface WireEntryMedia {
  type: 'photo';
  url: string | null;
  thumb_url: string | null;
  width: number;
  height: number;
}

/** Name and status only; the content of an unpublished entry is not shown. */
export const presentHandedIn = ({ id, tag, status, title, reviewNote, publishedAt }: DictionaryEntry): WireEntry => ({
  id,
  tag,
  status,
  title,
  review_note: status === 'rejected' ? reviewNote : null,
  published_at: status === 'published' ? publishedAt : null,
});

export interface EntryContext {
  /** Null if the message is deleted. */
  row: Row | null;
  reshares: number;
  author: WirePerson | null;
  isStatsVisible: boolean;
}

export function presentPublished(entry: DictionaryEntry, context: EntryContext, links: FileLinks): WireEntry {
  const { row, reshares, author, isStatsVisible } = context;
  const blocks = row && (presentArticle(row, links).blocks as Record<string, unknown>[]);
  return {
    ...presentHandedIn(entry),
    excerpt: entry.excerpt,
    blocks,
    media: (blocks ?? []).filter(({ type }) => type === 'image').map(mediaOf),
    reshare_count: reshares,
    reactions: row?.reactions ?? {},
    author,
    discussion: { available: row !== null },
    stats_visible: isStatsVisible,
  };
}

/** Pictures of an article have no thumbnails. */
function mediaOf({ url, width, height }: Record<string, unknown>): WireEntryMedia {
  const link = url as string | null;
  return { type: 'photo', url: link, thumb_url: link, width: width as number, height: height as number };
}

export const presentSubmitted = ({ id, status, topic, message }: SubmittedEntry) => ({
  entry_id: id,
  status,
  topic,
  message,
});
