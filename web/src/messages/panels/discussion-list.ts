/** The discussions of a room, found among its newest messages, because the service has no list of them. */
import type { Message } from '#page/api-types.js';
import { loadBeside } from './discussion-actions.js';

const PAGES_MAX = 5;
const PAGE = 200;
const NEWEST = Number.MAX_SAFE_INTEGER;

interface DiscussionsPage {
  roots: Message[];
  /** Where the next look goes on; null at the beginning of the room. */
  next: number | null;
}

/** Looks through at most a thousand messages. Throws the error, because the panel shows it. */
export async function loadDiscussions(slug: string, before = NEWEST): Promise<DiscussionsPage> {
  const roots: Message[] = [];
  let next: number | null = before;
  for (let page = 0; page < PAGES_MAX && next !== null; page += 1) {
    const answer = await loadBeside(slug, next, 'before', PAGE);
    roots.push(...answer.messages.filter(hasReplies));
    next = answer.has_more ? (answer.messages[0]?.seq ?? null) : null;
  }
  return { roots, next };
}

const hasReplies = ({ discussion, deleted_at }: Message): boolean =>
  deleted_at === null && (discussion?.count ?? 0) > 0;

export const byLastReply = (roots: Message[]): Message[] =>
  [...roots].sort((a, b) => (b.discussion?.last_at ?? 0) - (a.discussion?.last_at ?? 0));
