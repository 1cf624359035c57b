import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message, WireError } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import type { FoundMessages } from './search-hits.js';

export type InboxPart = 'replies' | 'discussions';

interface Page {
  messages: Message[];
  next_before: string | null;
}

/** Pages of rows that the person may not see any more are empty; so many are passed over at once. */
const PAGES_MAX = 5;

/** The replies or the discussions of the person in all rooms, page by page to the last one. */
export function useInbox(part: InboxPart): FoundMessages {
  const [hits, setHits] = useState<Message[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const [isSearching, setSearching] = useState(true);
  const isOver = useRef(false);
  const load = async (before: string | null) => {
    setSearching(true);
    setError(null);
    try {
      const page = await loadPage(part, before);
      if (isOver.current) return;
      setHits((held) => ordered(part, [...(held ?? []), ...page.messages]));
      setNext(page.next_before);
    } catch (failed) {
      if (!isOver.current) setError(wireOf(failed));
    }
    if (!isOver.current) setSearching(false);
  };
  useEffect(() => {
    isOver.current = false;
    void load(null);
    return () => {
      isOver.current = true;
    };
  }, []);
  const isMore = next !== null || (error !== null && hits === null);
  return { hits, isSearching, error, more: isMore ? () => void load(next) : null };
}

async function loadPage(part: InboxPart, from: string | null): Promise<Page> {
  let before = from;
  for (let pages = 1; ; pages += 1) {
    const page = await pageOf(part, before);
    if (page.messages.length > 0 || page.next_before === null || pages === PAGES_MAX) return page;
    before = page.next_before;
  }
}

function pageOf(part: InboxPart, before: string | null): Promise<Page> {
  const query = before === null ? {} : { before };
  return part === 'replies' ? call('GET /api/me/replies', { query }) : call('GET /api/me/discussions', { query });
}

/** The service lists discussions by their beginning; what is loaded shows the latest reply first. */
function ordered(part: InboxPart, messages: Message[]): Message[] {
  const unique = [...new Map(messages.map((message) => [message.id, message])).values()];
  if (part === 'replies') return unique;
  return unique.sort((a, b) => (b.discussion?.last_at ?? 0) - (a.discussion?.last_at ?? 0));
}
