/** Sponsored items, as the operator API returns them. */
import type { ReviewedItem } from '../api-types.js';
import { service } from '../net.js';

export const reviewStatuses = [
  'review',
  'live',
  'paused',
  'rejected',
  'ended',
] as const satisfies readonly ReviewedItem['status'][];
export type ReviewStatus = (typeof reviewStatuses)[number];

export async function loadReviews(status: ReviewStatus) {
  const { items } = await service('GET /api/console/sponsored', { query: { status, limit: 200 } });
  return { rows: items, total: items.length };
}

export const waitingItems = async (): Promise<number> => (await loadReviews('review')).total;

export const decideItem = (id: string, decision: 'approve' | 'reject', reason: string | null) =>
  service('POST /api/console/sponsored/{id}/decision', { path: { id }, body: { decision, reason } });
