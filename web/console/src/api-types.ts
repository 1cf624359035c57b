/**
 * API types under the names of the console's page: those of the dictionary from the operator API, those of the service
 * from the generated types.
 */
import type { OperatorAnswer } from '#console/operator-api.js';
import type { Answer } from '#sdk/rest.js';

export type {
  OperatorAuthor as Author,
  OperatorCategory as Category,
  OperatorEntry as Entry,
  OperatorTopic as Topic,
} from '#console/operator-api.js';
export type { Organization, ReviewedSponsoredItem as ReviewedItem } from '#sdk/generated/rest.js';

export type EntryDetail = OperatorAnswer<'GET /entries/{id}'>;
export type Status = EntryDetail['entry']['status'];
export type Report = Answer<'GET /api/console/reports'>['reports'][number];
export type Balances = Answer<'POST /api/console/organizations/{id}/grants'>['balances'];
export type Counter = keyof Balances;
