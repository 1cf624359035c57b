/** What a member tries who may be an admin, or was one a moment ago. */
import type { Person } from './person.js';

type Doing = 'look at bans' | 'mute' | 'unmute' | 'kick' | 'remove' | 'pin' | 'unpin' | 'settings' | 'deny';

const doings: Record<Doing, number> = {
  'look at bans': 5,
  mute: 4,
  unmute: 1,
  kick: 1,
  remove: 3,
  pin: 3,
  unpin: 2,
  settings: 1,
  deny: 1,
};
/** Over within seconds. */
const MUTED_MINUTES = [0.01, 0.03, 0.1];

export interface Around {
  /** Accounts of others, and a message of somebody. */
  account: string;
  messageId: string | null;
}

export async function administer(person: Person, room: string, { account, messageId }: Around): Promise<void> {
  const target = { target: account };
  const doing = person.chance.weighed<Doing>(doings);
  switch (doing) {
    case 'look at bans':
      await person.attempt(room, { type: 'list_bans' });
      return;
    case 'mute':
      return mute(person, room, account);
    case 'unmute':
      await person.attempt(room, { type: 'unmute_member', account }, target);
      return;
    case 'kick':
      await person.attempt(room, { type: 'kick_member', account }, target);
      return;
    case 'settings':
      await person.attempt(room, { type: 'change_settings', settings: { showMembers: true }, names: ['show_members'] });
      return;
    case 'deny':
      await person.attempt(room, { type: 'deny_permissions', denied: [] });
      return;
    default:
      if (messageId !== null) await touch(person, room, messageId, doing);
  }
}

async function mute(person: Person, room: string, account: string): Promise<void> {
  const minutes = person.chance.pick(MUTED_MINUTES);
  const { op, answer } = await person.attempt(room, { type: 'mute_member', account, minutes }, { target: account });
  if (answer?.ok) op.until = answer.value.mutedUntil;
}

async function touch(person: Person, room: string, messageId: string, doing: 'remove' | 'pin' | 'unpin') {
  const about = { rowId: messageId };
  if (doing === 'remove') await person.attempt(room, { type: 'delete_message', messageId }, about);
  else await person.attempt(room, { type: 'pin_message', messageId, pinned: doing === 'pin' }, about);
}
