/** Sponsored items as operators see them. */
import type { ShownItem } from '#page/state/sponsored.js';
import { service } from '../net.js';

export const reviewStatuses = ['review', 'live', 'paused', 'rejected', 'ended'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export interface ReviewedItem extends ShownItem {
  id: string;
  status: ReviewStatus | 'draft';
  reject_reason: string | null;
  languages: string[];
  platforms: string[];
  budget: number;
  impressions: number;
  clicks: number;
  starts_at: number | null;
  ends_at: number | null;
  audience: { interests: string[]; activity: string; segments: string[] };
  updated_at: number;
  organization: { id: string; display_name: string };
}

export async function loadReviews(status: ReviewStatus) {
  const { items } = await service<{ items: ReviewedItem[] }>('GET', `/sponsored?status=${status}&limit=200`);
  return { rows: items, total: items.length };
}

export const waitingItems = async (): Promise<number> => (await loadReviews('review')).total;

export const decideItem = (id: string, decision: 'approve' | 'reject', reason: string | null) =>
  service<{ item: ReviewedItem }>('POST', `/sponsored/${id}/decision`, { decision, reason });
