/** The room: load, dispatch, record durable commits. The files beside this one decide. */
import { refuse } from '#actors/runtime/decision.js';
import type { ActorIo, ActorKind, CommitUnit, Turn, Turned } from '#actors/runtime/kind.js';
import { untilKnown } from '#actors/runtime/until-known.js';
import type { RecentSuspensions } from '#src/domain/accounts/suspension.js';
import { formatOfFacts } from '#src/domain/log/fact-formats.js';
import { type MessageSizes, sizesWith } from '#src/domain/messages/sizes.js';
import { dmNeeds, dmRefusal } from './access/dm-access.js';
import { mustReadRepeat, Repeaters, readRepeat } from './access/repeats.js';
import type { AnyCommand, Handler } from './handler.js';
import { handlers, readsWhenDeleted, urgent } from './handlers.js';
import { loadRoom } from './load.js';
import { commitEntry, commitReadState, commitWrites } from './log/commit-entry.js';
import { putHead, putMembers } from './log/head-projection.js';
import type { EntryDoc } from './model/codec.js';
import { Needs } from './model/needs.js';
import { type RoomBounds, roomBounds } from './model/room-bounds.js';
import { sizeOfRoom } from './model/room-size.js';
import type { RoomState } from './model/room-state.js';

const COMMAND_BYTES = 200;

/** The part of a command that may be large. */
type Weighed = { body: string; attachment?: object };

const handlerOf = (command: AnyCommand) => handlers[command.type] as Handler<AnyCommand['type']>;

const senderOf = (command: AnyCommand): string =>
  'by' in command && typeof command.by === 'object' ? command.by.accountId : '';

const roomKind: Omit<ActorKind<RoomState, AnyCommand>, 'turn'> = {
  name: 'room',
  load: loadRoom,

  prefetch(state, command, io: ActorIo) {
    if (state.head?.deleted && !readsWhenDeleted.has(command.type)) return null;
    const needs = new Needs(state, command);
    if (dmNeeds(needs, command)) handlerOf(command).needs(needs, command, io.env.now());
    return needs.complete ? null : needs.load(io);
  },

  weigh(command) {
    const { body, attachment }: Weighed =
      'draft' in command ? command.draft : 'body' in command ? command : { body: '' };
    return COMMAND_BYTES + (body.length + (attachment ? JSON.stringify(attachment).length : 0)) * 2;
  },
  knows: (type) => Object.hasOwn(handlers, type),
  isUrgent: ({ type }) => urgent.has(type),
  orderingKeyOf: (command) => senderOf(command),

  checkpoint(state, leaving) {
    const { head, bounds } = state;
    const due = head !== null && head.seq - state.appliedSeq >= (leaving ? 1 : bounds.checkpointEvery);
    return due ? checkpoint(state, head.seq) : null;
  },

  settled(state, unit) {
    const entry = (unit.entry ?? unit.transaction?.find(({ op, in: into }) => op === 'put' && into === 'log')) as
      | Pick<EntryDoc, 'seq'>
      | { doc: Pick<EntryDoc, 'seq'> }
      | undefined;
    if (entry) state.durableSeq = 'doc' in entry ? entry.doc.seq : entry.seq;
    // The repairs of a load are the first unit.
    state.storedSeq = state.durableSeq;
    for (const write of unit.writes ?? unit.transaction ?? []) settleWrite(state, write);
    state.trim();
  },

  positionOf: ({ durableSeq }) => durableSeq,
  wake: { type: 'replay', after: null },

  sizeOf: sizeOfRoom,
  shrink: (state) => state.shrink(),
};

export interface RoomOptions {
  /** Accounts that were suspended a moment ago: their commands on the way are refused. */
  suspensions?: RecentSuspensions;
  /** How long a document stays after it was sent. */
  documentTtlS?: number;
  /** Smaller messages and files than the largest that are specified. */
  messageSizes?: Partial<MessageSizes>;
  /** How much of a room stays in memory, where it is not the default. */
  roomBounds?: Partial<RoomBounds>;
}

export function createRoomKind({
  documentTtlS,
  messageSizes,
  roomBounds: own,
  suspensions,
}: RoomOptions): ActorKind<RoomState, AnyCommand> {
  const repeaters = new Repeaters();
  const bounds = { ...roomBounds, ...own };
  const sizes = sizesWith(messageSizes);
  return {
    ...roomKind,
    async load(id, io, unsettled) {
      const loaded = await loadRoom(id, io, unsettled, bounds);
      loaded.state.sizes = sizes;
      if (documentTtlS !== undefined) loaded.state.documentTtlMs = documentTtlS * 1_000;
      return loaded;
    },
    turn: (state, command, turn) =>
      suspensionRefusal(suspensions, command, turn) ?? takeTurn(state, command, turn, repeaters),
  };
}

function suspensionRefusal(suspensions: RecentSuspensions | undefined, command: AnyCommand, { now }: Turn) {
  const account = senderOf(command);
  const suspended = account === '' ? undefined : suspensions?.of(account, now);
  return suspended && refuse('account_suspended', suspended);
}

function takeTurn(state: RoomState, command: AnyCommand, turn: Turn, repeaters: Repeaters): Turned {
  state.now = turn.now;
  const handled = dmRefusal(state, command) ?? handlerOf(command).handle(state, command, turn);
  repeaters.observe(state, command, turn.attempt);
  if (mustReadRepeat(state, command, handled, { attempt: turn.attempt, repeaters })) {
    readRepeat(state, command);
    return { kind: 'read-first' };
  }
  if (handled.kind === 'commit')
    return untilKnown(formatOfFacts(handled.facts), turn.format) ?? commitEntry(state, handled, turn);
  if (handled.kind === 'writes') return commitWrites(state, handled);
  return handled.kind === 'read-state' ? commitReadState(state, handled) : handled;
}

/**
 * Members that changed without a projection, then the head, from which replay begins: it must never be without them.
 */
function checkpoint(state: RoomState, seq: number): CommitUnit {
  state.appliedSeq = seq;
  return { writes: putMembers(state, state.dirty), after: [putHead(state)] };
}

function settleWrite(state: RoomState, write: NonNullable<CommitUnit['writes']>[number]): void {
  if (write.op === 'set' && write.in === 'readers') {
    const { account, v } = write.set as { account: string; v: number };
    if (state.writing.get(account) === v) state.writing.delete(account);
  } else if (write.op === 'put' && write.in === 'members') {
    const { account, rev } = write.doc as unknown as { account: string; rev: number };
    if (state.members.get(account)?.rev === rev) state.dirty.delete(account);
  }
}
