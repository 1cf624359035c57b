/** The operator interface. It is authenticated by a key, without an account. */
import Joi from 'joi';
import {
  REPORT_NOTE_MAX,
  REPORTS_LISTED_MAX,
  type ReportDecision,
  reportDecisions,
  reportKinds,
} from '#src/domain/accounts/report.js';
import { STAR_GRANT_MAX, STAR_REASON_MAX } from '#src/domain/accounts/tally.js';
import { starEntryShape } from '../accounts/stars.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, name, object, oneOf, pageSize, text } from '../schema/kinds.js';
import { consoleAccountShape } from './console-account-shape.js';

export interface GrantBody {
  delta: number;
  reason: string;
}

export interface DecisionBody {
  decision: ReportDecision;
  note: string | null;
}

export interface ReportsQuery {
  status: 'open' | 'settled';
  limit: number;
}

const tag = 'Operators';

const reportShape = object({
  id: Joi.string().uuid().required(),
  kind: oneOf(...reportKinds).required(),
  target: Joi.string().required().description('The id of the reported object.'),
  reported_by: Joi.string().required().allow(null).description('Null for a deleted account.'),
  reason: Joi.string().required(),
  text: Joi.string().required().allow(null),
  content: Joi.object().unknown().required().allow(null).description('The object as it was when it was reported.'),
  status: oneOf('open', 'settled').required(),
  decision: oneOf(...reportDecisions)
    .required()
    .allow(null),
  note: Joi.string().required().allow(null),
  created_at: Joi.string().isoDate().required(),
  settled_at: Joi.string().isoDate().required().allow(null),
});

/** Any text; the lookup decides whether it is a name. */
const accountsQuery = object<{ username: string }>({ username: Joi.string().allow('').required() });

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

const decisionBody = object<DecisionBody>({
  decision: oneOf(...reportDecisions).required(),
  note: text().trim().empty('').chars(0, REPORT_NOTE_MAX).allow(null).default(null),
}).label('ReportDecision');

export const consoleEndpoints = {
  findAccounts: endpoint({
    id: 'findAccounts',
    method: 'get',
    path: '/api/console/accounts',
    tag,
    summary: 'List the accounts of a username',
    description: 'The account that has the username now, or none.',
    access: 'console',
    query: accountsQuery,
    answers: {
      200: { description: 'The accounts.', shape: object({ accounts: list(consoleAccountShape).required() }) },
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
    access: 'console',
    body: object<{ premium: boolean }>({ premium: flag().required() }).label('Premium'),
    answers: { 200: { description: 'The account.', shape: object({ account: consoleAccountShape.required() }) } },
    refusals: ['not_found'],
  }),
  listReports: endpoint({
    id: 'listReports',
    method: 'get',
    path: '/api/console/reports',
    tag,
    summary: 'List the reports',
    description: 'Open ones oldest first; settled ones newest first.',
    access: 'console',
    query: object<ReportsQuery>({
      status: oneOf('open', 'settled').empty('').default('open'),
      limit: pageSize(undefined, REPORTS_LISTED_MAX),
    }),
    answers: { 200: { description: 'The reports.', shape: object({ reports: list(reportShape).required() }) } },
  }),
  settleReport: endpoint({
    id: 'settleReport',
    method: 'post',
    path: '/api/console/reports/{id}/decision',
    tag,
    summary: 'Settle a report',
    description: 'Once. Deciding the same again changes nothing; deciding differently is `invalid_state`.',
    access: 'console',
    body: decisionBody,
    answers: { 200: { description: 'The report.', shape: object({ report: reportShape.required() }) } },
    refusals: ['not_found', 'invalid_state'],
  }),
};
