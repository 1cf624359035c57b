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
    summary: 'List the organizations with a requested package, longest wait first',
    description: 'Requests that were withdrawn or answered are left out.',
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
    summary: 'Approve or reject a requested package',
    description:
      'Approved, the one before ends and the counters are set to the amounts of the new one. With an `Idempotency-Key` the same decision may be sent again.',
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
    summary: 'Grant or withdraw credits of an organization',
    description:
      'A balance never falls below 0 (`no_credit`). With an `Idempotency-Key` the same grant to the same organization is made once, however late it is repeated.',
    access: 'console',
    body: grantBody,
    answers: {
      200: {
        description: 'The entries that were written, and the balances now.',
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
    summary: 'Suspend or resume an organization',
    description: 'The audit log has the state from before.',
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
    summary: 'Replace the catalog for organizations',
    description:
      'Each list that is sent is replaced, by id. An item that is left out can no longer be chosen; organizations that have chosen it keep it.',
    access: 'console',
    body: catalogBody,
    answers: {
      200: {
        description: 'All three lists, with the items that are no longer offered.',
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
    description: 'By id. A product that is left out is no longer sold; organizations that have it keep it as agreed.',
    access: 'console',
    body: productBody,
    answers: {
      200: { description: 'All packages.', shape: object({ products: list(productItem()).required() }) },
    },
  }),
};
