/**
 * The beginning of an organization: its slug, its owner's only membership and its empty balances, in one transaction.
 */

import { commandRead } from '#actors/runtime/command-read.js';
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { requireAccount } from '#actors/writers/commands.js';
import { noBalances } from '#src/domain/organizations/credit.js';
import type { Organization, OrgMember, OrgSlug } from '#src/domain/organizations/organization.js';
import { hasFittingTaxId } from '#src/domain/organizations/organization-billing.js';
import { deriveOrganizationSlug } from '#src/domain/organizations/organization-slug.js';
import { asDoc, type Reader, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers, OrganizationTools } from './handler.js';
import type { OrganizationState } from './organization-state.js';
import { freeSlug, slugDoc } from './slugs.js';

type Create = CommandOf<'create_organization'>;

interface FoundingRead {
  membership: OrgMember | null;
  /** Null: taken, or nobody may have it. */
  slug: string | null;
}

const foundingRead = commandRead(
  async (reader, command: Create, { id }: OrganizationState, { brand }: OrganizationTools): Promise<FoundingRead> => {
    const [membership, slug] = await Promise.all([
      reader.get<OrgMember>('orgMembers', command.by),
      slugFor(reader, command, brand, id),
    ]);
    return { membership, slug };
  },
);

async function slugFor(reader: Reader, { slug, fields }: Create, brand: string, own: string): Promise<string | null> {
  if (slug === null) return freeSlug(reader, deriveOrganizationSlug(fields.displayName, brand));
  const held = await reader.get<OrgSlug>('orgSlugs', slug);
  return isHeldByOther(held?.organization, own) ? null : slug;
}

function create(state: OrganizationState, command: Create, turn: Turn): Turned {
  // The same request again, after its answer was lost.
  if (state.organization) return state.team.has(command.by) ? reply(state.organization) : refuse('invalid_state');
  const { by, fields } = command;
  if (fields.billing && !hasFittingTaxId(fields.billing)) return refuse('invalid_tax_id');
  const { membership, slug } = foundingRead.of(state, command);
  if (isHeldByOther(membership?.organization, state.id)) return refuse('already_in_organization');
  if (slug === null) return refuse('slug_taken');
  const made = newOrganization(state.id, command, slug, turn.now);
  const owner: OrgMember = { _id: by, organization: state.id, role: 'owner', joinedAt: turn.now };
  state.organization = made;
  state.team.set(by, owner);
  const unit = { transaction: beginnings(made, owner) };
  return { kind: 'commit', unit, reply: made, outputs: [] };
}

const newOrganization = (id: string, { kind, fields }: Create, slug: string, now: number): Organization => ({
  _id: id,
  version: 1,
  kind,
  ...fields,
  slug,
  subscription: null,
  pending: null,
  pendingAt: null,
  suspended: false,
  settled: null,
  createdAt: now,
  closedAt: null,
});

const beginnings = (made: Organization, owner: OrgMember): Write[] => [
  requireAccount(owner._id),
  { op: 'put', in: 'organizations', doc: asDoc(made), guard: { absent: true } },
  { op: 'put', in: 'orgSlugs', doc: slugDoc(made.slug, made._id), guard: { absent: true } },
  { op: 'put', in: 'orgMembers', doc: asDoc(owner), guard: { absent: true } },
  { op: 'put', in: 'balances', doc: { _id: made._id, ...noBalances }, guard: { absent: true } },
  { op: 'put', in: 'orgRooms', doc: { _id: made._id, rooms: 0 }, guard: { absent: true } },
];

export const foundingHandlers: Handlers<'create_organization'> = {
  create_organization: {
    needs: (state, command, io, tools) => (state.organization ? null : foundingRead.load(state, command, io, tools)),
    handle: create,
  },
};
