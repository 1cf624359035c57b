/** The audit log of operators. It has no endpoint that changes a row. */
import Joi from 'joi';
import { AUDIT_EXPORTED_MAX, AUDIT_LISTED_MAX } from '#src/domain/operators/audit.js';
import { operatorRoles } from '#src/domain/operators/operator.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf, pageSize, text } from '../schema/kinds.js';

/** Which rows: by time, by target, by operator. */
export interface AuditFilter {
  from?: string;
  to?: string;
  target?: string;
  operator?: string;
}

export interface AuditQuery extends AuditFilter {
  before?: string;
  limit: number;
}

export interface AuditExportQuery extends AuditFilter {
  after?: string;
  format: 'jsonl' | 'csv';
  limit: number;
}

const tag = 'Operators';
/** Characters of an audit id or of a target. */
const CURSOR_MAX = 128;

const auditShape = object({
  id: Joi.string().required(),
  at: Joi.string().isoDate().required(),
  operator: object({
    id: Joi.string().required(),
    name: Joi.string().required(),
    role: oneOf(...operatorRoles).required(),
  }).required(),
  action: Joi.string().required().description('The `operationId` of the endpoint.'),
  target: Joi.string().required().allow(null),
  given: Joi.object().unknown().required().description('The parameters, without names and addresses of people.'),
  reason: Joi.string().required().allow(null),
  request_id: Joi.string().required(),
  before: Joi.object().unknown().required().allow(null).description('The state before the action.'),
  outcome: Joi.string()
    .required()
    .allow(null)
    .description('`done`, or the code of the refusal. Null: it was begun, and its outcome was not recorded.'),
  ended_at: Joi.string().isoDate().required().allow(null),
});

const cursor = () => text().max(CURSOR_MAX).empty('');
const instant = (what: string) => Joi.string().isoDate().empty('').description(what);

const filter = () => ({
  from: instant('Rows from this time on: a date (midnight, UTC), or a date with a time and an offset.'),
  to: instant('Rows before this time.'),
  target: cursor().lowercase(),
  operator: cursor(),
});

export const consoleAuditEndpoints = {
  listAudit: endpoint({
    id: 'listAudit',
    method: 'get',
    path: '/api/console/audit',
    tag,
    summary: 'List the audit log',
    description: 'Newest first. `before` is the id of the last row of the page before.',
    access: 'console',
    query: object<AuditQuery>({
      before: cursor(),
      ...filter(),
      limit: pageSize(undefined, AUDIT_LISTED_MAX),
    }),
    answers: { 200: { description: 'The rows.', shape: object({ entries: list(auditShape).required() }) } },
  }),
  exportAudit: endpoint({
    id: 'exportAudit',
    method: 'get',
    path: '/api/console/audit/export',
    tag,
    summary: 'Export the audit log',
    description: `Oldest first, as JSON lines or as CSV. The answer is a stream: it ends early, without its last chunk, if the store fails. It has at most ${AUDIT_EXPORTED_MAX} rows; \`after\` is the id of the last row that was exported before. Rows of the last 15 seconds follow later. In CSV a line break of a text is a blank, and a text that a spreadsheet would calculate begins with an apostrophe.`,
    access: 'console',
    query: object<AuditExportQuery>({
      after: cursor(),
      ...filter(),
      format: oneOf('jsonl', 'csv').empty('').default('jsonl'),
      limit: pageSize(AUDIT_EXPORTED_MAX, AUDIT_EXPORTED_MAX),
    }),
    answers: { 200: { description: 'One row a line.', contentType: ['application/x-ndjson', 'text/csv'] } },
  }),
};
