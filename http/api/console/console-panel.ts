/** For operators: packages, credits and suspension of organizations, and their catalog. */
import type { CatalogWriter, Organizations } from '#actors/organization/commands.js';
import { noteBefore } from '#http/operators/audit.js';
import { operationId } from '#http/operators/operation-id.js';
import { balancesOf, catalogOf, organizationView, productsOf } from '#http/organizations/organization-presenter.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { LiveItemsCache } from '#http/sponsored/live-items-cache.js';
import type { Organization } from '#src/domain/organizations/organization.js';
import { RefusalError } from '#src/errors.js';
import { consolePanelEndpoints as endpoints } from '#src/protocol/console/console-panel.js';
import { presentCatalogLists, presentProduct, productFrom } from '#src/protocol/present/catalog.js';
import { presentBalances, presentOrganization, presentUsage } from '#src/protocol/present/organization.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { CatalogBody } from '#src/protocol/shapes/catalog.js';
import type { Reader } from '#src/store/store.js';

export interface ConsolePanelRoutesDeps {
  organizations: Organizations;
  catalog: CatalogWriter;
  reader: Reader;
  /** The items of an organization are offered by its credit, and not while it is suspended. */
  liveItems: Pick<LiveItemsCache, 'invalidate'>;
  env: EdgeEnv;
}

const REQUESTS_LISTED_MAX = 200;

export const consolePanelRoutes = (deps: ConsolePanelRoutesDeps): Route[] => [
  ...organizationRoutes(deps),
  ...catalogRoutes(deps),
];

function organizationRoutes({ organizations, reader, liveItems, env }: ConsolePanelRoutesDeps): Route[] {
  const presented = async (organization: Organization) =>
    presentOrganization(await organizationView(reader, organization._id, organization), 'owner', 'en');
  const packagesBefore = async (id: string) => {
    const found = await reader.get<Organization>('organizations', id);
    return { package: found?.subscription?.slug ?? null, asked: found?.pending?.slug ?? null };
  };
  return [
    route(endpoints.listPackageRequests, async () => {
      const range = { index: 'pending', limit: REQUESTS_LISTED_MAX };
      const waiting = await reader.range<Organization>('organizations', range);
      const views = await Promise.all(waiting.map(presented));
      return ok({ requests: views.map((organization) => ({ organization })) });
    }),
    route(endpoints.settlePackageRequest, async ({ params, body, ctx }) => {
      const id = idIn(params);
      noteBefore(ctx, await packagesBefore(id));
      const requestId = operationId(ctx, `package ${id}`, env);
      const command = { type: 'settle_request' as const, decision: body.decision, requestId };
      const organization = await organizations.ask(id, command);
      liveItems.invalidate();
      return ok({ organization: await presented(organization) });
    }),
    route(endpoints.grantCredit, async ({ params, body, ctx }) => {
      const id = idIn(params);
      noteBefore(ctx, presentBalances(await balancesOf(reader, id)));
      const entryId = operationId(ctx, `credit ${id}`, env);
      const entry = await organizations.ask(id, { type: 'grant_credit', entryId, ...body });
      liveItems.invalidate();
      return ok({ balances: presentBalances(await balancesOf(reader, id)), entry: presentUsage(entry) });
    }),
    route(endpoints.setSuspended, async ({ params, body, ctx }) => {
      noteBefore(ctx, {
        suspended: (await reader.get<Organization>('organizations', idIn(params)))?.suspended ?? null,
      });
      const command = { type: 'set_suspended' as const, suspended: body.suspended };
      const organization = await organizations.ask(idIn(params), command);
      liveItems.invalidate();
      return ok({ organization: await presented(organization) });
    }),
  ];
}

function catalogRoutes({ catalog, reader }: ConsolePanelRoutesDeps): Route[] {
  return [
    route(endpoints.putCatalog, async ({ body, ctx }) => {
      noteBefore(ctx, presentCatalogLists(await catalogOf(reader)));
      for (const [name, sent] of sentLists(body)) if (sent) await catalog.putList(name, sent);
      return ok(presentCatalogLists(await catalogOf(reader)));
    }),
    route(endpoints.putProducts, async ({ body, ctx }) => {
      noteBefore(ctx, { products: (await productsOf(reader)).map(presentProduct) });
      const products = await catalog.putProducts(body.products.map(productFrom));
      return ok({ products: products.map(presentProduct) });
    }),
  ];
}

const sentLists = ({ positions, organization_types, group_types }: CatalogBody) =>
  [
    ['positions', positions],
    ['organizationTypes', organization_types],
    ['groupTypes', group_types],
  ] as const;

function idIn({ id: typed = '' }: Record<string, string>): string {
  const id = typed.toLowerCase();
  if (!isUuid(id)) throw new RefusalError('not_found');
  return id;
}
