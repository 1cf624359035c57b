/**
 * Open groups by the words of their name and slug. The words of an earlier name are not removed: a search checks each
 * room that it finds before it shows it.
 */
import type { Fact } from '#src/domain/log/log.js';
import { wordsOf } from '#src/domain/messages/search-words.js';
import type { Head, RoomId } from '#src/domain/rooms/room.js';
import type { Doc, Write } from '#src/store/store.js';

export interface RoomWord extends Doc {
  room: RoomId;
  word: string;
}

export const isFindable = ({ kind, settings, deleted }: Pick<Head, 'kind' | 'settings' | 'deleted'>): boolean =>
  kind === 'group' && settings.visibility === 'open' && !deleted;

/** By which words a room is found. */
export const roomWords = ({ settings, slug }: Pick<Head, 'settings' | 'slug'>): string[] => [
  ...new Set(wordsOf(`${settings.name} ${slug}`)),
];

export function projectRoomWords(head: Head, fact: Fact): Write[] {
  const isNamed =
    fact.type === 'room_created' ||
    (fact.type === 'room_settings_changed' && ('name' in fact.settings || 'visibility' in fact.settings));
  if (!isNamed || !isFindable(head)) return [];
  return roomWords(head).map((word): Write => {
    const doc = { _id: `${head.id}:${word}`, room: head.id, word } satisfies RoomWord;
    return { op: 'put', in: 'roomWords', doc };
  });
}
