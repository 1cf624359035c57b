/** What was written here and is not acknowledged yet, as the views show it. Pure. */

import type { Pending as Waiting, PendingFile as WaitingFile } from '#sdk/waiting.js';
import type { Draft } from '#sdk/wire.js';
import type { Article, NewAttachment, WireError } from '../wire.js';
import type { FileKind } from './file-kinds.js';

/** What a message may carry beside its text, under the wire's names. */
export interface Extra {
  reply_to?: string;
  discussion_of?: string;
  attachment?: NewAttachment;
  article?: Article;
  view_once?: boolean;
  forward_of?: { room: string; message_id: string };
}

/** A file that is still on its way: the message is sent when it has arrived. */
export interface PendingFile extends WaitingFile {
  kind: FileKind;
}

export interface Pending extends Omit<Waiting, 'draft' | 'file' | 'error'> {
  body: string;
  extra: Extra;
  upload?: PendingFile | null;
  /** Why the service refused it; such a message waits for its writer's decision. */
  error: WireError | null;
}

/** What was drafted here comes back as it was: the wire names attachments more loosely than the page does. */
export function shownPending({ draft, file, error, ...item }: Waiting): Pending {
  const { body, ...extra } = draft;
  return {
    ...item,
    body: body ?? '',
    extra: extra as unknown as Extra,
    upload: (file as PendingFile) ?? null,
    error: error ?? null,
  };
}

export const draftOf = (body: string, extra: Extra): Draft => ({ body, ...(extra as unknown as Draft) });
