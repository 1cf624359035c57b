/**
 * What a check compares the log of a room with, read before the log and of several rooms at once: a dozen reads for each room
 * take longer than the check of a small one.
 */
import type { FileUse } from '#src/domain/messages/file.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import type { SlugDoc, VanityLink } from '#src/domain/rooms/vanity.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import type { HeadDoc } from '../log/head-projection.js';
import { isErased } from '../model/erased-docs.js';
import { isFindable, roomWords } from '../model/room-words.js';

const PAGE = 2_000;
export const USES_PAGE = 5_000;
const LINKS_PAGE = 2;

export type AdmissionKind = 'bans' | 'requests' | 'invites';
export type AdmissionDoc = Doc & { active?: true | null; uses?: number; rev: number };

export interface RoomDocs {
  room: RoomId;
  head: HeadDoc | null;
  members: Member[];
  readers: ReadState[];
  admission: Record<AdmissionKind, AdmissionDoc[]>;
  /** At most `USES_PAGE`. */
  uses: FileUse[];
  slug: SlugDoc | null;
  links: VanityLink[];
  /** Whether it is found by each word of its name, if everybody may find it. */
  hasWords: boolean;
}

/** The heads first: whatever is read after a head is at least as new as the head says. */
export async function readRoomDocs(reader: Reader, rooms: readonly RoomId[]): Promise<RoomDocs[]> {
  const heads = await reader.getMany<HeadDoc>('rooms', [...rooms]);
  const [members, readers, bans, requests, invites, uses, links, slugs, words] = await Promise.all([
    ofEach<Member>(reader, 'members', rooms),
    ofEach<ReadState>(reader, 'readers', rooms),
    ofEach<AdmissionDoc>(reader, 'bans', rooms),
    ofEach<AdmissionDoc>(reader, 'requests', rooms),
    ofEach<AdmissionDoc>(reader, 'invites', rooms),
    reader.ranges<FileUse>('fileUses', byRoom('byOwner', rooms, USES_PAGE)),
    reader.ranges<VanityLink>('vanity', byRoom('room', rooms, LINKS_PAGE)),
    Promise.all(heads.map((head) => (head ? reader.get<SlugDoc>('slugs', head.slug) : null))),
    Promise.all(heads.map((head) => hasWords(reader, head))),
  ]);
  return rooms.map((room, at) => ({
    room,
    head: heads[at] ?? null,
    members: members[at] ?? [],
    readers: readers[at] ?? [],
    admission: { bans: bans[at] ?? [], requests: requests[at] ?? [], invites: invites[at] ?? [] },
    uses: uses[at] ?? [],
    links: links[at] ?? [],
    slug: slugs[at] ?? null,
    hasWords: words[at] ?? false,
  }));
}

const byRoom = (index: string, rooms: readonly RoomId[], limit: number): Range[] =>
  rooms.map((room) => ({ index, prefix: [room], limit }));

type OfRooms = 'members' | 'readers' | AdmissionKind;

/** All documents of each room but those that stand in place of erased ones. */
async function ofEach<T extends Doc>(reader: Reader, from: OfRooms, rooms: readonly RoomId[]): Promise<T[][]> {
  const ranges = rooms.map((room) => ({ index: '_id', gt: `${room}:`, lt: `${room};`, limit: PAGE }));
  const firsts = await reader.ranges<T>(from, ranges);
  const whole = firsts.map((docs, at) =>
    withRest(docs, (gt) => reader.range<T>(from, { ...(ranges[at] as Range), gt })),
  );
  return (await Promise.all(whole)).map((docs) => docs.filter((doc) => !isErased(doc)));
}

async function withRest<T extends Doc>(first: T[], after: (id: string) => Promise<T[]>): Promise<T[]> {
  const found = [...first];
  for (let page = first; page.length === PAGE; found.push(...page)) page = await after((page.at(-1) as T)._id);
  return found;
}

async function hasWords(reader: Reader, head: HeadDoc | null): Promise<boolean> {
  if (!head || !isFindable(head)) return true;
  const ids = roomWords(head).map((word) => `${head.id}:${word}`);
  return !(await reader.getMany('roomWords', ids)).includes(null);
}
