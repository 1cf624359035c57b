/** Review of sponsored items, for operators. */
import {
  REJECT_REASON_MAX,
  type ReviewDecision,
  type SponsoredStatus,
  sponsoredStatuses,
} from '#src/domain/sponsored/sponsored.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf, pageSize, text } from '../schema/kinds.js';
import { reviewedItemShape } from '../shapes/sponsored.js';

const LISTED_MAX = 200;

export interface ReviewQuery {
  status: SponsoredStatus;
  limit: number;
}

export interface ReviewBody {
  decision: ReviewDecision;
  reason: string | null;
}

const tag = 'Operators';

export const consoleSponsoredEndpoints = {
  listReviews: endpoint({
    id: 'listSponsoredReviews',
    method: 'get',
    path: '/api/console/sponsored',
    tag,
    summary: 'List the sponsored items of a status',
    description: 'Those under review come oldest first, others newest first.',
    access: 'console',
    query: object<ReviewQuery>({
      status: oneOf(...sponsoredStatuses)
        .empty('')
        .default('review'),
      limit: pageSize(undefined, LISTED_MAX),
    }),
    answers: { 200: { description: 'The items.', shape: object({ items: list(reviewedItemShape).required() }) } },
  }),
  reviewSponsored: endpoint({
    id: 'reviewSponsored',
    method: 'post',
    path: '/api/console/sponsored/{id}/decision',
    tag,
    summary: 'Approve or reject an item',
    description:
      'Only an item under review. An item that is approved without credit is live, and is shown once there is credit.',
    access: 'console',
    body: object<ReviewBody>({
      decision: oneOf('approve', 'reject').required(),
      reason: text()
        .trim()
        .empty('')
        .chars(0, REJECT_REASON_MAX)
        .allow(null)
        .default(null)
        .description('The organization gets it when the item is rejected.'),
    }).label('SponsoredDecision'),
    answers: { 200: { description: 'The item.', shape: object({ item: reviewedItemShape.required() }) } },
    refusals: ['not_found', 'invalid_state', 'idempotency_conflict'],
  }),
};
