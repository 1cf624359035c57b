/** The conditions of a search: words, filters beside them, or filters alone. */
import type { AccountId } from '../accounts/account.js';
import type { Row } from './message.js';
import { hasLink } from './message-text.js';
import { joined, matches, type Query, wordsOfRow } from './search-words.js';
import { isCounted } from './topics.js';

/** `file`: a photo, a video or a document. */
export const filterKinds = ['link', 'photo', 'video', 'document', 'article', 'file'] as const;
export type FilterKind = (typeof filterKinds)[number];

export interface RowFilter {
  /** Null: no words are asked for. */
  query: Query | null;
  from?: AccountId;
  /** ms: sent before. */
  beforeAt?: number;
  has?: FilterKind;
}

export function fits(row: Row, { query, from, beforeAt, has }: RowFilter): boolean {
  if (!isCounted(row)) return false;
  if (from !== undefined && row.sender?.accountId !== from) return false;
  if (beforeAt !== undefined && row.at >= beforeAt) return false;
  if (has !== undefined && !hasKind(row, has)) return false;
  return query === null || matches(joined(wordsOfRow(row)), query);
}

/** The page shows it as a link, too. */
const bareAddress = /(?<![\p{L}\d_.@/-])www\.[\p{L}\d-]+\.[\p{L}\d]/iu;
const files: readonly Row['kind'][] = ['photo', 'video', 'document'];

function hasKind({ kind, body, attachment, viewOnce }: Row, wanted: FilterKind): boolean {
  if (wanted === 'link') return hasLink(body) || bareAddress.test(body);
  if (wanted === 'article') return kind === 'article' || kind === 'entry';
  // A file that has expired is none any more, and one that is shown once is in no list of files.
  return attachment !== null && viewOnce !== true && (wanted === 'file' ? files.includes(kind) : kind === wanted);
}

/** Every link has one of them, so that a digest without them has no link. */
const linkParts = ['http', 'www'];

/** False: no row with these words can fit. */
export function mayFit(words: string, { query, has }: RowFilter): boolean {
  if (query !== null && !matches(words, query)) return false;
  return has !== 'link' || linkParts.some((part) => words.includes(part));
}
