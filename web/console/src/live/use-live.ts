import { useEffect, useState } from 'preact/hooks';
import { CallError, service } from '../net.js';
import type { Live } from './columns.js';
import { mergeLive, sinceOf } from './time-series.js';

export type Answering = 'loading' | 'fine' | 'absent' | 'failed';

export interface Watched {
  live: Live | null;
  state: Answering;
  /** Time of the last response, by this browser's clock. */
  heardAt: number;
}

const EVERY_MS = 5_000;

/** Polls the service while the page is visible. */
export function useLive(): Watched {
  const [watched, setWatched] = useState<Watched>({ live: null, state: 'loading', heardAt: 0 });
  useEffect(() => follow(setWatched), []);
  return watched;
}

function follow(tell: (change: (before: Watched) => Watched) => void): () => void {
  let known: Live | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isAsking = false;
  const ask = async () => {
    isAsking = true;
    try {
      known = mergeLive(known, await service('GET /api/console/live', { query: { since: sinceOf(known) } }));
      if (!isOver) tell(() => ({ live: known, state: 'fine', heardAt: Date.now() }));
    } catch (error) {
      const state = error instanceof CallError && error.status === 404 ? 'absent' : 'failed';
      if (!isOver) tell((before) => ({ ...before, state }));
    }
    isAsking = false;
    again();
  };
  const again = () => {
    clearTimeout(timer);
    if (!isOver && !document.hidden) timer = setTimeout(() => void ask(), EVERY_MS);
  };
  const look = () => {
    clearTimeout(timer);
    if (!document.hidden && !isAsking && !isOver) void ask();
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
