/** The effects of pins, discussions and votes on memory. */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { TalkFact } from '#src/domain/log/talk-facts.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { RoomState } from '../model/room-state.js';
import { changeRow, reactionKey } from './apply-rows.js';

const types: readonly string[] = [
  'message_pinned',
  'message_unpinned',
  'discussion_changed',
  'discussion_closed',
  'discussion_reopened',
  'survey_voted',
] satisfies TalkFact['type'][];

export const isTalk = (fact: Fact): fact is TalkFact => types.includes(fact.type);

export function applyTalk(state: RoomState, fact: TalkFact, entry: LogEntry): void {
  switch (fact.type) {
    case 'message_pinned':
    case 'message_unpinned':
      return pinned(state, fact, entry);
    case 'survey_voted':
      return voted(state, fact, entry);
    default:
      return changeRow(state, fact.row, entry.seq, (row) => ({ ...row, discussion: fact.discussion }));
  }
}

/** Replaying older entries does not revert newer values of the stored head. */
function pinned(state: RoomState, { row, pins }: TalkFact & { pins: string[] }, { seq }: LogEntry): void {
  const head = state.head as Head;
  if (head.seq < seq) head.pins = pins;
  state.views.delete(row);
}

function voted(state: RoomState, fact: Extract<TalkFact, { type: 'survey_voted' }>, { seq }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, votes: fact.votes }));
  const key = reactionKey(state.id, fact.row, fact.account);
  const known = state.votes.get(key);
  if ((known?.rev ?? 0) < seq) state.votes.set(key, { options: fact.options, rev: seq });
}
