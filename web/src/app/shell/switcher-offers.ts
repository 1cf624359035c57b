/** Results of the switcher: the person's rooms, then people, then open rooms that the person has not joined. Pure. */
import type { Person, Photo, Room } from '#page/api-types.js';
import { foldName } from '#page/composer/completion.js';
import { usernameOf } from '#page/members/username.js';

export interface Offer {
  key: string;
  kind: 'room' | 'found' | 'person';
  name: string;
  photo: Photo | null;
  /** The slug of the room, or the username. */
  target: string;
  unread: number;
}

const OFFERED_MAX = 12;

const rank = (name: string, wanted: string): number => {
  const folded = foldName(name);
  if (folded.startsWith(wanted)) return 0;
  if (folded.split(/[\s_.-]+/).some((word) => word.startsWith(wanted))) return 1;
  return folded.includes(wanted) ? 2 : 3;
};

export interface Known {
  rooms: Room[];
  people: Person[];
  found: Room[];
  nameOf: (room: Room) => string;
}

export function offersFor(typed: string, { rooms, people, found, nameOf }: Known): Offer[] {
  const wanted = foldName(typed.trim());
  const ofRoom = (kind: 'room' | 'found') => (room: Room) => ({
    key: `${kind}-${room.slug}`,
    kind,
    name: nameOf(room),
    photo: room.peer?.avatar ?? room.avatar,
    target: room.slug,
    unread: room.unread ?? 0,
  });
  const own = rooms.map(ofRoom('room'));
  if (wanted === '') return [...own].sort((a, b) => Number(b.unread > 0) - Number(a.unread > 0)).slice(0, OFFERED_MAX);
  const talkedTo = new Set(rooms.map(({ peer }) => peer?.id));
  const others = people
    .filter(({ id }) => !talkedTo.has(id))
    .map((one) => ({ ...one, key: `person-${one.id}`, kind: 'person' as const, name: usernameOf(one), unread: 0 }))
    .map(({ key, kind, name, avatar, unread }) => ({ key, kind, name, photo: avatar, target: name, unread }));
  const isIn = new Set(rooms.map(({ slug }) => slug));
  const open = found.filter(({ slug }) => !isIn.has(slug)).map(ofRoom('found'));
  const known = [...own, ...others].map((offer) => ({ offer, place: rank(offer.name, wanted) }));
  const fitting = known.filter(({ place }) => place < 3).sort((a, b) => a.place - b.place);
  return [...fitting.map(({ offer }) => offer), ...open].slice(0, OFFERED_MAX);
}
