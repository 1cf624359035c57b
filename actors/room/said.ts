import type { Draft, Forwardable } from '#src/domain/message.js';

/** What is said, be it one's own or forwarded. */
export type Said = Pick<Forwardable, 'kind' | 'body' | 'attachment'>;

export function saidOf({ forward, kind, body, attachment }: Draft): Said {
  return forward?.source ?? { kind: kind ?? 'text', body, attachment: attachment ?? null };
}
