/** Keys by which the reshares of an article are counted. */
import type { Row } from '#src/domain/messages/message.js';

/** The keys for counting the reshares of an article: cards by the entry, forwards by their source message. */
export function reshareKey({ kind, attachment, forwardedFrom }: Row): string | undefined {
  if (kind === 'entry' && attachment) return cardKey(attachment.entry_id as number);
  return kind === 'article' && forwardedFrom ? forwardKey(forwardedFrom.messageId) : undefined;
}

export const cardKey = (entryId: number): string => `e:${entryId}`;

export const forwardKey = (messageId: string): string => `m:${messageId}`;
