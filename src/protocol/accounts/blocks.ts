import Joi from 'joi';
import { type ReportKind, reportKinds } from '#src/domain/accounts/report.js';
import { REPORT_REASON_MAX, REPORT_TEXT_MAX } from '#src/domain/limits.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf, text } from '../schema/kinds.js';
import { personShape } from '../shapes/person.js';

export interface ReportBody {
  kind: ReportKind;
  id: string | number;
  reason: string;
  text: string | null;
}

const tag = 'Account';
const done = { 204: { description: 'Done.' } };

const reportBody = object<ReportBody>({
  kind: oneOf(...reportKinds).required(),
  id: Joi.alternatives(text().min(1).max(64), Joi.number().integer().strict().min(0)).required(),
  reason: text().trim().chars(1, REPORT_REASON_MAX).required().example('spam'),
  text: text().trim().empty('').chars(0, REPORT_TEXT_MAX).allow(null).default(null),
}).label('NewReport');

export const blockEndpoints = {
  listBlocks: endpoint({
    id: 'listBlocks',
    method: 'get',
    path: '/api/me/blocks',
    tag,
    summary: 'List the blocked accounts, newest first',
    description: 'Only the caller sees this list.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ people: list(personShape).required() }) } },
  }),
  block: endpoint({
    id: 'block',
    method: 'put',
    path: '/api/me/blocks/{account_id}',
    tag,
    summary: 'Block an account',
    description: 'In rooms, mentions by the blocked account no longer count. Blocking again changes nothing.',
    access: 'username',
    answers: done,
    refusals: ['invalid_request', 'not_found'],
  }),
  unblock: endpoint({
    id: 'unblock',
    method: 'delete',
    path: '/api/me/blocks/{account_id}',
    tag,
    summary: 'Unblock an account',
    description: 'The follows and chats that the block has ended do not come back by themselves.',
    access: 'username',
    answers: done,
    refusals: ['not_found'],
  }),
  report: endpoint({
    id: 'report',
    method: 'post',
    path: '/api/reports',
    tag,
    summary: 'Report an account, room or message to the operators',
    description:
      'Its content is kept as it is now. A message must be one the caller can read, a room is named by id or slug.',
    access: 'username',
    body: reportBody,
    answers: {
      201: {
        description: 'Saved.',
        shape: object({ report: object({ id: Joi.string().uuid().required() }).required() }),
      },
    },
    refusals: ['not_found', 'rate_limited'],
  }),
};
