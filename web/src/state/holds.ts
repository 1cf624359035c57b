/** Why the person may not write just now, and until when. Pure. */
import type { Member, Message, Room, WireError } from '../api-types.js';

export interface Hold {
  kind: 'muted' | 'slow_mode';
  until: number;
}

export type Holds = Record<string, Hold>;

/** A mute binds longer than slow mode, so it is not hidden by it. */
export function withHold(holds: Holds, slug: string, hold: Hold): Holds {
  const held = holds[slug];
  return held?.kind === 'muted' && hold.kind === 'slow_mode' ? holds : { ...holds, [slug]: hold };
}

export const withoutHold = (holds: Holds, slug: string): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([held]) => held !== slug));

/** A refusal that says until when. */
export const holdOfRefusal = ({ code, until }: WireError): Hold | null =>
  (code === 'muted' || code === 'slow_mode') && until !== undefined ? { kind: code, until } : null;

/** What one's own row in the list of members says: muted until then, or free again. */
export function withMemberHold(holds: Holds, slug: string, { muted_until }: Member): Holds {
  if (muted_until !== null) return withHold(holds, slug, { kind: 'muted', until: muted_until });
  return holds[slug]?.kind === 'muted' ? withoutHold(holds, slug) : holds;
}

/** Whoever has just spoken in a room of slow mode waits; admins do not. */
export function withSlowness(holds: Holds, room: Room, message: Message): Holds {
  if (room.slow_mode_s === 0 || room.my_role !== 'member') return holds;
  return withHold(holds, room.slug, { kind: 'slow_mode', until: message.inserted_at + room.slow_mode_s * 1000 });
}
