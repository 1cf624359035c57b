/**
 * Direct chats: which room is whose, and what it is called. Nothing of it is drawn by chance, so that two people who
 * open theirs at the same moment meet in one room.
 */
import type { AccountId } from '../accounts/account.js';
import { uuidOf } from '../text/hash.js';
import { defaultSettings, type Head, type Pair, type RoomId, type RoomSettings } from './room.js';

/** Which room two accounts have: the how-manieth it is. The one before was deleted for good. */
export interface DmDoc {
  /** `pairId` of the two. */
  _id: string;
  /** The second of the two; the first one is how the key begins. */
  greater: AccountId;
  room: RoomId;
  generation: number;
}

/** In a direct chat there are always two, whoever has it in their list. */
const DM_MEMBERS = 2;
export const shownMemberCount = ({ kind, memberCount }: Pick<Head, 'kind' | 'memberCount'>): number =>
  kind === 'dm' ? DM_MEMBERS : memberCount;

const SLUG_DIGITS = 12;

export const pairOf = (a: AccountId, b: AccountId): Pair => (a < b ? [a, b] : [b, a]);

export const peerIn = ([lesser, greater]: Pair, account: AccountId): AccountId =>
  account === lesser ? greater : lesser;

export const isOneOf = ([lesser, greater]: Pair, account: AccountId): boolean =>
  account === lesser || account === greater;

export const isSamePair = (one: Pair, other: Pair): boolean => one[0] === other[0] && one[1] === other[1];

export const dmRoomId = ([lesser, greater]: Pair, generation: number): RoomId =>
  uuidOf(`dm ${lesser} ${greater} ${generation}`);

/** Two pairs may share their first digits: then the later chat is `…-2`, the next one `…-3`. */
export function dmSlug(pair: Pair, place: number): string {
  const [first, second] = pair.map((account) => account.replaceAll('-', '').slice(0, SLUG_DIGITS)).sort();
  return `dm-${first}-${second}${place > 1 ? `-${place}` : ''}`;
}

/** Nobody reads the name: each of the two sees the other's. */
export const dmSettings: Readonly<RoomSettings> = { ...defaultSettings, name: 'dm', visibility: 'closed' };
