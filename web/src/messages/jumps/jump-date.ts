/** The first message of a day in a room. */
import type { Message } from '#page/api-types.js';
import { app } from '#page/app/app-state.js';
import { client } from '#page/app/client.js';
import { firstRowSince, type RowFrom } from './first-row.js';

export async function firstMessageSince(slug: string, at: number): Promise<Message | null> {
  const timeline = app.get().timelines[slug];
  if (!timeline) return null;
  const [oldest] = timeline.messages;
  // A day within the loaded rows needs no request.
  if (oldest && (oldest.inserted_at < at || !timeline.hasOlder)) {
    return timeline.messages.find((row) => row.inserted_at >= at && !row.discussion_of) ?? null;
  }
  const rowFrom: RowFrom = async (seq) => {
    const page = await client.operate('message:list', { room: slug, after_seq: seq - 1, limit: 1 });
    return page.messages[0] ?? null;
  };
  return firstRowSince(at, oldest?.seq ?? timeline.seq, rowFrom);
}
