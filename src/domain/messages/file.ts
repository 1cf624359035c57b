/**
 * A file in the object store, from the link it is uploaded by until it is gone. The service never carries the bytes:
 * it knows which keys it gave links for, who uses them, and when somebody has to look at them next.
 */
import type { AccountId } from '../accounts/account.js';

/**
 * `presigned`: an upload link was given. `kept`: something uses the file. `going`: nothing uses it, it is about to be
 * removed. `removed`: it was removed; the record stays as a tombstone while the upload link could still put it back.
 */
export type FileState = 'presigned' | 'kept' | 'going' | 'removed';

export interface StoredFile {
  /** The object's key. */
  _id: string;
  /** Who was given the link; absent once that account is gone. */
  by?: AccountId;
  /** ms: when. */
  at: number;
  /** The id of the room or account in whose folder it lies. */
  owner: string;
  contentType: string;
  /** Of its kind; once it is used, what was declared. More is removed. */
  maxBytes: number;
  state: FileState;
  /** ms from which somebody has to look at it; null when there is nothing to do. */
  dueAt: number | null;
  /** ms at which it goes whoever uses it. */
  until?: number;
  /** It is seen once: its key is named nowhere. */
  isOnce?: true;
  /** It was looked at after its link had run out: what it is now it stays. */
  checked?: true;
}

/** Somebody who uses a file: a row of a room, a photo of a room or of an account. Forwards share the file. */
export interface FileUse {
  /** `<key>:<what uses it>`. */
  _id: string;
  key: string;
  /** The room or account. */
  owner: string;
  /** The row's seq, or the photo's id. */
  by: number | string;
}

/** What nobody has used within a day of its link goes. */
export const UNUSED_MS = 86_400_000;

/** Who is about to use a file has decided so on what stands here: it is told apart from unused after this time only. */
export const GOING_MS = 5_000;

/** What a new link is remembered as. */
export function presignedFile(
  file: Pick<StoredFile, '_id' | 'at' | 'owner' | 'contentType' | 'maxBytes'> & { by: AccountId },
): StoredFile {
  return { ...file, state: 'presigned', dueAt: file.at + UNUSED_MS };
}

/** What is to be done about a file that is due. */
export type FileStep =
  /** Not yet: `dueAt` was brought forward for nothing. */
  | { do: 'wait'; state: FileState; dueAt: number | null }
  /** Nothing uses it: it goes, unless somebody begins to at this very moment. */
  | { do: 'let_go' }
  | { do: 'remove' }
  /** Look at what lies there. */
  | { do: 'check' };

export function nextStep(file: StoredFile, isUsed: boolean, now: number): FileStep {
  const { state, until, at, checked } = file;
  // Nothing brings a removed file back: what an old link has put there meanwhile goes too.
  if (state === 'removed') return { do: 'remove' };
  if (until !== undefined && until <= now) return { do: 'remove' };
  if (isUsed) return checked ? { do: 'wait', state: 'kept', dueAt: until ?? null } : { do: 'check' };
  if (state === 'going') return { do: 'remove' };
  if (state === 'presigned' && now < at + UNUSED_MS) return { do: 'wait', state, dueAt: at + UNUSED_MS };
  return { do: 'let_go' };
}

/** An upload that began while its link was good may end this much later. */
const UPLOAD_GRACE_MS = 60_000;

/** ms from which no upload link can put an object under this key any more. */
export const uploadsOverAt = ({ at }: Pick<StoredFile, 'at'>, uploadLinkTtlS: number): number =>
  at + uploadLinkTtlS * 1_000 + UPLOAD_GRACE_MS;

const isDying = ({ state }: Pick<StoredFile, 'state'>): boolean => state === 'going' || state === 'removed';

/** Whether somebody may begin to use it. */
export const isUsable = (file: Pick<StoredFile, 'state'> | null | undefined): boolean =>
  file !== null && file !== undefined && !isDying(file);

/** Whether the key of a file is lost: it is about to be removed, or was. A key without a record is not. */
export const isLost = (file: Pick<StoredFile, 'state'> | null | undefined): boolean =>
  file !== null && file !== undefined && isDying(file);

/** Whether this person may use it for something of that owner: it was uploaded there by them. */
export const isOwnUpload = (file: StoredFile | null | undefined, owner: string, by: AccountId): file is StoredFile =>
  file !== null && file !== undefined && isUsable(file) && file.owner === owner && file.by === by;

export const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
};
