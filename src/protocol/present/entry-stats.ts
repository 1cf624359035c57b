import type { EntrySums } from '#src/domain/dictionary/entry-counts.js';

export interface EntryStats {
  sums: EntrySums;
  /** By emoji. */
  reactions: Record<string, number>;
  replies: number;
  reshares: number;
  publishedAt: number | null;
}

export const presentEntryStats = ({ sums, reactions, replies, reshares, publishedAt }: EntryStats) => ({
  views: sums.views,
  viewers: sums.viewers,
  reactions: Object.values(reactions).reduce((all, count) => all + count, 0),
  reaction_breakdown: reactions,
  replies,
  reshares,
  shares: { forward: sums.forwards, link: sums.links },
  published_at: publishedAt,
});
