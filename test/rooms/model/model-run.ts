/** One sequence: chance decides, the room and the model both answer, and are compared. */
import { expireMessages } from '#jobs/expire-messages.js';
import { RefusalError } from '#src/errors.js';
import { logId } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { callerNamed, RoomNode, StillClock } from '../../support/rooms/room-node.js';
import { seededRandom } from '../../support/time/seeded-random.js';
import { nextStep, type Operation, people } from './operations.js';
import { RoomModel } from './room-model.js';

const LOOK_EVERY = 10;
const KEYS = ['send_message', 'edit_message', 'delete_message', 'group.can_ban_members', 'group.can_remove_message'];

export async function runSequence(store: Store, seed: number, steps: number): Promise<void> {
  const random = seededRandom(seed);
  const clock = new StillClock();
  let room = new RoomNode(store, { id: `room-${seed}`, clock });
  for (const name of people) await room.name(name);
  await room.create('ada', {}, `oda-${seed}`);
  const model = new RoomModel('ada', clock.env.now());
  const trail: string[] = [];
  try {
    for (let at = 1; at <= steps; at += 1) {
      const { operation, minutes } = nextStep(random, model.seq);
      // The last one out ends the room, and the sequence with it: that is tested elsewhere.
      if (operation.type === 'leave' && model.members.size === 1) continue;
      clock.move(minutes * 60_000 + 1);
      const now = clock.env.now();
      model.pass(now);
      trail.push(`${at} +${minutes}m ${JSON.stringify(operation)}`);
      if (operation.type === 'restart') room = await room.again();
      const expected = model.apply(operation, now);
      // A shorter lifetime takes rows at once.
      model.pass(now);
      const swept = await sweepOf(room, operation);
      model.seq += swept;
      same('outcome', await attempt(room, operation), expected);
      if (at % LOOK_EVERY === 0) await look(room, model);
    }
    await look(room, model);
    await room.node.system.stop();
    same('verify-log', await room.problems(), []);
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${trail.slice(-12).join('\n')}`, { cause: error });
  } finally {
    await room.node.system.stop();
  }
}

/**
 * How many entries the sweep wrote: rows it has taken are no one's business but the log's. A room that it loads after
 * a restart first says where its log stands, which is no entry.
 */
async function sweepOf(room: RoomNode, { type }: Operation): Promise<number> {
  if (type !== 'sweep') return 0;
  const before = room.items.length;
  await expireMessages({ rooms: room.node.rooms, reader: room.store, now: room.clock.env.now });
  return room.items.slice(before).filter(({ isPlace }) => !isPlace).length;
}

async function attempt(room: RoomNode, operation: Operation): Promise<string> {
  try {
    await perform(room, operation);
    return 'ok';
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.code;
    throw error;
  }
}

const account = (name: string): string => callerNamed(name).accountId;

async function perform(room: RoomNode, operation: Operation): Promise<unknown> {
  if (operation.type === 'sweep' || operation.type === 'restart') return;
  const by = callerNamed(operation.by);
  switch (operation.type) {
    case 'join':
      return room.ask({ type: 'join_room', by });
    case 'leave':
      return room.ask({ type: 'leave_room', by });
    case 'send':
      return room.say(operation.by, operation.body);
    case 'edit':
      return room.ask({ type: 'edit_message', by, messageId: await idOf(room, operation.row), body: operation.body });
    case 'delete':
      return room.ask({ type: 'delete_message', by, messageId: await idOf(room, operation.row) });
    case 'read':
      return room.ask({ type: 'mark_read', by, seq: operation.seq });
    case 'set':
      return room.settings(operation.by, operation.settings);
    case 'deny':
      return room.ask({ type: 'deny_permissions', by, denied: operation.keys });
    case 'grant':
      return room.ask({ type: 'grant_permissions', by, account: account(operation.on), granted: operation.keys });
    case 'mute':
      return room.ask({ type: 'mute_member', by, account: account(operation.on), minutes: operation.minutes });
    case 'ban':
      return room.ask({ type: 'ban_member', by, account: account(operation.on), reason: null });
    case 'kick':
    case 'unban':
    case 'unmute':
      return room.ask({ type: `${operation.type}_member`, by, account: account(operation.on) });
    case 'promote':
      return room.ask({ type: 'promote_member', by, account: account(operation.on) });
    case 'demote':
      return room.ask({ type: 'demote_admin', by, account: account(operation.on) });
    case 'approve':
      return room.ask({ type: 'approve_request', by, account: account(operation.on) });
    case 'hand_over':
      return room.ask({ type: 'hand_over', by, account: account(operation.on) });
  }
}

/** The id of the row with that seq, whoever may see it; of none, an id that names nothing. */
async function idOf(room: RoomNode, seq: number): Promise<string> {
  const entry = await room.store.get<{ _id: string; row?: { id: string } }>('log', logId(room.id, seq));
  return entry?.row?.id ?? '01900000-0000-7000-8000-00ffffffffff';
}

/** Everybody looks at everything. */
async function look(room: RoomNode, model: RoomModel): Promise<void> {
  for (const name of people) {
    const member = model.members.get(name);
    const listed = await room.listRow(name);
    same(`${name} being there`, listed !== null, member !== undefined);
    if (!listed || !member) continue;
    same(`${name}'s role`, listed.room.myRole, member.role);
    const held = listed.room.myPermissions;
    for (const key of KEYS) same(`${name} may ${key}`, held.includes(key), model.holds(name, key));
    const { unread, unreadMentions } = listed;
    same(`unread of ${name}`, { unread, unreadMentions }, model.unread(name));
    const by = callerNamed(name);
    const { messages, seq } = await room.ask({ type: 'list_messages', by, limit: 200 });
    same('seq', seq, model.seq);
    const rows = messages.map(({ row }) => [row.seq, row.body]);
    const visible = model.visible(name).slice(-200);
    same(
      `rows of ${name}`,
      rows,
      visible.map((row) => [row.seq, row.body]),
    );
    const topics = (await room.node.lookup.topics(room.id, by)).map(({ tag, count }) => [tag, count]);
    same(`topics of ${name}`, topics, model.topics(name));
  }
}

function same(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: the room says ${a}, the model ${b}`);
}
