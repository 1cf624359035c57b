/**
 * API types under the names of the console's page: those of the dictionary from the operator API, those of the service
 * from the generated types.
 */
import type { OperatorAnswer } from '#console/operator-api.js';
import type { Answer, Request } from '#sdk/rest.js';

export type {
  OperatorAuthor as Author,
  OperatorCategory as Category,
  OperatorEntry as Entry,
  OperatorTopic as Topic,
} from '#console/operator-api.js';
export type { Message, Organization, ReviewedSponsoredItem as ReviewedItem } from '#sdk/generated/rest.js';

export type EntryDetail = OperatorAnswer<'GET /entries/{id}'>;
export type Status = EntryDetail['entry']['status'];
export type Report = Answer<'GET /api/console/reports'>['reports'][number];
export type Conversation = Answer<'GET /api/console/reports/{id}/conversation'>;
export type ReportAction = NonNullable<Request<'POST /api/console/reports/{id}/decision'>['body']['action']>['type'];
export type FoundAccounts = Answer<'GET /api/console/accounts'>;
export type Account = FoundAccounts['accounts'][number];
export type AddressAccount = FoundAccounts['v1_accounts'][number];
export type RoomOfAccount = Answer<'GET /api/console/accounts/{id}/rooms'>['rooms'][number];
export type SessionOfAccount = Answer<'GET /api/console/accounts/{id}/sessions'>['sessions'][number];
export type ReadRoom = Answer<'GET /api/console/rooms/{id}/messages'>;
export type AuditEntry = Answer<'GET /api/console/audit'>['entries'][number];
export type OperatorKey = Answer<'GET /api/console/keys'>['keys'][number];
export type OperatorLogin = Answer<'GET /api/console/logins'>['logins'][number];
export type OperatorRole = OperatorKey['role'];
export type Slots = Answer<'GET /api/console/slots'>;
export type Slot = Slots['slots'][number];
export type Balances = Answer<'POST /api/console/organizations/{id}/grants'>['balances'];
export type Counter = keyof Balances;
