/**
 * Direct chats: the room of two accounts, and its slug. Both are derived without randomness, so that two people who
 * open their chat at the same moment get the same room.
 */
import type { AccountId } from '../accounts/account.js';
import { uuidOf } from '../text/hash.js';
import { defaultSettings, type Head, type Pair, type RoomId, type RoomSettings } from './room.js';

/** The room of two accounts. `generation` counts their rooms; earlier ones were deleted for good. */
export interface DmDoc {
  /** `pairId` of the two. */
  _id: string;
  /** The second account; the `_id` begins with the first. */
  greater: AccountId;
  room: RoomId;
  generation: number;
}

/** A direct chat always shows two members, even if one has left it. */
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

/** Two pairs may share their first digits. The later chats get `…-2`, `…-3`. */
export function dmSlug(pair: Pair, place: number): string {
  const [first, second] = pair.map((account) => account.replaceAll('-', '').slice(0, SLUG_DIGITS)).sort();
  return `dm-${first}-${second}${place > 1 ? `-${place}` : ''}`;
}

/** The name is not shown: each of the two sees the other's username. */
export const dmSettings: Readonly<RoomSettings> = { ...defaultSettings, name: 'dm', visibility: 'closed' };
