/** What one seed makes of the world: how large it is, and which troubles come over it. */
import type { RoomBounds } from '#actors/room/model/room-bounds.js';
import type { LaneOptions } from '#actors/runtime/commit-lanes.js';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import type { StoreFault } from './edges/fault-conditions.js';
import type { SingleFaultKind } from './single/single-plan.js';
import { SeededRandom } from './time/seeded-random.js';

export const faultKinds = [
  'crash',
  'crash at a point',
  'pause',
  'pause at a point',
  'stop',
  'store trouble',
  'slow store',
  'late writes',
  'election',
  'redis down',
  'redis emptied',
  'cut from redis',
  'cut off',
  'cut link',
  'lossy links',
  'clock jump',
  'repeated writes',
  'one way cut',
  'redis clock',
  'redis restored',
] as const;

export type FaultKind = (typeof faultKinds)[number] | SingleFaultKind;

export interface Plan {
  nodes: string[];
  /** One node without Redis, on this engine; unset = a cluster. */
  single?: 'mongo' | 'embedded';
  /** Every other process is of a later version, with fields that the others do not know. */
  hasTwoVersions?: boolean;
  /** Nodes speak to each other directly, whatever happens to Redis. */
  hasDirectLinks?: boolean;
  people: number;
  rooms: number;
  /** Rooms that their founders delete while people talk there. */
  shortRooms: number;
  /** Rooms in which everybody falls silent. */
  quietRooms: number;
  /** On the average, from the founding of such a room until its end. */
  deletesMs: number;
  leaseMs: number;
  idleMs: number;
  lanes: Partial<LaneOptions>;
  /** On the average, between what one person does and does next. */
  thinkMs: number;
  faultsMs: number;
  betweenFaultsMs: number;
  faults: FaultKind[];
  /** Where a process is struck at a point, and while which of these is under way; unset = anywhere. */
  at?: { points: CrashPoint[]; during: string[] };
  /** What happens to requests while writes are late. */
  lateWrites: Partial<StoreFault>;
  /** By how much clocks are set. */
  jumpsMs: number[];
  /** How long a person waits for an answer. */
  patienceMs: number;
  isTableNew: boolean;
  /** How many programs follow rooms over sockets; 0 = no node has a gateway. */
  devices: number;
  /** Members may say something once in so many seconds; 0 = as often as they like. */
  slowModeS: number;
  /** What slow mode is set to later, in seconds. */
  slowModes: number[];
  /** On the average, between what keeps order in the rooms. */
  keeperMs: number;
  /** On the average, between changes of roles, keys and settings. */
  stewardMs: number;
  /** How long messages stay; 0 = for ever. */
  ttlMs: number;
  /** How long invites last; null = for ever. */
  inviteMs: (number | null)[];
  /** On the average, until somebody gives their account up; 0 = nobody does. */
  givesUpMs: number;
  /** On the average, between pictures that a member sends; 0 = nobody sends any, and shows none once. */
  picturesMs: number;
  /** On the average, between searches of one person; 0 = nobody searches. */
  searchMs: number;
  /** On the average, between looks of a member at the list of all rooms; 0 = nobody looks. */
  listsMs: number;
  /** On the average, between slots that an operator moves; nodes move busy ones then, too. 0 = never. */
  slotsMs: number;
  /** On the average, between requests of a member that have a key; 0 = there are none. */
  keyedMs: number;
  /** On the average, between copies of their own data that a member asks for; 0 = nobody asks. */
  exportsMs: number;
  /** On the average, between what somebody does who has an e-mail address; 0 = nobody has one. */
  mailsMs: number;
  /** At the end the service is off for a day, and then for more than a year. */
  hasLaterDays: boolean;
  /** On the average, between messages that a member passes on; 0 = nobody does. */
  forwardsMs: number;
  /** On the average, between answers of a member that name people; 0 = nobody answers. */
  repliesMs: number;
  /** On the average, until the founder hands a room over, and has it back; 0 = never. Only where no account is given up. */
  handsOverMs: number;
  /** How many people have a phone that pushes come to. */
  phones: number;
  /** Who follow, block and talk to each other alone. */
  friends: number;
  /** Who log in, renew tokens and log out. */
  visitors: number;
  /** How long a token is good for; 0 = longer than the run. */
  sessionMs: number;
  /** Between two runs of a job. */
  jobsMs: number;
  /** At the end an owner dies with an entry that nobody was told of, and nobody says anything more. */
  endsInSilence?: boolean;
  /** On the average, between what a device does and does next. */
  deviceMs: number;
  /** Devices open a room when somebody looks at it, and close it again; otherwise they follow all rooms. */
  looksAtOne?: boolean;
  /** Which part of the pairs of a person and a room has a window. */
  windows: number;
  /** On the average, before a person tries again. */
  againMs: number;
  /** How much of a room stays in memory; what is not said is as in production. */
  roomBounds: Partial<RoomBounds>;
  /** The memory of all actors of a node; undefined = as in production. */
  budgetBytes: number | undefined;
}

