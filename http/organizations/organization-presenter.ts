/** A stored organization with its related documents. */
import { type Catalog, type CatalogList, catalogLists } from '#src/domain/organizations/catalog.js';
import { type BalancesDoc, noBalances } from '#src/domain/organizations/credit.js';
import type { Organization, OrganizationId, OrgRooms } from '#src/domain/organizations/organization.js';
import type { Product, ProductList } from '#src/domain/organizations/product.js';
import { RefusalError } from '#src/errors.js';
import type { OrganizationView } from '#src/protocol/present/organization.js';
import type { Reader } from '#src/store/store.js';

export async function balancesOf(reader: Reader, id: OrganizationId): Promise<BalancesDoc> {
  return (await reader.get<BalancesDoc>('balances', id)) ?? { _id: id, ...noBalances };
}

/** `known`: as the organization itself has just answered. */
export async function organizationView(
  reader: Reader,
  id: OrganizationId,
  known?: Organization,
): Promise<OrganizationView> {
  const [organization, balances, counted] = await Promise.all([
    known ?? reader.get<Organization>('organizations', id),
    balancesOf(reader, id),
    reader.get<OrgRooms>('orgRooms', id),
  ]);
  if (!organization) throw new RefusalError('no_organization');
  return { organization, balances, rooms: counted?.rooms ?? 0 };
}

export async function catalogOf(reader: Reader): Promise<Catalog> {
  const lists = await reader.getMany<CatalogList>('catalog', [...catalogLists]);
  const items = catalogLists.map((name, index) => [name, lists[index]?.items ?? []]);
  return Object.fromEntries(items) as Catalog;
}

export async function productsOf(reader: Reader): Promise<Product[]> {
  return (await reader.get<ProductList>('catalog', 'products'))?.items ?? [];
}
