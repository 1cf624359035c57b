/** Pending messages (sent here, not acknowledged yet) as the views show them. Pure. */

import type { WireError } from '#page/api-types.js';
import type { FileKind } from '#page/media/file-kinds.js';
import type { Pending as Waiting, PendingFile as WaitingFile } from '#sdk/pending-queue.js';
import type { Draft } from '#sdk/wire.js';

/** Fields of a draft besides its text. */
export type Extra = Omit<Draft, 'body'>;

/** A message whose file is being uploaded; it is sent after the upload. */
export interface PendingFile extends WaitingFile {
  kind: FileKind;
}

export interface Pending extends Omit<Waiting, 'draft' | 'file' | 'error'> {
  body: string;
  extra: Extra;
  upload?: PendingFile | null;
  /** Why the service refused the message; the person decides whether to retry or discard it. */
  error: WireError | null;
}

export function shownPending({ draft, file, error, ...item }: Waiting): Pending {
  const { body, ...extra } = draft;
  return {
    ...item,
    body: body ?? '',
    extra,
    upload: (file as PendingFile) ?? null,
    error: error ?? null,
  };
}

export const draftOf = (body: string, extra: Extra): Draft => ({ body, ...extra });