export function planOf(seed: number): Plan {
  const chance = new SeededRandom(seed, 'plan');
  const few = faultKinds.filter(() => chance.hits(0.35));
  const faults = few.length > 0 ? few : [...faultKinds];
  return {
    nodes: ['a', 'b', 'c', 'd', 'e'].slice(0, chance.whole(3, 5)),
    people: chance.whole(4, 6),
    rooms: chance.whole(1, 3),
    shortRooms: new SeededRandom(seed, 'short rooms').pick([0, 0, 1]),
    quietRooms: new SeededRandom(seed, 'quiet rooms').pick([0, 0, 1]),
    deletesMs: 5_000,
    leaseMs: 6_000,
    idleMs: chance.pick([1_500, 6_000, 120_000]),
    lanes: {
      lanes: chance.whole(1, 3),
      batchMax: chance.pick([2, 16, 256]),
      retryTimeoutMs: chance.pick([2_000, 8_000]),
      gatherMs: new SeededRandom(seed, 'gathering').pick([0, 6, 60]),
    },
    thinkMs: chance.between(200, 700),
    faultsMs: chance.between(10_000, 25_000),
    betweenFaultsMs: chance.between(600, 3_000),
    jumpsMs: [-3_600_000, -20_000, 20_000, 3_600_000],
    faults,
    lateWrites: { refused: 0.5, late: 0.5 },
    patienceMs: chance.between(3_000, 11_000),
    isTableNew: chance.hits(0.15),
    hasDirectLinks: new SeededRandom(seed, 'direct links').hits(0.5),
    devices: chance.whole(0, 3),
    slowModeS: chance.hits(0.2) ? 1 : 0,
    slowModes: [0, 0, 1],
    keeperMs: 2_500,
    stewardMs: 2_000,
    ttlMs: new SeededRandom(seed, 'lifetimes').pick([0, 0, 0, 3_000, 8_000, 20_000]),
    inviteMs: [null, 2_000, 8_000],
    picturesMs: new SeededRandom(seed, 'pictures').pick([0, 0, 1_500]),
    searchMs: new SeededRandom(seed, 'searches').pick([0, 0, 1_000]),
    listsMs: new SeededRandom(seed, 'lists').pick([0, 0, 900]),
    slotsMs: new SeededRandom(seed, 'slots').pick([0, 0, 2_500]),
    keyedMs: new SeededRandom(seed, 'keys').pick([0, 0, 1_200]),
    // Clocks that are set delay them beyond the end of a run; their own plan has none.
    exportsMs: 0,
    mailsMs: new SeededRandom(seed, 'mails').pick([0, 0, 2_000]),
    hasLaterDays: false,
    forwardsMs: new SeededRandom(seed, 'forwards').pick([0, 0, 1_200]),
    repliesMs: new SeededRandom(seed, 'replies').pick([0, 0, 900]),
    handsOverMs: new SeededRandom(seed, 'succession').pick([0, 0, 3_000]),
    phones: new SeededRandom(seed, 'phones').pick([0, 0, 2, 3]),
    friends: new SeededRandom(seed, 'friends').pick([0, 0, 3]),
    visitors: new SeededRandom(seed, 'visitors').pick([0, 0, 2]),
    sessionMs: new SeededRandom(seed, 'sessions').pick([0, 6_000]),
    givesUpMs: new SeededRandom(seed, 'gives up').pick([0, 4_000]),
    jobsMs: 2_000,
    windows: 0.35,
    againMs: 400,
    deviceMs: chance.between(300, 3_000),
    ...(chance.hits(0.15) ? { hasTwoVersions: true } : {}),
    ...memoryOf(new SeededRandom(seed, 'memory')),
  };
}

/** In half of the worlds rooms outgrow their memory at once. */
function memoryOf(chance: SeededRandom): Pick<Plan, 'roomBounds' | 'budgetBytes'> {
  const budgetBytes = chance.pick([undefined, undefined, 25_000, 80_000]);
  if (chance.hits(0.5)) return { roomBounds: {}, budgetBytes };
  return {
    budgetBytes,
    roomBounds: {
      entries: chance.whole(3, 24),
      rows: chance.whole(1, 12),
      rowsWhenTight: chance.whole(1, 6),
      rowsAtStart: chance.whole(1, 12),
      oldRows: chance.whole(1, 8),
      members: chance.whole(1, 4),
      deleted: chance.whole(1, 5),
      dedup: chance.whole(2, 12),
      checkpointEvery: chance.whole(3, 60),
    },
  };
}

/** Leases are short, troubles follow each other closely, and everybody asks all the time. */
export const troubled = (faults: FaultKind[]): Partial<Plan> => ({
  nodes: ['a', 'b', 'c', 'd'],
  people: 6,
  rooms: 2,
  leaseMs: 2_000,
  idleMs: 120_000,
  thinkMs: 300,
  faultsMs: 25_000,
  betweenFaultsMs: 1_500,
  devices: 2,
  deviceMs: 800,
  slowModeS: 0,
  givesUpMs: 0,
  faults,
});
