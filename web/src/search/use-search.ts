import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message, Room, WireError } from '../api-types.js';
import type { FoundMessages } from './search-hits.js';
import { type SearchPlace, type SearchTask, searchRooms } from './search-rooms.js';

export interface RoomsSearch extends FoundMessages {
  left: SearchPlace[];
  /** `alternatives` are words of which one is enough; each is looked for by itself. */
  begin: (rooms: readonly Room[], task: Omit<SearchTask, 'signal'>, alternatives?: string[]) => void;
}

/** A search in rounds; a new search ends the one before. */
export function useRoomsSearch(): RoomsSearch {
  const [hits, setHits] = useState<Message[] | null>(null);
  const [left, setLeft] = useState<SearchPlace[]>([]);
  const [error, setError] = useState<WireError | null>(null);
  const [isSearching, setSearching] = useState(false);
  const running = useRef<{ task: Omit<SearchTask, 'signal'>; stop: AbortController } | null>(null);
  useEffect(() => () => running.current?.stop.abort(), []);
  const search = async (rooms: readonly SearchPlace[], task: Omit<SearchTask, 'signal'>, before: Message[]) => {
    running.current?.stop.abort();
    const stop = new AbortController();
    running.current = { task, stop };
    setSearching(true);
    setError(null);
    const round = await searchRooms(rooms, { ...task, signal: stop.signal });
    if (stop.signal.aborted) return;
    const found = new Map([...before, ...round.hits].map((row) => [row.id, row]));
    setHits([...found.values()].sort((a, b) => b.inserted_at - a.inserted_at));
    setLeft(round.left);
    setError(round.error);
    setSearching(false);
  };
  return {
    hits,
    left,
    isSearching,
    error,
    begin: (rooms, task, alternatives) => {
      setHits(null);
      setLeft([]);
      void search(
        rooms.flatMap((room) => alternatives?.map((q) => ({ room, q, beforeSeq: null })) ?? { room, beforeSeq: null }),
        task,
        [],
      );
    },
    more: left.length === 0 ? null : () => running.current && void search(left, running.current.task, hits ?? []),
  };
}
