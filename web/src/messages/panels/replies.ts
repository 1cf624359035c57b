/** The replies below a message: the loaded pages merged with live rows. Pure. */
import type { Message } from '#page/api-types.js';

export function repliesTo(rootId: string, loaded: readonly Message[], live: readonly Message[]): Message[] {
  const byId = new Map<string, Message>();
  for (const row of [...loaded, ...live]) {
    if (row.discussion_of !== rootId) continue;
    const held = byId.get(row.id);
    if (!held || held.rev <= row.rev) byId.set(row.id, row);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
