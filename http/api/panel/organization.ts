/** Founding an organization, changing it, and its package. */
import type { Organizations } from '#actors/organization/commands.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { type Employment, organizationOf, refuseUnfitBody } from '#http/organizations/employment.js';
import { balancesOf, catalogOf, organizationView } from '#http/organizations/organization-presenter.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Reply, type Route, route } from '#http/routing/route.js';
import { isCountry } from '#src/adapters/countries.js';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import { USAGE_LISTED_MAX, type UsageEntry } from '#src/domain/organizations/credit.js';
import {
  mayManage,
  type Organization,
  type OrganizationRole,
  SLUG_ATTEMPTS_PER_DAY,
} from '#src/domain/organizations/organization.js';
import { deriveOrganizationSlug } from '#src/domain/organizations/organization-slug.js';
import { RefusalError } from '#src/errors.js';
import { organizationEndpoints as endpoints } from '#src/protocol/panel/organization.js';
import {
  type ReadingContext,
  readOrganization,
  readOrganizationChange,
} from '#src/protocol/panel/read-organization.js';
import { presentBalances, presentOrganization, presentUsage } from '#src/protocol/present/organization.js';
import type { Reader } from '#src/store/store.js';

export interface OrganizationRoutesDeps {
  organizations: Organizations;
  reader: Reader;
  limits: WindowLimits;
  env: EdgeEnv;
  config: { brand: string };
}

type Language = 'tr' | 'en';

const DAY_MS = 86_400_000;

export const organizationRoutes = (deps: OrganizationRoutesDeps): Route[] => [
  ...profileRoutes(deps),
  ...packageRoutes(deps),
];

function profileRoutes(deps: OrganizationRoutesDeps): Route[] {
  const { organizations, reader } = deps;
  const founding = foundingOf(deps);
  return [
    route(endpoints.createOrganization, async ({ caller, body, query }) => {
      const read = readOrganization(body, await readingContext(deps));
      const organization = await founding(caller.accountId, read);
      return created(await answer(reader, organization, 'owner', query.lang));
    }),
    route(endpoints.changeOrganization, async ({ caller, body, query }) => {
      const { organizationId, role } = await managedBy(reader, caller.accountId);
      const { organization: standing } = await organizationView(reader, organizationId);
      const isAttempt = isOtherSlug(body.slug, standing.slug);
      if (isAttempt) await countAttempt(deps, organizationId);
      const context = await readingContext(deps);
      const read = readOrganizationChange(isAttempt ? body : { ...body, slug: undefined }, standing, context);
      const command = { type: 'change_organization' as const, by: caller.accountId, ...read };
      return ok(await answer(reader, await organizations.ask(organizationId, command), role, query.lang));
    }),
  ];
}

/**
 * Organizations whose names suggest the same slug are created one after the other, so that each sees the slugs taken by
 * those before; the store decides between nodes.
 */
function foundingOf({ organizations, env, config }: OrganizationRoutesDeps) {
  const mutex = new KeyedMutex();
  return async (by: string, read: ReturnType<typeof readOrganization>): Promise<Organization> => {
    const wanted = read.slug ?? deriveOrganizationSlug(read.fields.displayName, config.brand).base;
    const end = await mutex.acquire(wanted);
    try {
      return await organizations.ask(env.uuid(), { type: 'create_organization', by, ...read });
    } finally {
      end();
    }
  };
}

function packageRoutes({ organizations, reader, env }: OrganizationRoutesDeps): Route[] {
  return [
    route(endpoints.requestPackage, async ({ caller: { accountId: by }, body, query, unfit }) => {
      await refuseUnfitBody({ reader, may: mayManage }, by, unfit);
      const { organizationId, role } = await organizationOf(reader, by);
      const command = { type: 'request_package' as const, by, product: body.product_id, requestId: env.uuid() };
      return ok(await answer(reader, await organizations.ask(organizationId, command), role, query.lang));
    }),
    route(endpoints.withdrawPackageRequest, async ({ caller: { accountId: by } }) => {
      const { organizationId } = await organizationOf(reader, by);
      await organizations.ask(organizationId, { type: 'withdraw_request', by });
      return noContent();
    }),
    route(endpoints.viewUsage, async ({ caller }): Promise<Reply> => {
      const { organizationId } = await organizationOf(reader, caller.accountId);
      const newest = { index: 'byOrganization', prefix: [organizationId], desc: true, limit: USAGE_LISTED_MAX };
      const [balances, entries] = await Promise.all([
        balancesOf(reader, organizationId),
        reader.range<UsageEntry>('usage', newest),
      ]);
      return ok({ balances: presentBalances(balances), entries: entries.map(presentUsage) });
    }),
  ];
}

async function answer(reader: Reader, organization: Organization, role: OrganizationRole, language: Language) {
  const view = await organizationView(reader, organization._id, organization);
  return { organization: presentOrganization(view, role, language), role };
}

/** A missing permission is answered before an invalid body. */
async function managedBy(reader: Reader, account: string): Promise<Employment> {
  const employment = await organizationOf(reader, account);
  if (!mayManage(employment.role)) throw new RefusalError('not_allowed');
  return employment;
}

/** The current one is no change, however it is written. */
function isOtherSlug(sent: unknown, current: string): boolean {
  if (typeof sent !== 'string') return sent !== undefined && sent !== null;
  const slug = sent.trim().toLowerCase();
  return slug !== '' && slug !== current;
}

async function countAttempt({ limits }: OrganizationRoutesDeps, id: string): Promise<void> {
  await takeFromWindow(limits, 'organization-slug', id, SLUG_ATTEMPTS_PER_DAY, DAY_MS);
}

const readingContext = async ({ reader, config }: OrganizationRoutesDeps): Promise<ReadingContext> => ({
  catalog: await catalogOf(reader),
  brand: config.brand,
  isCountry,
});
