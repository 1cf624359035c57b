/** The operators' catalog for organizations, to and from wire format. */
import type { Catalog } from '#src/domain/organizations/catalog.js';
import type { Product } from '#src/domain/organizations/product.js';
import type { WireProduct } from '../shapes/catalog.js';

export const presentCatalogLists = ({ positions, organizationTypes, groupTypes }: Catalog) => ({
  positions,
  organization_types: organizationTypes,
  group_types: groupTypes,
});

export const productFrom = (sent: WireProduct): Product => ({
  id: sent.id,
  slug: sent.slug,
  names: sent.names,
  priceCents: sent.price_cents,
  vatRate: sent.vat_rate,
  currency: sent.currency,
  quotas: sent.quotas,
  features: sent.features,
  onSale: sent.on_sale,
});

export const presentProduct = (product: Product): WireProduct => ({
  id: product.id,
  slug: product.slug,
  names: product.names,
  price_cents: product.priceCents,
  vat_rate: product.vatRate,
  currency: product.currency,
  quotas: product.quotas,
  features: product.features,
  on_sale: product.onSale,
});
