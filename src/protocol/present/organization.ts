/** Organizations for their team. Times are ms. */
import type { Catalog, CatalogItem } from '#src/domain/organizations/catalog.js';
import { type Balances, counters, type UsageEntry } from '#src/domain/organizations/credit.js';
import {
  type Billing,
  mayManage,
  type Organization,
  type OrganizationRole,
} from '#src/domain/organizations/organization.js';
import { type AgreedProduct, invoiceAmounts, nameIn, type Product } from '#src/domain/organizations/product.js';

type Language = 'tr' | 'en';

/** An organization with the documents that belong to it. */
export interface OrganizationView {
  organization: Organization;
  balances: Balances;
  /** The number of rooms that it has founded. */
  rooms: number;
}

export function presentOrganization(view: OrganizationView, role: OrganizationRole, language: Language) {
  const { organization } = view;
  return {
    id: organization._id,
    kind: organization.kind,
    display_name: organization.displayName,
    purpose: organization.purpose,
    position_id: organization.positionId,
    type_id: organization.typeId,
    team_size: organization.teamSize,
    billing: presentBilling(organization, role),
    slug: organization.slug,
    ...presentPackage(view, language),
    suspended: organization.suspended,
    created_at: organization.createdAt,
  };
}

/** Also part of the panel's first answer. */
export function presentPackage({ organization, balances, rooms }: OrganizationView, language: Language) {
  const { subscription, pending } = organization;
  return {
    slug_editable: rooms === 0,
    subscription: subscription && { ...presentAgreed(subscription, language), started_at: subscription.startedAt },
    pending_request: pending && { ...presentAgreed(pending, language), requested_at: pending.requestedAt },
    balances: presentBalances(balances),
  };
}

export const presentBalances = (balances: Balances) =>
  Object.fromEntries(counters.map((counter) => [counter, balances[counter]])) as Balances;

export function presentBilling({ billing }: Organization, role: OrganizationRole) {
  return billing && mayManage(role) ? billingOnWire(billing) : null;
}

const billingOnWire = (billing: Billing) => ({
  legal_name: billing.legalName,
  tax_office: billing.taxOffice,
  tax_id: billing.taxId,
  address: billing.address,
  city: billing.city,
  country: billing.country,
  district: billing.district,
  region: billing.region,
  postal_code: billing.postalCode,
  contact_phone: billing.contactPhone,
});

function presentAgreed(product: AgreedProduct, language: Language) {
  const { id, ...rest } = presentTerms(product, language);
  return { product_id: id, ...rest };
}

function presentTerms(product: AgreedProduct, language: Language) {
  const { netCents, vatCents } = invoiceAmounts(product);
  return {
    id: product.id,
    slug: product.slug,
    name: nameIn(product.names, language),
    price_cents: product.priceCents,
    net_cents: netCents,
    vat_cents: vatCents,
    vat_rate: product.vatRate,
    currency: product.currency,
    quotas: presentBalances(product.quotas),
    features: product.features,
  };
}

/** The products on sale. */
export const presentProducts = (products: Product[], language: Language) =>
  products.filter(({ onSale }) => onSale).map((product) => presentTerms(product, language));

export function presentCatalog(catalog: Catalog, language: Language) {
  const offered = (items: CatalogItem[]) =>
    items.filter((item) => item.offered).map(({ id, names }) => ({ id, name: nameIn(names, language) }));
  return {
    positions: offered(catalog.positions),
    organization_types: offered(catalog.organizationTypes),
    group_types: offered(catalog.groupTypes),
  };
}

export const presentUsage = ({ _id, counter, quantity, source, note, at }: UsageEntry) => ({
  id: _id,
  counter,
  quantity,
  source,
  note,
  created_at: at,
});
