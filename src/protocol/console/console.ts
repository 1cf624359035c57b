/** The operator interface. It is authenticated by a key, without an account. */
import Joi from 'joi';
import { STAR_GRANT_MAX, STAR_REASON_MAX } from '#src/domain/accounts/tally.js';
import { starEntryShape } from '../accounts/stars.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, name, object } from '../schema/kinds.js';
import { consoleAccountShape, suspensionShape } from './console-account-shape.js';

export interface GrantBody {
  delta: number;
  reason: string;
}

const tag = 'Operators';

export interface AccountsQuery {
  username?: string;
  id?: string;
  email?: string;
}

/** Any text; the lookup decides whether it is a name, an id or an address. */
const accountsQuery = object<AccountsQuery>({
  username: Joi.string().allow(''),
  id: Joi.string().allow(''),
  email: Joi.string().allow('').description('Of an account of `/v1`.'),
}).xor('username', 'id', 'email');

export const v1AccountShape = object({
  id: Joi.string().uuid().required(),
  email: Joi.string().required(),
  verified_at: Joi.string().isoDate().required().allow(null),
  created_at: Joi.string().isoDate().required(),
  suspension: suspensionShape(),
  open_sessions: integer().required(),
});

const grantBody = object<GrantBody>({
  delta: integer()
    .min(-STAR_GRANT_MAX)
    .max(STAR_GRANT_MAX)
    .invalid(0)
    .required()
    .description('Any but 0.')
    .example(500),
  reason: name().chars(1, STAR_REASON_MAX).required().example('gift'),
}).label('StarGrant');

export const consoleEndpoints = {
  findAccounts: endpoint({
    id: 'findAccounts',
    method: 'get',
    path: '/api/console/accounts',
    tag,
    summary: 'Find accounts by username, id or e-mail address',
    description: 'The account that has it now, or none. An e-mail address finds accounts of `/v1`, which are separate.',
    access: 'console',
    query: accountsQuery,
    answers: {
      200: {
        description: 'The accounts.',
        shape: object({
          accounts: list(consoleAccountShape).required(),
          v1_accounts: list(v1AccountShape).required(),
        }),
      },
    },
  }),
  grantStars: endpoint({
    id: 'grantStars',
    method: 'post',
    path: '/api/console/accounts/{id}/stars',
    tag,
    summary: 'Grant or withdraw stars of an account',
    description:
      'The balance never falls below 0 (`no_credit`). With an `Idempotency-Key` the same grant to the same account is made once, however late it is repeated.',
    access: 'console',
    body: grantBody,
    answers: {
      200: {
        description: 'The entry that was written, and the balance now.',
        shape: object({ balance: integer().required(), entry: starEntryShape.required() }),
      },
    },
    refusals: ['not_found', 'no_credit', 'idempotency_conflict'],
  }),
  setPremium: endpoint({
    id: 'setPremium',
    method: 'put',
    path: '/api/console/accounts/{id}/premium',
    tag,
    summary: 'Set whether an account is premium',
    description: 'The audit log has the state from before.',
    access: 'console',
    body: object<{ premium: boolean }>({ premium: flag().required() }).label('Premium'),
    answers: { 200: { description: 'The account.', shape: object({ account: consoleAccountShape.required() }) } },
    refusals: ['not_found'],
  }),
};
