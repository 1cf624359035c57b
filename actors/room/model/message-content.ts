import type { Caller } from '#src/domain/accounts/account.js';
import type { Draft, Forwardable } from '#src/domain/messages/message.js';
import type { Member } from '#src/domain/rooms/room.js';

/** The content of a message, own or forwarded. */
export type EffectiveContent = Pick<Forwardable, 'kind' | 'body' | 'attachment'>;

/** A message in its turn. Every check and the row read the content from here; none works it out again. */
export interface Sending {
  command: { by: Caller; draft: Draft };
  member: Member;
  content: EffectiveContent;
  now: number;
}

export function effectiveContent({ forward, kind, body, attachment }: Draft): EffectiveContent {
  return forward?.source ?? { kind: kind ?? 'text', body, attachment: attachment ?? null };
}
