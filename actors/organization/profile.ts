/** The profile of an organization, changed by its managers. */
import { commandRead } from '#actors/runtime/command-read.js';
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import type { Turned } from '#actors/runtime/kind.js';
import type {
  Billing,
  Organization,
  OrganizationFields,
  OrgRooms,
  OrgSlug,
} from '#src/domain/organizations/organization.js';
import { hasFittingTaxId } from '#src/domain/organizations/organization-billing.js';
import type { Write } from '#src/store/store.js';
import type { OrganizationChange } from './commands.js';
import { asManager, type CommandOf, type Handlers } from './handler.js';
import { change, type OrganizationState } from './organization-state.js';
import { slugDoc } from './slugs.js';

type Change = CommandOf<'change_organization'>;

interface SlugRead {
  isTaken: boolean;
  rooms: number;
}

const slugRead = commandRead(async (reader, { slug }: Change, { id }: OrganizationState): Promise<SlugRead> => {
  const [holder, counted] = await Promise.all([
    reader.get<OrgSlug>('orgSlugs', slug as string),
    reader.get<OrgRooms>('orgRooms', id),
  ]);
  return { isTaken: isHeldByOther(holder?.organization, id), rooms: counted?.rooms ?? 0 };
});

const namesNewSlug = ({ organization }: OrganizationState, { slug }: Change): boolean =>
  slug !== null && slug !== organization?.slug;

const changeOrganization = asManager<Change>((state, organization, command): Turned => {
  const fields = merged(organization, command.change);
  if (fields.billing && !hasFittingTaxId(fields.billing)) return refuse('invalid_tax_id');
  const { slug } = command;
  const isNewSlug = slug !== null && slug !== organization.slug;
  if (isNewSlug) {
    const { isTaken, rooms } = slugRead.of(state, command);
    if (rooms > 0) return refuse('slug_locked');
    if (isTaken) return refuse('slug_taken');
  }
  if (!isNewSlug && isSame(organization, fields)) return reply(organization);
  const unit = isNewSlug
    ? change(state, organization, { ...fields, slug }, moved(organization, slug))
    : change(state, organization, fields, []);
  return { kind: 'commit', unit, reply: state.organization, outputs: [] };
});

/** Fields that do not belong to this kind of organization are ignored. */
function merged({ kind, billing }: Organization, changes: OrganizationChange): Partial<OrganizationFields> {
  const { billing: sent, positionId, typeId, teamSize, ...rest } = changes;
  if (kind === 'individual') return { ...rest, ...(positionId !== undefined && { positionId }) };
  return {
    ...rest,
    ...(typeId !== undefined && { typeId }),
    ...(teamSize !== undefined && { teamSize }),
    ...(sent && { billing: { ...(billing as Billing), ...sent } }),
  };
}

const isSame = (organization: Organization, fields: Partial<OrganizationFields>): boolean =>
  Object.entries(fields).every(
    ([name, value]) => JSON.stringify(organization[name as keyof OrganizationFields]) === JSON.stringify(value),
  );

/** Only while there is no room: one that is founded at this moment changes the count, and then nothing is moved. */
function moved({ _id, slug: before }: Organization, slug: string): Write[] {
  return [
    { op: 'set', in: 'orgRooms', id: _id, set: { rooms: 0 }, guard: { equals: { rooms: 0 } } },
    { op: 'put', in: 'orgSlugs', doc: slugDoc(slug, _id), guard: { absent: true } },
    { op: 'del', in: 'orgSlugs', id: before },
  ];
}

export const organizationProfileHandlers: Handlers<'change_organization'> = {
  change_organization: {
    needs: (state, command, io) => (namesNewSlug(state, command) ? slugRead.load(state, command, io) : null),
    handle: changeOrganization,
  },
};
