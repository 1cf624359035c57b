/** Organizations with credit and items, written straight into a store: what is tried here is what becomes of them. */
import { randomUUID } from 'node:crypto';
import { ActorSystem } from '#actors/runtime/actor-system.js';
import {
  createSponsoredMarks,
  type Mark,
  type SponsoredCommand,
  type SponsoredItems,
  type SponsoredMarks,
  type SponsoredReplies,
} from '#actors/sponsored/commands.js';
import { sponsoredKind } from '#actors/sponsored/sponsored-actor.js';
import { verifyCredits } from '#actors/sponsored/verify/verify-credits.js';
import { type BalancesDoc, noBalances, type UsageEntry } from '#src/domain/organizations/credit.js';
import type { Organization, OrganizationRole, OrgMember } from '#src/domain/organizations/organization.js';
import type { Feature } from '#src/domain/organizations/product.js';
import type { SponsoredContent, SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { everybody } from '#src/domain/sponsored/sponsored-audience.js';
import type { Doc, Store, Write } from '#src/store/store.js';
import { TestClock } from '../../support/time/test-clock.js';

export const content = (more: Partial<SponsoredContent> = {}): SponsoredContent => ({
  title: 'Yaz indirimi',
  body: 'Bütün kitaplarda yüzde otuz.',
  targetKind: 'url',
  target: 'https://example.com/yaz',
  imageKey: null,
  thumbKey: null,
  languages: [],
  platforms: [],
  budget: 100,
  startsAt: null,
  endsAt: null,
  audience: everybody(),
  ...more,
});

const put = (into: Write['in'], doc: Doc): Write => ({ op: 'put', in: into, doc: { ...doc } });

/** A package that includes sponsored items, so much credit, and people by role. */
export async function openOrganization(
  store: Store,
  { credit = 1_000, features = ['sponsored'] }: { credit?: number; features?: Feature[] } = {},
): Promise<string> {
  const id = randomUUID();
  const agreed = { id: randomUUID(), slug: 'plus', names: { tr: 'Artı' }, priceCents: 0, vatRate: 20, currency: 'TRY' };
  const organization: Organization = {
    _id: id,
    version: 1,
    kind: 'individual',
    slug: `kahve-${id.slice(0, 8)}`,
    displayName: 'Kahve Köşesi',
    purpose: '',
    positionId: null,
    typeId: null,
    teamSize: null,
    billing: null,
    subscription: { ...agreed, quotas: { ...noBalances, impression: credit }, features, startedAt: 0 },
    pending: null,
    pendingAt: null,
    suspended: false,
    settled: null,
    createdAt: 0,
    closedAt: null,
  };
  const entry: UsageEntry = {
    _id: randomUUID(),
    organization: id,
    counter: 'impression',
    quantity: credit,
    source: 'grant:package',
    note: 'plus',
    at: 0,
  };
  const balances: BalancesDoc = { _id: id, ...noBalances, impression: credit };
  const given = credit > 0 ? [put('usage', entry)] : [];
  await store.write([put('organizations', organization), put('balances', balances), ...given]);
  return id;
}

export async function employ(
  store: Store,
  organization: string,
  role: OrganizationRole = 'owner',
  account: string = randomUUID(),
): Promise<string> {
  const member: OrgMember = { _id: account, organization, role, joinedAt: 0 };
  await store.write([put('orgMembers', member)]);
  return member._id;
}

export interface SponsoredFixture {
  items: SponsoredItems;
  marks: SponsoredMarks;
  clock: TestClock;
  errors: unknown[];
  stop(): Promise<void>;
}

/** The actors of sponsored items alone. Several may stand on one store: several owners. */
export function openSponsoredFixture(store: Store, { owner = 'one', clock = new TestClock() } = {}): SponsoredFixture {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const system = new ActorSystem({ store, env: clock.env, owner, alone: false, onError });
  system.register(sponsoredKind);
  const items = system.client<SponsoredCommand, SponsoredReplies>('sponsored');
  return { items, marks: createSponsoredMarks(items), clock, errors, stop: () => system.stop() };
}

/** From a draft to what is shown. */
export async function liveItem(
  { items }: Pick<SponsoredFixture, 'items'>,
  organization: string,
  by: string,
  more: Partial<SponsoredContent> = {},
): Promise<SponsoredItem> {
  const itemId = randomUUID();
  await items.ask(organization, { type: 'create_item', by, itemId, content: content(more) });
  await items.ask(organization, { type: 'submit_item', by, itemId });
  return items.ask(organization, {
    type: 'review_item',
    itemId,
    decision: 'approve',
    reason: null,
    requestId: randomUUID(),
  });
}

export const impressionOf = (item: string, mark: string = randomUUID()): Mark => ({ action: 'impression', item, mark });
export const tapOf = (item: string, mark: string = randomUUID()): Mark => ({ action: 'tap', item, mark });

export const itemIn = (store: Store, id: string) => store.get<SponsoredItem>('sponsoredItems', id);

export const creditIn = async (store: Store, organization: string): Promise<number> =>
  (await store.get<BalancesDoc>('balances', organization))?.impression ?? 0;

export async function expectSound(store: Store): Promise<void> {
  expect((await verifyCredits(store)).problems).toEqual([]);
}
