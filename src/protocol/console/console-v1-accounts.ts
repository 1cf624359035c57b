/** What operators do about an account of `/v1`. */
import { endpoint } from '../schema/endpoint.js';
import { object } from '../schema/kinds.js';
import { v1AccountShape } from './console.js';
import { type ReasonBody, reasonText, suspensionBody } from './console-accounts.js';

const tag = 'Operators';

const account = { 200: { description: 'The account.', shape: object({ account: v1AccountShape.required() }) } };

export const consoleV1AccountEndpoints = {
  suspendV1Account: endpoint({
    id: 'suspendV1Account',
    method: 'put',
    path: '/api/console/v1-accounts/{id}/suspension',
    tag,
    summary: 'Suspend an account of /v1',
    description:
      'By the `id` that finding the account by its e-mail address answers. From the answer on its logins, codes, refresh and access tokens and links in mails are refused with `account_suspended`, on any node. Its sessions stay, and work again when the suspension is over. A second call replaces the first.',
    access: 'console',
    body: suspensionBody,
    answers: account,
    refusals: ['not_found'],
  }),
  liftV1Suspension: endpoint({
    id: 'liftV1Suspension',
    method: 'delete',
    path: '/api/console/v1-accounts/{id}/suspension',
    tag,
    summary: 'Lift the suspension of an account of /v1',
    description: 'The account may log in again at once. Sessions that were ended stay ended.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: account,
    refusals: ['not_found'],
  }),
};
