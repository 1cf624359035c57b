/** One seed from its beginning to its end: a small world, its troubles, and what is wrong with what people saw. */
import { isErasurePending } from './checks/erased.js';
import { goingPictures, isThere } from './checks/pictures.js';
import { silence } from './checks/silence.js';
import { violations } from './checks/violations.js';
import { Device } from './devices/device.js';
import { ExportAsker } from './exports/export-asker.js';
import { isExportPending, watchExports } from './exports/exports.js';
import { laterDays } from './exports/later-days.js';
import { isFilePutOff } from './files/object-folder.js';
import { Photographer } from './files/photographer.js';
import { Forwarder } from './forwards/forwarder.js';
import type { History } from './history.js';
import type { InjectionPoints } from './injection-points.js';
import { Lister } from './lists/lister.js';
import { isMailPending, watchMails } from './mails/mails.js';
import { Registrant } from './mails/registrant.js';
import { Replier } from './mentions/replier.js';
import { Nemesis } from './nemesis.js';
import { type Friend, makeFriends } from './people/friend.js';
import { giveUp } from './people/giving-up.js';
import { Keeper } from './people/keeper.js';
import { Listener } from './people/listener.js';
import { Member } from './people/member.js';
import { enterAccount, Payer } from './people/payer.js';
import type { Person } from './people/person.js';
import { Searcher } from './people/searcher.js';
import { ShortRoom } from './people/short-room.js';
import { Steward } from './people/steward.js';
import { Succession } from './people/succession.js';
import { isEverySlotInPlace, placements } from './placement/placements.js';
import { SlotOperator } from './placement/slot-operator.js';
import { enterPhones, isPushPending } from './pushes/phones.js';
import { Repeater } from './repeats/repeater.js';
import { watchSessions } from './sessions/sessions.js';
import { Visitor } from './sessions/visitor.js';
import type { SimNode } from './sim-node.js';
import { realTurn, StandsStill } from './time/schedule.js';
import { SeededRandom } from './time/seeded-random.js';
import { World } from './world.js';

export interface Run {
  seed: number;
  violations: string[];
  history: History;
  events: number;
  /** ms of virtual time. */
  lasted: number;
  world: World;
}

/** Rooms answer again within this long once nothing breaks any more. */
export const CALM_WITHIN_MS = 15_000;
const START_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 15_000;
/** Who follows says so every 5 s, and what is missing is asked for then. */
const HEARD_WITHIN_MS = 25_000;
const STOPPED_WITHIN_MS = 60_000;
/** A tenth of the slots is handed over at a time. */
const IN_PLACE_WITHIN_MS = 30_000;
const SWEPT_WITHIN_MS = 120_000;
/** Retries of a push that failed several times are half a minute apart. */
const PUSHED_WITHIN_MS = 120_000;
/** Sweeps wait for ten minutes after the fifth failure of one file, and the fifth try of one erasure. */
const PUT_OFF_MS = 660_000;

export async function runSeed(seed: number, injections: InjectionPoints = {}): Promise<Run> {
  const world = new World(seed, injections);
  watchSessions(world);
  watchExports(world);
  watchMails(world);
  const problems: string[] = [];
  const unheard = (error: unknown) => world.mistake(`a promise was rejected and nobody heard it: ${String(error)}`);
  process.on('unhandledRejection', unheard);
  try {
    const calmAt = await live(world, castOf(world), problems).catch(stoodStill(problems));
    await realTurn();
    if (calmAt !== null) problems.push(...(await violations(world, calmAt, calmAt + CALM_WITHIN_MS)));
    if (calmAt !== null && world.plan.hasLaterDays) problems.push(...(await laterDays(world)));
    const { history, schedule } = world;
    return { seed, violations: problems, history, events: schedule.events, lasted: schedule.now, world };
  } finally {
    process.off('unhandledRejection', unheard);
    world.disk?.remove();
  }
}

interface Cast {
  keeper: Keeper;
  members: Member[];
  payers: Payer[];
  friends: Friend[];
  visitors: Visitor[];
  registrants: Registrant[];
  shortRooms: ShortRoom[];
  windows: Listener[];
  devices: Device[];
}

