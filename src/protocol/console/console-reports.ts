/** Reports: listed, looked into, decided together with the action. */
import Joi from 'joi';
import {
  REPORT_NOTE_MAX,
  REPORTS_LISTED_MAX,
  type ReportDecision,
  reportDecisions,
  reportKinds,
} from '#src/domain/accounts/report.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf, pageSize, text } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { publicReason, type ReasonBody, reasonText } from './console-accounts.js';

export const reportActions = ['suspend_account', 'delete_message', 'delete_room'] as const;

export interface ReportActionBody {
  type: (typeof reportActions)[number];
  until?: string | null;
  public_reason: string | null;
}

export interface DecisionBody {
  decision: ReportDecision;
  note: string | null;
  action: ReportActionBody | null;
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

const actionBody = object<ReportActionBody>({
  type: oneOf(...reportActions).required(),
  until: Joi.string().isoDate().allow(null).description('Of `suspend_account`. Null: not before it is lifted.'),
  public_reason: publicReason(),
});

const decisionBody = object<DecisionBody>({
  decision: oneOf(...reportDecisions).required(),
  note: text().trim().empty('').chars(0, REPORT_NOTE_MAX).allow(null).default(null),
  action: actionBody.allow(null).default(null).description('Only with `uphold`.'),
}).label('ReportDecision');

export const consoleReportEndpoints = {
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
  countReports: endpoint({
    id: 'countReports',
    method: 'get',
    path: '/api/console/reports/count',
    tag,
    summary: 'Count the open reports',
    description: `At most ${REPORTS_LISTED_MAX}. It shows nothing of them, so it is no row of the audit log.`,
    access: 'console',
    answers: { 200: { description: 'The number.', shape: object({ open: integer().required() }) } },
  }),
  viewReportedConversation: endpoint({
    id: 'viewReportedConversation',
    method: 'get',
    path: '/api/console/reports/{id}/conversation',
    tag,
    summary: 'Look into the conversation around a report',
    description:
      'The report with the content as it was reported, and the messages around it as they are now: for a reported message those around it, for a room its newest ones, otherwise none.',
    access: 'console',
    query: object<ReasonBody & { limit: number }>({ reason: reasonText(), limit: pageSize() }),
    answers: {
      200: {
        description: 'The report and the messages.',
        shape: object({
          report: reportShape.required(),
          room_id: Joi.string().uuid().required().allow(null).description('Null if the room does not exist any more.'),
          messages: list(messageShape).required(),
        }),
      },
    },
    refusals: ['not_found'],
  }),
  settleReport: endpoint({
    id: 'settleReport',
    method: 'post',
    path: '/api/console/reports/{id}/decision',
    tag,
    summary: 'Settle a report',
    description:
      'Once. Deciding the same again changes nothing; deciding differently is `invalid_state`. With `action` the report is settled in the same commit as the action: the reported account or the author of the reported message is suspended, the message is deleted, the room is deleted. An action that does not fit the report is `invalid_state`.',
    access: 'console',
    body: decisionBody,
    answers: { 200: { description: 'The report.', shape: object({ report: reportShape.required() }) } },
    refusals: ['not_found', 'invalid_state', 'room_not_found'],
  }),
};
