/** Operators' decisions about organizations, and the lists that organizations choose from. */
import Joi from 'joi';
import { type Counter, CREDIT_MAX, CREDIT_NOTE_MAX, counters } from '#src/domain/organizations/credit.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf, text } from '../schema/kinds.js';
import { catalogBody, namesShape, productBody, productItem } from '../shapes/catalog.js';
import { balancesShape, organizationShape, usageShape } from '../shapes/organization.js';

export interface CreditGrantBody {
  counter: Counter;
  quantity: number;
  note: string | null;
}

const tag = 'Operators';
const oneOrganization = object({ organization: organizationShape.required() });

const offeredShape = list(
  object({ id: Joi.string().uuid().required(), names: namesShape.required(), offered: flag().required() }),
).required();

const grantBody = object<CreditGrantBody>({
  counter: oneOf(...counters).required(),
  quantity: integer().min(-CREDIT_MAX).max(CREDIT_MAX).invalid(0).required().description('Any but 0.').example(1_000),
  note: text().trim().empty('').chars(0, CREDIT_NOTE_MAX).allow(null).default(null),
}).label('CreditGrant');

export const consolePanelEndpoints = {
  listPackageRequests: endpoint({
    id: 'listPackageRequests',
    method: 'get',
    path: '/api/console/package-requests',
    tag,
    summary: 'Organizations that wait for a package, longest first',
    access: 'console',
    answers: {
      200: {
        description: 'At most 200.',
        shape: object({ requests: list(object({ organization: organizationShape.required() })).required() }),
      },
    },
  }),
  settlePackageRequest: endpoint({
    id: 'settlePackageRequest',
    method: 'post',
    path: '/api/console/organizations/{id}/package-request',
    tag,
    summary: 'Open the package that was asked for, or not',
    description:
      'Approved, the one before ends and the counters are set to what the new one gives. With an `Idempotency-Key` the same decision may be sent again.',
    access: 'console',
    body: object<{ decision: 'approve' | 'reject' }>({ decision: oneOf('approve', 'reject').required() }).label(
      'PackageDecision',
    ),
    answers: { 200: { description: 'The organization.', shape: oneOrganization } },
    refusals: ['not_found', 'invalid_state', 'idempotency_conflict'],
  }),
  grantCredit: endpoint({
    id: 'grantCredit',
    method: 'post',
    path: '/api/console/organizations/{id}/grants',
    tag,
    summary: 'Give credits to an organization, or take them',
    description:
      'A balance never falls below 0 (`no_credit`). With an `Idempotency-Key` the same grant to the same organization is made once, however late it is repeated.',
    access: 'console',
    body: grantBody,
    answers: {
      200: {
        description: 'What was written, and the balances now.',
        shape: object({ balances: balancesShape.required(), entry: usageShape.required() }),
      },
    },
    refusals: ['not_found', 'no_credit', 'idempotency_conflict'],
  }),
  setSuspended: endpoint({
    id: 'setOrganizationSuspended',
    method: 'put',
    path: '/api/console/organizations/{id}/suspended',
    tag,
    summary: 'Suspend an organization, or let it go on',
    access: 'console',
    body: object<{ suspended: boolean }>({ suspended: flag().required() }).label('Suspension'),
    answers: { 200: { description: 'The organization.', shape: oneOrganization } },
    refusals: ['not_found'],
  }),
  putCatalog: endpoint({
    id: 'putCatalog',
    method: 'put',
    path: '/api/console/catalog',
    tag,
    summary: 'Replace what organizations choose from',
    description:
      'Each list that is sent is replaced, by id. What is left out of it can no longer be chosen; who has chosen it keeps it.',
    access: 'console',
    body: catalogBody,
    answers: {
      200: {
        description: 'All three lists, with what is no longer offered.',
        shape: object({ positions: offeredShape, organization_types: offeredShape, group_types: offeredShape }),
      },
    },
  }),
  putProducts: endpoint({
    id: 'putProducts',
    method: 'put',
    path: '/api/console/products',
    tag,
    summary: 'Replace the packages',
    description: 'By id. What is left out is off sale; who has it keeps it as it was agreed.',
    access: 'console',
    body: productBody,
    answers: {
      200: { description: 'All packages.', shape: object({ products: list(productItem()).required() }) },
    },
  }),
};
