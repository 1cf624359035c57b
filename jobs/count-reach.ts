import type { ReachWriter } from '#actors/writers/commands.js';
import {
  type InterestProfile,
  type Segment,
  type SegmentReach,
  segments,
} from '#src/domain/interests/interest-profile.js';
import type { Reader } from '#src/store/store.js';

export interface CountReachDeps {
  reach: ReachWriter;
  reader: Reader;
  now(): number;
}

const PAGE = 1_000;
/** Advertisers see multiples of ten, so that the number does not reveal whether one person is in a group. */
const PUBLISHED_IN_STEPS_OF = 10;

/** The number for advertisers, rounded down: fewer than ten people count as zero. */
export const publishedReach = (people: number): number =>
  Math.floor(people / PUBLISHED_IN_STEPS_OF) * PUBLISHED_IN_STEPS_OF;

/**
 * Counted from the start each time, so that deleted accounts and accounts that opted out of profiles are not counted.
 */
export async function countReach({ reach, reader, now }: CountReachDeps): Promise<void> {
  const countedAt = now();
  const people = new Map<Segment, number>();
  for (let edge = ''; ; ) {
    const page = await reader.range<InterestProfile>('interestProfiles', { index: '_id', gt: edge, limit: PAGE });
    for (const segment of page.flatMap((profile) => profile.segments)) {
      people.set(segment, (people.get(segment) ?? 0) + 1);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    edge = last._id;
  }
  const all = Object.keys(segments) as Segment[];
  const counts = all.map((_id): SegmentReach => ({ _id, reach: publishedReach(people.get(_id) ?? 0), countedAt }));
  await reach.note(counts);
}
