/** Guarded writes that are derived from pins, discussions and votes. */
import type { LogEntry } from '#src/domain/log/log.js';
import type { TalkFact } from '#src/domain/log/talk-facts.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { reactionKey } from './apply-rows.js';
import { putHead } from './head-projection.js';

export function projectTalk(state: RoomState, fact: TalkFact, { seq }: LogEntry): Write[] {
  const guard = { olderThan: seq };
  const id = logId(state.id, fact.row);
  switch (fact.type) {
    case 'message_pinned':
    case 'message_unpinned':
      return [putHead(state)];
    case 'survey_voted': {
      const { account, options, votes } = fact;
      const _id = reactionKey(state.id, fact.row, account);
      return [
        { op: 'put', in: 'votes', doc: { _id, room: state.id, account, options, rev: seq }, guard },
        { op: 'set', in: 'log', id, set: { votes, rev: seq }, guard },
      ];
    }
    default:
      return [{ op: 'set', in: 'log', id, set: { discussion: { ...fact.discussion }, rev: seq }, guard }];
  }
}
