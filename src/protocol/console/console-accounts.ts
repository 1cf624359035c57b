/** What operators do about an account: suspend it, lift that, end its sessions. */
import Joi from 'joi';
import { PUBLIC_REASON_MAX } from '#src/domain/accounts/suspension.js';
import { OPERATOR_REASON_MAX } from '#src/domain/operators/operator.js';
import { sessionFields } from '../accounts/sessions.js';
import { endpoint } from '../schema/endpoint.js';
import { list, name, object, text } from '../schema/kinds.js';
import { consoleAccountShape } from './console-account-shape.js';

export interface SuspensionBody {
  until: string | null;
  reason: string;
  public_reason: string | null;
}

export interface ReasonBody {
  reason: string;
}

const tag = 'Operators';

export const reasonText = () =>
  name().chars(1, OPERATOR_REASON_MAX).required().description('For the audit log.').example('spam');

export const optionalReason = () => reasonText().optional().empty('');

export const publicReason = () =>
  text()
    .trim()
    .empty('')
    .chars(0, PUBLIC_REASON_MAX)
    .allow(null)
    .default(null)
    .description('Shown to the owner of the account. Without it the owner is told only that, and until when.');

export const suspensionBody = object<SuspensionBody>({
  until: Joi.string().isoDate().required().allow(null).description('In the future. Null: not before it is lifted.'),
  reason: reasonText(),
  public_reason: publicReason(),
}).label('Suspension');

export const reasonBody = () => object<ReasonBody>({ reason: reasonText() });

/** As its owner sees it, without the word which of them is the request's. */
const sessionOfAccountShape = object(sessionFields);
const account = { 200: { description: 'The account.', shape: object({ account: consoleAccountShape.required() }) } };

export const consoleAccountEndpoints = {
  suspendAccount: endpoint({
    id: 'suspendAccount',
    method: 'put',
    path: '/api/console/accounts/{id}/suspension',
    tag,
    summary: 'Suspend an account',
    description:
      'From the answer on nothing of the account is accepted, on any node: its sockets are closed with `account_suspended`, its access and refresh tokens and its logins answer `account_suspended`, and it gets no push. Its messages and rooms stay. A second call replaces the first. `unavailable`: it is stored, but a node did not confirm it; repeat the call.',
    access: 'console',
    body: suspensionBody,
    answers: account,
    refusals: ['not_found'],
  }),
  liftSuspension: endpoint({
    id: 'liftSuspension',
    method: 'delete',
    path: '/api/console/accounts/{id}/suspension',
    tag,
    summary: 'Lift the suspension of an account',
    description: 'Its sessions work again. Push starts with the next start of its app.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: account,
    refusals: ['not_found'],
  }),
  listSessionsOfAccount: endpoint({
    id: 'listSessionsOfAccount',
    method: 'get',
    path: '/api/console/accounts/{id}/sessions',
    tag,
    summary: 'List the sessions of an account',
    description: 'The most recently used first. At most 100.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: {
      200: {
        description: 'The sessions.',
        shape: object({ sessions: list(sessionOfAccountShape).required() }),
      },
    },
    refusals: ['not_found'],
  }),
  endSessions: endpoint({
    id: 'endSessions',
    method: 'post',
    path: '/api/console/accounts/{id}/sessions/end',
    tag,
    summary: 'End all sessions of an account',
    description:
      'Its sockets are closed, its refresh tokens are revoked, and push ends. An access token stays valid over REST until it expires; suspend the account if that is too late.',
    access: 'console',
    body: reasonBody().label('EndSessions'),
    answers: { 204: { description: 'No session is left.' } },
    refusals: ['not_found'],
  }),
};
