/** Stars: none is made, none is lost, nobody has less than none, and each thing is paid for once. */

import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import { type DmDoc, dmRoomId, pairOf } from '#src/domain/rooms/dm.js';
import { pairId } from '#src/store/collections.js';
import type { World } from '../world.js';

export function conservation({ documents, history }: World): string[] {
  const found: string[] = [];
  const ledger = documents.range<LedgerEntry>('ledger', { index: '_id', limit: 10_000 });
  for (const { _id, stars } of documents.range<Tally>('tallies', { index: '_id', limit: 10_000 })) {
    const sum = ledger.filter(({ account }) => account === _id).reduce((total, { delta }) => total + delta, 0);
    if (sum !== stars) found.push(`stars: ${_id} has ${stars}, their ledger says ${sum}`);
    if (stars < 0) found.push(`stars: ${_id} has ${stars}`);
  }
  const paid = ledger.filter(({ reason }) => reason === 'dm_open').reduce((total, { delta }) => total + delta, 0);
  if (paid !== 0) found.push(`stars: openings made ${paid}`);
  const known = new Set(ledger.map(({ _id }) => _id));
  for (const { what, outcome, key, who, target, room, id } of history.ops) {
    if (outcome !== 'ok') continue;
    if (what === 'grant_stars' && !known.has(key as string)) found.push(`lost: ${key} was acknowledged`);
    if (what !== 'open_dm') continue;
    const place = documents.get<DmDoc>('dms', pairId(who, target as string));
    const isTheirs = place?.room === room && dmRoomId(pairOf(who, target as string), place.generation) === room;
    if (!isTheirs) found.push(`lost: the opening ${id} was acknowledged`);
  }
  return found;
}
