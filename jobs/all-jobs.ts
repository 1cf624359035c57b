import type { Rooms } from '#actors/room/commands.js';
import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { V1Addresses } from '#actors/v1/commands.js';
import type { ArchiveWriter, CountSums, FileWriter, ReachWriter, RetentionWriter } from '#actors/writers/commands.js';
import type { Dictionary } from '#src/adapters/dictionary/dictionary.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Config } from '#src/config/config.js';
import type { Reader } from '#src/store/store.js';
import { advanceArchive, archiveAfterMs, archiveLogs } from './archive-logs.js';
import { buildProfiles } from './build-profiles.js';
import { endSponsored } from './end-sponsored.js';
import { expireMessages } from './expire-messages.js';
import { PutOff } from './put-off.js';
import { reportReactions } from './report-reactions.js';
import type { Job } from './scheduler.js';
import { sweepAddresses } from './sweep-addresses.js';
import { sweepDeletedRooms } from './sweep-deleted-rooms.js';
import { sweepFiles } from './sweep-files.js';
import { sweepSessions } from './sweep-sessions.js';

export interface AllJobsDeps {
  config: Pick<Config, 'sweepIntervalS' | 'uploadLinkTtlS' | 'logArchiveAfterDays'>;
  rooms: Rooms;
  users: Users;
  addresses: V1Addresses;
  files: FileWriter;
  reach: ReachWriter;
  retention: RetentionWriter;
  archive: ArchiveWriter;
  /** Whether this node has the slot of the room. */
  takes(room: string): boolean;
  countSums: CountSums;
  sponsored: SponsoredItems;
  objects: ObjectStore;
  /** Null if no dictionary is configured. */
  dictionary: Dictionary | null;
  reader: Reader;
  now(): number;
}

const HOUR_S = 3_600;
/** The report interval is the sweep interval divided by this: five seconds by default. */
const REPORTS_PER_SWEEP = 12;

/** The scheduled jobs of the service. */
export function allJobs(deps: AllJobsDeps): Job[] {
  const { sweepIntervalS: everyS, uploadLinkTtlS, logArchiveAfterDays } = deps.config;
  const job = (name: string, work: () => Promise<unknown>, intervalS = everyS): Job => ({
    name,
    everyS: intervalS,
    run: async () => {
      await work();
    },
  });
  /** Items that failed in a run of a job are put off for its next runs. */
  type Sweep = (deps: AllJobsDeps & { putOff: PutOff }) => Promise<unknown>;
  const sweep = (name: string, work: Sweep, intervalS = everyS): Job => {
    const remembering = { ...deps, putOff: new PutOff(deps.now) };
    return { ...job(name, () => work(remembering), intervalS), waiting: () => remembering.putOff.size };
  };
  return [
    job('sweep-expired', () => deps.retention.sweep()),
    sweep('sweep-sessions', sweepSessions),
    sweep('sweep-addresses', sweepAddresses),
    sweep('sweep-deleted-rooms', sweepDeletedRooms),
    sweep('expire-messages', expireMessages),
    sweep('advance-archive', advanceArchive),
    ...(logArchiveAfterDays > 0 ? [archiving(deps, logArchiveAfterDays)] : []),
    job('build-profiles', () => buildProfiles(deps), HOUR_S),
    sweep('report-reactions', reportReactions, Math.ceil(everyS / REPORTS_PER_SWEEP)),
    job('sum-up-counts', () => deps.countSums.sumUp(), HOUR_S),
    sweep('end-sponsored', endSponsored),
    job('sweep-files', () => sweepFiles({ ...deps, uploadLinkTtlS })),
  ];
}

/** Each node archives the rooms of its slots. */
function archiving(deps: AllJobsDeps, days: number): Job {
  const [position, putOff] = [{ after: '' }, new PutOff(deps.now)];
  const archive = { ...deps, position, putOff, afterMs: archiveAfterMs(days) };
  const run = async () => void (await archiveLogs(archive));
  return { name: 'archive-logs', everyS: HOUR_S, isDivided: true, run, waiting: () => putOff.size };
}
