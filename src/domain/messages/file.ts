/**
 * A file in the object store, from its upload link until its removal. The service never carries the bytes. It knows the
 * keys that it gave links for, the uses of each file, and when the sweep has to check it next.
 */
import type { AccountId } from '../accounts/account.js';

/**
 * `presigned`: an upload link was given. `kept`: the file has a use. `going`: the file has no use and is about to be
 * removed. `removed`: the object was removed. The record stays as a tombstone as long as the upload link could store
 * the object again, or a late write could bring a use back.
 */
export type FileState = 'presigned' | 'kept' | 'going' | 'removed';

export interface StoredFile {
  /** The object's key. */
  _id: string;
  /** The account that got the link; absent once that account is deleted. */
  by?: AccountId;
  /** ms of the link. */
  at: number;
  /** The id of the room or account whose folder holds the file. */
  owner: string;
  contentType: string;
  /** The bound of its kind; after the first use, the declared size. A larger file is removed. */
  maxBytes: number;
  state: FileState;
  /** ms of the next check; null if there is none. */
  dueAt: number | null;
  /** ms at which the file is removed, even if it has uses. */
  until?: number;
  /** It is viewed once: no answer contains its key. */
  isOnce?: true;
  /** Sweeps of it that failed; each puts the next one off for longer. */
  failures?: number;
  /** ms until which the record of a removed file stays at least: a write of its use may come as late as that. */
  staysUntil?: number;
  /** It was checked after its link had expired, so its content cannot change any more. */
  checked?: true;
}

/** A use of a file: a row of a room, or a photo of a room or an account. A forward has a use of the same file. */
export interface FileUse {
  /** `<key>:<what uses it>`. */
  _id: string;
  key: string;
  /** The room or account. */
  owner: string;
  /** The row's seq, or the photo's id. */
  by: number | string;
  /** The use has ended. The document stays as long as the file, so that a late write cannot bring the use back. */
  released?: true;
}

/** A file without a use is removed this long after its link. */
export const UNUSED_MS = 86_400_000;

/**
 * The time between `going` and the removal. A command that decided on the file before `going` has stored its use by
 * then.
 */
export const REMOVAL_DELAY_MS = 5_000;

/** The record of a new upload link. */
export function presignedFile(
  file: Pick<StoredFile, '_id' | 'at' | 'owner' | 'contentType' | 'maxBytes'> & { by: AccountId },
): StoredFile {
  return { ...file, state: 'presigned', dueAt: file.at + UNUSED_MS };
}

/** The next step for a file that is due. */
export type FileStep =
  /** Nothing to do yet, because `dueAt` was too early. */
  | { do: 'wait'; state: FileState; dueAt: number | null }
  /** The file has no use: it becomes `going`, unless it gets a use at the same time. */
  | { do: 'let_go' }
  | { do: 'remove' }
  /** The stored object is to be checked. */
  | { do: 'check' };

export function nextStep(file: StoredFile, isUsed: boolean, now: number): FileStep {
  const { state, until, at, checked } = file;
  // An old link may have stored the object again, so that a removed file is removed once more.
  if (state === 'removed') return { do: 'remove' };
  if (until !== undefined && until <= now) return { do: 'remove' };
  if (isUsed) return checked ? { do: 'wait', state: 'kept', dueAt: until ?? null } : { do: 'check' };
  if (state === 'going') return { do: 'remove' };
  if (state === 'presigned' && now < at + UNUSED_MS) return { do: 'wait', state, dueAt: at + UNUSED_MS };
  return { do: 'let_go' };
}

/** An upload that started while its link was valid may end this much later. */
const UPLOAD_GRACE_MS = 60_000;

/** ms from which no upload link can store an object under this key any more. */
export const uploadsOverAt = ({ at }: Pick<StoredFile, 'at'>, uploadLinkTtlS: number): number =>
  at + uploadLinkTtlS * 1_000 + UPLOAD_GRACE_MS;

const isDying = ({ state }: Pick<StoredFile, 'state'>): boolean => state === 'going' || state === 'removed';

/** Whether a new use of the file is allowed. */
export const isUsable = (file: Pick<StoredFile, 'state'> | null | undefined): boolean =>
  file !== null && file !== undefined && !isDying(file);

/** Whether the file is removed or about to be. A key without a record is not. */
export const isLost = (file: Pick<StoredFile, 'state'> | null | undefined): boolean =>
  file !== null && file !== undefined && isDying(file);

/** Whether the account may use the file for that owner: the account uploaded it into the owner's folder. */
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