function castOf(world: World): Cast {
  const { plan } = world;
  const keeper = new Keeper(world, 'ada');
  const members = Array.from({ length: world.plan.people - 1 }, (_, at) => new Member(world, `uye${at}`));
  const invites = new Map<string, string[]>();
  for (const person of [keeper, ...members]) {
    person.others = [keeper, ...members].filter((other) => other !== person);
    person.invites = invites;
  }
  const payers = [new Payer(world, 'alan'), new Payer(world, 'veren'), new Payer(world, 'bakan')];
  const visitors = Array.from({ length: world.plan.visitors }, (_, at) => new Visitor(world, `ziyaretci${at}`));
  const shortRooms = world.shortRooms.map((room, at) => new ShortRoom(world, room, at));
  const quietRooms = world.quietRooms.map((room, at) => new ShortRoom(world, room, world.shortRooms.length + at));
  const guests = [...shortRooms, ...quietRooms].flatMap(({ people }) => people);
  for (const person of [keeper, ...members, ...payers, ...visitors, ...guests]) enterAccount(world.documents, person);
  if (world.plan.phones > 0) {
    enterPhones(world, [keeper, ...members].slice(0, world.plan.phones));
    enterPhones(
      world,
      quietRooms.flatMap(({ people }) => people),
    );
  }
  const windows = [keeper, ...members].flatMap((person) => world.rooms.map((room) => new Listener(person, room)));
  const chance = new SeededRandom(world.seed, 'windows');
  const devices = Array.from({ length: world.plan.devices }, (_, at) => {
    return new Device(members[at % members.length] as Member, at);
  });
  return {
    keeper,
    members,
    payers,
    friends: makeFriends(world),
    visitors,
    registrants: plan.mailsMs > 0 ? ['hatice', 'ihsan'].map((name) => new Registrant(world, name)) : [],
    shortRooms: [...shortRooms, ...quietRooms],
    windows: windows.filter(() => chance.hits(world.plan.windows)),
    devices,
  };
}

/** That is no way to live either. */
const stoodStill = (problems: string[]) => (error: unknown) => {
  if (!(error instanceof StandsStill)) throw error;
  problems.push(`liveness: the world stands still, ${error.message}`);
  return null;
};

/** When calm began; null when it did not come to that. */
async function live(world: World, cast: Cast, problems: string[]): Promise<number | null> {
  const { schedule, plan } = world;
  const { keeper, members, payers, friends, visitors, registrants, shortRooms, windows, devices } = cast;
  if (!plan.isTableNew) openTable(world);
  for (const node of world.nodes) node.start();
  let isFounded = false;
  void found(world, cast).then(() => {
    isFounded = true;
  });
  if (!(await schedule.runUntilTrue(() => isFounded, START_WITHIN_MS))) {
    problems.push('start: the rooms were not founded in time');
    return null;
  }
  const faultsUntil = schedule.now + plan.faultsMs;
  void keeper.live();
  for (const [at, member] of members.entries()) begin(member, member.live(), at === leaverOf(world, members));
  void keeper.keepOrder(members);
  void new Steward(keeper).live(members);
  // With the account of its founder a room ends.
  if (plan.handsOverMs > 0 && plan.givesUpMs === 0 && !plan.endsInSilence) void new Succession(keeper).live(members);
  for (const payer of payers) void payer.live(payers.filter((other) => other !== payer));
  for (const [at, friend] of friends.entries()) {
    const living = friend.live(friends.filter((other) => other !== friend));
    begin(friend, living, at === 0 && plan.givesUpMs > 0);
  }
  for (const member of members) {
    if (plan.picturesMs > 0) void new Photographer(member).live();
    if (plan.searchMs > 0) void new Searcher(member).live();
    if (plan.repliesMs > 0) void new Replier(member).live();
    if (plan.keyedMs > 0) void new Repeater(member).live();
    if (plan.exportsMs > 0) void new ExportAsker(member).live();
    if (plan.listsMs > 0) void new Lister(member).live();
    if (plan.forwardsMs > 0) void new Forwarder(member).live();
  }
  if (plan.slotsMs > 0 && !plan.single) void new SlotOperator(world).live();
  for (const registrant of registrants) void registrant.live();
  for (const visitor of visitors) void visitor.live();
  for (const shortRoom of shortRooms) void shortRoom.live();
  for (const window of windows) void window.live();
  for (const device of devices) void device.live();
  void new Nemesis(world).live(faultsUntil);
  await schedule.runUntil(faultsUntil + plan.betweenFaultsMs);
  await schedule.runUntilTrue(() => world.isCalm, faultsUntil + 120_000);
  const calmAt = schedule.now;
  await schedule.runUntil(calmAt + CALM_WITHIN_MS);
  world.isOver = true;
  await finish(world, cast, problems);
  return calmAt;
}

function begin(person: Person, living: Promise<void>, isLeaver: boolean): void {
  void (isLeaver ? giveUp(person, living) : living);
}

/** Which of them gives the account up; nobody with a device. */
const leaverOf = ({ plan }: World, members: Member[]): number =>
  plan.givesUpMs > 0 && members.length > plan.devices ? members.length - 1 : -1;

