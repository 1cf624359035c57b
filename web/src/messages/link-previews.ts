/** Link previews: loaded once for each link, a few at a time, and only for visible rows. */
import { call, wireOf } from '../app/api.js';
import { app } from '../app/app-state.js';

const CONCURRENCY = 3;
const PAUSE_MS = 20_000;
const LINK_MAX = 2_048;

const asked = new Set<string>();
const waiting: string[] = [];
let asking = 0;
let pausedUntil = 0;

export function requestPreview(link: string): void {
  if (asked.has(link) || link.length > LINK_MAX) return;
  asked.add(link);
  waiting.push(link);
  askWaiting();
}

function askWaiting(): void {
  if (Date.now() < pausedUntil) return;
  while (asking < CONCURRENCY) {
    const link = waiting.shift();
    if (link === undefined) return;
    asking += 1;
    void ask(link).finally(() => {
      asking -= 1;
      askWaiting();
    });
  }
}

/** If the request fails, there is no preview; the link works all the same. */
async function ask(link: string): Promise<void> {
  try {
    const { preview } = await call('GET /api/link-preview', { query: { url: link } });
    app.set(({ previews }) => ({ previews: { ...previews, [link]: preview } }));
  } catch (error) {
    if (wireOf(error).code === 'rate_limited') pause(link);
  }
}

function pause(link: string): void {
  waiting.unshift(link);
  pausedUntil = Date.now() + PAUSE_MS;
  setTimeout(askWaiting, PAUSE_MS);
}
