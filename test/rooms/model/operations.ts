/** What ten people may try in a room, and chance deciding what they do. */
export const people = ['ada', 'bob', 'cem', 'dem', 'eda', 'fay', 'gül', 'han', 'ilk', 'jan'] as const;
export type Name = (typeof people)[number];

export type Operation =
  | { type: 'join' | 'leave'; by: Name }
  | { type: 'kick' | 'ban' | 'unban' | 'unmute' | 'promote' | 'demote' | 'approve' | 'hand_over'; by: Name; on: Name }
  | { type: 'mute'; by: Name; on: Name; minutes: number }
  | { type: 'grant'; by: Name; on: Name; keys: string[] }
  | { type: 'deny'; by: Name; keys: string[] }
  | { type: 'set'; by: Name; settings: Settings }
  | { type: 'send'; by: Name; body: string; tags: string[]; mentions: string[] }
  | { type: 'edit'; by: Name; row: number; body: string; tags: string[] }
  | { type: 'delete'; by: Name; row: number }
  | { type: 'read'; by: Name; seq: number }
  | { type: 'sweep' }
  /** Everything leaves memory. */
  | { type: 'restart' };

export interface Settings {
  joinApproval?: boolean;
  historyForNewMembers?: boolean;
  visibility?: 'open' | 'closed';
  messageTtlHours?: number | null;
  eventsVisibility?: 'all' | 'admins' | 'none';
}

export interface Step {
  operation: Operation;
  /** Time that passes before it. */
  minutes: number;
}

export const adminKeys = [
  'group.can_ban_members',
  'group.can_ban_administrators',
  'group_can_give_permissions',
  'group.can_edit_permissions',
  'group.can_remove_message',
  'send_message',
];
const memberKeys = ['send_message', 'edit_message', 'delete_message'];
const tags = ['kahve', 'çay', 'fal', 'unknown'];
const settings: Settings[] = [
  { joinApproval: true },
  { joinApproval: false },
  { historyForNewMembers: false },
  { historyForNewMembers: true },
  { visibility: 'closed' },
  { visibility: 'open' },
  { messageTtlHours: 1 },
  { messageTtlHours: 3 },
  { messageTtlHours: null },
  { eventsVisibility: 'admins' },
  { eventsVisibility: 'all' },
  { eventsVisibility: 'none' },
];

/** `seq`: how far the room has come; rows and cursors are guessed within it. */
export function nextStep(random: () => number, seq: number): Step {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const some = (from: readonly string[]) => from.filter(() => random() < 0.5);
  // Who founds the room does more than others, or little would ever be allowed.
  const by = random() < 0.3 ? 'ada' : pick(people);
  const on = pick(people);
  const row = 1 + Math.floor(random() * seq);
  const minutes = random() < 0.7 ? 0 : 1 + Math.floor(random() * 40);
  const said = () => {
    const used = random() < 0.4 ? some(tags) : [];
    const mentions = random() < 0.3 ? [random() < 0.3 ? 'all' : pick(people)] : [];
    const words = [...mentions.map((name) => `@${name}`), ...used.map((tag) => `#${tag}`)];
    return { body: ['selam', ...words].join(' '), tags: used, mentions };
  };
  const makers: [weight: number, make: () => Operation][] = [
    [10, () => ({ type: 'join', by })],
    [3, () => ({ type: 'leave', by })],
    [3, () => ({ type: 'kick', by, on })],
    [3, () => ({ type: 'ban', by, on })],
    [3, () => ({ type: 'unban', by, on })],
    [3, () => ({ type: 'mute', by, on, minutes: 1 + Math.floor(random() * 60) })],
    [2, () => ({ type: 'unmute', by, on })],
    [5, () => ({ type: 'promote', by, on })],
    [2, () => ({ type: 'demote', by, on })],
    [4, () => ({ type: 'approve', by, on })],
    [1, () => ({ type: 'hand_over', by, on })],
    [5, () => ({ type: 'grant', by, on, keys: some(adminKeys) })],
    [2, () => ({ type: 'deny', by, keys: random() < 0.5 ? [] : some(memberKeys) })],
    [4, () => ({ type: 'set', by, settings: pick(settings) })],
    [24, () => ({ type: 'send', by, ...said() })],
    [6, () => ({ type: 'edit', by, row, ...said() })],
    [6, () => ({ type: 'delete', by, row })],
    [8, () => ({ type: 'read', by, seq: row })],
    [2, () => ({ type: 'sweep' })],
    [1, () => ({ type: 'restart' })],
  ];
  let at = random() * makers.reduce((sum, [weight]) => sum + weight, 0);
  const [, make] = makers.find(([weight]) => (at -= weight) < 0) as (typeof makers)[number];
  return { operation: make(), minutes };
}
