/** The effects of facts about shared articles on memory and on the row's document. */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { ShareFact } from '#src/domain/log/share-facts.js';
import type { RoomState } from '../model/room-state.js';
import { changeRow } from './apply-rows.js';

export const isAboutSharing = (fact: Fact): fact is ShareFact =>
  fact.type === 'article_offered' || fact.type === 'article_shared';

/** Null: offered, and not known to be in the dictionary. */
export const entryIdAfter = (fact: ShareFact): number | null => (fact.type === 'article_shared' ? fact.entryId : null);

export function applySharing(state: RoomState, fact: ShareFact, { seq }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, entryId: entryIdAfter(fact) }));
}
