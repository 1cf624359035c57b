import Joi from 'joi';
import { counters } from '#src/domain/organizations/credit.js';
import { organizationKinds, organizationRoles } from '#src/domain/organizations/organization.js';
import { features } from '#src/domain/organizations/product.js';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';

const id = () => Joi.string().uuid();
const textOrNull = () => Joi.string().required().allow(null);

const billingKeys = {
  legal_name: Joi.string().required(),
  tax_office: Joi.string().required(),
  tax_id: Joi.string().required(),
  address: Joi.string().required(),
  city: Joi.string().required(),
  country: Joi.string().required().example('TR'),
  district: textOrNull(),
  region: textOrNull(),
  postal_code: textOrNull(),
  contact_phone: textOrNull(),
};
export const billingShape = object(billingKeys).meta({ shape: 'Billing' });

export const balancesShape = object({
  message: integer().required(),
  ai: integer().required(),
  impression: integer().required(),
  verification: integer().required(),
});

const packageKeys = {
  product_id: id().required(),
  slug: Joi.string().required(),
  name: Joi.string().required(),
  price_cents: integer().required().description('As entered, tax included.'),
  net_cents: integer().required(),
  vat_cents: integer().required(),
  vat_rate: Joi.number().required().description('Percent.'),
  currency: Joi.string().required().example('TRY'),
  quotas: balancesShape.required(),
  features: list(oneOf(...features)).required(),
};

export const subscriptionShape = object({ ...packageKeys, started_at: integer().required() });
export const pendingShape = object({ ...packageKeys, requested_at: integer().required() });
const { product_id: productId, ...productKeys } = packageKeys;
export const productShape = object({ id: productId, ...productKeys }).meta({ shape: 'Product' });

export const organizationShape = object({
  id: id().required(),
  kind: oneOf(...organizationKinds).required(),
  display_name: Joi.string().required(),
  purpose: Joi.string().required(),
  position_id: id().required().allow(null).description('Individuals.'),
  type_id: id().required().allow(null).description('Companies.'),
  team_size: integer().required().allow(null).description('Companies.'),
  billing: billingShape.required().allow(null).description('Companies, and only for owner and admins.'),
  slug: Joi.string().required(),
  slug_editable: flag().required().description('While it has founded no room.'),
  subscription: subscriptionShape.required().allow(null),
  pending_request: pendingShape.required().allow(null),
  balances: balancesShape.required(),
  suspended: flag().required(),
  created_at: integer().required(),
}).meta({ shape: 'Organization' });

export const roleShape = oneOf(...organizationRoles);
const named = object({ id: id().required(), name: Joi.string().required() });
export const catalogShape = object({
  positions: list(named).required(),
  organization_types: list(named).required(),
  group_types: list(named).required(),
});

export const usageShape = object({
  id: Joi.string().required(),
  counter: oneOf(...counters).required(),
  quantity: integer().required().description('Positive: given. Negative: spent or taken.'),
  source: oneOf('grant:package', 'grant:manual', 'impression').required(),
  note: Joi.string().required().allow(null).description('`grant:package`: the slug of the package.'),
  created_at: integer().required(),
});
