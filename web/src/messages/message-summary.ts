import type { Message } from '../api-types.js';
import type { Texts } from '../app/text/en.js';
import { documentName } from '../media/voice/document-name.js';
import { plainText } from './markdown/plain-text.js';

/** A message in one line: its text, or its attachment. */
export function summaryOf(message: Message, text: Texts): string {
  if (message.deleted_at !== null) return text.deleted;
  if (message.body) return plainText(message.body);
  const { attachment, article } = message;
  if (article) return article.title;
  if (attachment?.type === 'survey') return attachment.question;
  if (attachment?.type === 'location') return attachment.label ?? text.place;
  if (attachment?.type === 'contact') return attachment.username;
  if (attachment?.type === 'document') return documentName(attachment.name, text);
  if (attachment?.type === 'entry') return text.entry(attachment.entry_id);
  const kind = text.kind[message.kind];
  if (kind) return message.view_once ? text.onceOf(kind) : kind;
  return text.otherKind(message.kind);
}
