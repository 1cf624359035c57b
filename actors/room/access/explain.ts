/** Why was it refused: now, and for any moment of the past, from the entries of the log that decided it. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { explain } from '#src/domain/log/explanation.js';
import { EVERY_MEMBER, governedBy } from '#src/domain/log/governing.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isRefused } from './access.js';
import { needsSomebody, targetOr } from './targets.js';

type Explain = CommandOf<'explain_permission'>;

/** Of one account's newest entries; one of everybody's is enough. */
const ABOUT_ONE = 200;

function explainNeeds(needs: Needs, command: Explain): void {
  const { state } = needs;
  needsSomebody(needs, command.by, command.account);
  const { head } = state;
  if (!head || !state.memberOf(command.by.accountId)) return;
  const at = momentOf(command, head);
  needs.once('governing', (reader) => readGoverning(reader, state.id, command.account, at));
  if (at < head.seq && !state.entryAt(at)) needs.once('entryAt', (reader) => readEntry(reader, state.id, at));
}

const momentOf = ({ atSeq }: Explain, head: Head): number => Math.min(atSeq ?? head.seq, head.seq);

async function readGoverning(reader: Reader, room: string, account: string, at: number): Promise<LogEntry[]> {
  const about = (index: 'governs' | 'governsToo', whom: string, limit: number) =>
    reader.range<EntryDoc>('log', { index, prefix: [room, whom], lte: at, desc: true, limit });
  const found = await Promise.all([
    about('governs', account, ABOUT_ONE),
    about('governsToo', account, ABOUT_ONE),
    about('governs', EVERY_MEMBER, 1),
  ]);
  return found.flat().map(unpackEntry);
}

async function readEntry(reader: Reader, room: string, seq: number): Promise<LogEntry | null> {
  const doc = await reader.get<EntryDoc>('log', logId(room, seq));
  return doc && unpackEntry(doc);
}

function explainPermission(state: RoomState, command: Explain, turn: { now: number }): Handled {
  const target = targetOr(state, command);
  if (isRefused(target)) return target;
  const { account, permission } = command;
  const head = state.head as Head;
  const seq = momentOf(command, head);
  const reads = state.readsFor(command);
  const at = seq < head.seq ? (state.entryAt(seq) ?? reads.entryAt)?.at : turn.now;
  if (at === undefined) return refuse('unavailable', { retryAfterMs: 100 });
  return reply(explain(newestFirst(state, reads.governing ?? [], account, seq), account, permission, at));
}

/** The documents that were read, and newer ones of memory that may not have been written at that time. */
function newestFirst(state: RoomState, read: LogEntry[], account: string, upTo: number): LogEntry[] {
  const entries = new Map(read.map((entry) => [entry.seq, entry]));
  for (const entry of state.recent) {
    if (entry.seq > upTo) break;
    const marks = governedBy(entry.facts);
    if (marks.includes(account) || marks.includes(EVERY_MEMBER)) entries.set(entry.seq, entry);
  }
  return [...entries.values()].sort((a, b) => b.seq - a.seq);
}

export const explainHandlers: Handlers<'explain_permission'> = {
  explain_permission: { needs: explainNeeds, handle: explainPermission },
};
