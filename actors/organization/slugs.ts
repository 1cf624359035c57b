import type { OrganizationId, OrgSlug } from '#src/domain/organizations/organization.js';
import { type DerivedSlug, slugCandidates } from '#src/domain/organizations/organization-slug.js';
import type { Reader } from '#src/store/store.js';

/** Candidates that are looked at together. */
const BATCH_MAX = 32;

/** The first candidate that nobody has. */
export async function freeSlug(reader: Reader, derived: DerivedSlug): Promise<string> {
  const candidates = slugCandidates(derived);
  for (;;) {
    const batch = Array.from({ length: BATCH_MAX }, () => candidates.next().value as string);
    const held = await reader.getMany<OrgSlug>('orgSlugs', batch);
    const free = batch.find((_, index) => held[index] === null);
    if (free !== undefined) return free;
  }
}

export const slugDoc = (slug: string, organization: OrganizationId): OrgSlug & Record<string, unknown> => ({
  _id: slug,
  organization,
});
