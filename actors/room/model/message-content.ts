import type { Draft, Forwardable } from '#src/domain/messages/message.js';

/** What is said, be it one's own or forwarded. */
export type EffectiveContent = Pick<Forwardable, 'kind' | 'body' | 'attachment'>;

export function effectiveContent({ forward, kind, body, attachment }: Draft): EffectiveContent {
  return forward?.source ?? { kind: kind ?? 'text', body, attachment: attachment ?? null };
}