/** A table that was used before: nobody has to be waited for. */
function openTable({ leases }: World): void {
  leases.open();
}

async function found({ rooms }: World, { keeper, members }: Cast): Promise<void> {
  for (const room of rooms) {
    await keeper.found(room);
    for (const member of members) await member.insist(room, { type: 'join_room' });
  }
}

async function finish(world: World, cast: Cast, problems: string[]): Promise<void> {
  if (world.plan.endsInSilence) problems.push(...(await silence(world, cast.keeper)));
  else await sayLastWords(world, cast, problems);
  await putOff(world);
  if (world.plan.slotsMs > 0 && !world.plan.single) problems.push(...(await misplaced(world)));
  await stopNodes(world, problems);
}

/** After its clock was set back, a single node waits for as long with what is due at a time. */
async function putOff(world: World): Promise<void> {
  const { schedule, history } = world;
  const isPutOff = () =>
    isFilePutOff(world) || isErasurePending(world) || isExportPending(world) || isMailPending(world);
  await schedule.runUntilTrue(() => !isPutOff(), schedule.now + PUT_OFF_MS + history.setBackMs);
  const { going, by } = goingPictures(world, schedule.now);
  await schedule.runUntilTrue(() => !going.some((picture) => isThere(picture, world)), by);
}

async function misplaced(world: World): Promise<string[]> {
  const found = placements(world);
  if (!(await isInPlace(world))) return [...found, 'liveness: a slot is not where it belongs'];
  const leaver = world.nodes[0] as SimNode;
  let hasLeft = false;
  void leaver.stop().then(() => {
    hasLeft = true;
  });
  await world.schedule.runUntilTrue(() => hasLeft, world.now + STOPPED_WITHIN_MS);
  if (!(await isInPlace(world))) found.push(`liveness: a slot of ${leaver.name}, which has left, has no owner`);
  return found;
}

const isInPlace = (world: World): Promise<boolean> =>
  world.schedule.runUntilTrue(() => isEverySlotInPlace(world), world.now + IN_PLACE_WITHIN_MS);

/** In every room through every node, heard by everybody who still listens. */
async function sayLastWords(
  world: World,
  { keeper, windows, devices: own, shortRooms }: Cast,
  problems: string[],
): Promise<void> {
  const { schedule, rooms, plan } = world;
  const devices = [...own, ...shortRooms.flatMap(({ device }) => device ?? [])];
  await schedule.runUntilTrue(
    () => world.shortRooms.every((room) => world.isSwept(room)),
    schedule.now + SWEPT_WITHIN_MS,
  );
  let isSaid = false;
  void (async () => {
    for (const room of rooms) await keeper.sayEverywhere(room, plan.nodes);
    isSaid = true;
  })();
  if (!(await schedule.runUntilTrue(() => isSaid, schedule.now + ANSWERED_WITHIN_MS))) {
    problems.push('liveness: a last word was not taken in time');
  }
  const isHeard = () =>
    world.newestHeard().every(({ isComplete }) => isComplete) &&
    windowsAreComplete(world, windows) &&
    devices.every(({ isComplete }) => isComplete);
  await schedule.runUntilTrue(isHeard, schedule.now + HEARD_WITHIN_MS);
  for (const { watched, isComplete, newest } of world.newestHeard()) {
    if (!isComplete) problems.push(`unheard: ${watched.node} heard ${watched.room} up to ${watched.last} of ${newest}`);
  }
  if (!windowsAreComplete(world, windows)) problems.push('unheard: a window is behind its room');
  if (!devices.every(({ isComplete }) => isComplete)) problems.push('unheard: a device is behind its room');
  await schedule.runUntilTrue(() => !isPushPending(world), schedule.now + PUSHED_WITHIN_MS);
  for (const { rooms: followed } of devices) for (const room of followed) room.note();
}

async function stopNodes(world: World, problems: string[]): Promise<void> {
  const { schedule } = world;
  let left = world.nodes.length;
  for (const node of world.nodes) {
    node.stop().then(
      () => void (left -= 1),
      (error: unknown) => world.mistake(`a node could not stop: ${String(error)}`),
    );
  }
  if (!(await schedule.runUntilTrue(() => left === 0, schedule.now + STOPPED_WITHIN_MS))) {
    problems.push('liveness: the nodes did not stop');
  }
}

function windowsAreComplete(world: World, windows: Listener[]): boolean {
  return windows.every(({ lastSeq, room }) => lastSeq === null || lastSeq >= world.newestSeq(room));
}
