/**
 * Public surface of the guarded writers, and the writes about files, accounts and reports that actors put into their own commits: a file is
 * kept or released in the same step as its use changes. All are idempotent and may be repeated by replay.
 */
import type { AccountId, IdentityClaims } from '#src/domain/accounts/account.js';
import type { Report, Settlement } from '#src/domain/accounts/report.js';
import type { SegmentReach } from '#src/domain/interests/interest-profile.js';
import type { FileUse, StoredFile } from '#src/domain/messages/file.js';
import type { AuditEntry } from '#src/domain/operators/audit.js';
import type { OperatorKey } from '#src/domain/operators/operator.js';
import type { OperatorLogin } from '#src/domain/operators/operator-login.js';
import type { CatalogItem, CatalogListName } from '#src/domain/organizations/catalog.js';
import type { PanelCode } from '#src/domain/organizations/panel-link.js';
import type { Product } from '#src/domain/organizations/product.js';
import type { Webhook } from '#src/domain/webhooks/webhook.js';
import type { Write } from '#src/store/store.js';

/**
 * Refused if the account was deleted, so that its id is not written again: an erasure that has looked for the direct
 * chats of the account already would never find a later one. It counts, because MongoDB lets a change that leaves its
 * document as it is go on beside the deletion.
 */
export const requireAccount = (account: string): Write => ({
  op: 'set',
  in: 'accounts',
  id: account,
  inc: { requirements: 1 },
});

/** A link was given: written before the link leaves. */
export function writePresigned(file: StoredFile): Write {
  return { op: 'put', in: 'files', doc: { ...file }, guard: { absent: true } };
}

/** Commands about due files: from the job that checks them, in small steps that may be repeated. */
export interface FileWriter {
  /** Looked at, and left: used after all, or to be looked at later. */
  postpone(file: StoredFile, change: Pick<StoredFile, 'state' | 'dueAt' | 'checked' | 'failures'>): Promise<void>;
  /** Nothing uses it. It is removed the next time, unless something does by then. */
  letGo(file: StoredFile): Promise<void>;
  /**
   * Nobody uses it from now on and its key is lost, before the object itself is removed: an upload that ends between
   * the two finds the record and takes its object away again. False when the record has changed since it was read.
   */
  markRemoved(file: StoredFile, staysUntil: number): Promise<boolean>;
  /** The object is gone, and no upload link and no late write is left that could bring it or a use back. */
  forget(file: StoredFile): Promise<void>;
}

export interface Keeping {
  /** The size that the user of the file declares. */
  byteSize?: number;
  /** The time at which it is deleted even if it is in use, in ms since epoch. */
  until?: number;
  isOnce?: true;
}

/** A new use of a file, as of `at`: its content is checked soon. */
export function keepFile(use: Omit<FileUse, '_id'>, at: number, { byteSize, until, isOnce }: Keeping = {}): Write[] {
  const set = {
    state: 'kept',
    dueAt: at,
    ...(byteSize === undefined ? {} : { maxBytes: byteSize }),
    ...(until === undefined ? {} : { until }),
    ...(isOnce ? { isOnce } : {}),
  };
  return [
    { op: 'put', in: 'fileUses', doc: { _id: useId(use), ...use } },
    { op: 'set', in: 'files', id: use.key, set, guard: { equals: { state: 'presigned' } } },
  ];
}

/** The use ends; an unused file is deleted, not before `from`. */
export function releaseFile(use: Pick<FileUse, 'key' | 'owner' | 'by'>, from: number): Write[] {
  return [
    { op: 'del', in: 'fileUses', id: useId(use) },
    { op: 'set', in: 'files', id: use.key, set: { dueAt: from } },
  ];
}

/** `keepFile` for a room, whose write may come late, or once more after the use has ended. */
export function projectUse(use: Omit<FileUse, '_id'>, at: number, keeping?: Keeping): Write[] {
  const [used, ...others] = keepFile(use, at, keeping);
  return [{ ...(used as Write), guard: { absent: true } }, ...others];
}

/** `releaseFile` for a room. */
export function projectUseEnd({ key, owner, by }: Pick<FileUse, 'key' | 'owner' | 'by'>, from: number): Write[] {
  const doc: FileUse = { _id: useId({ key, owner, by }), key, owner, by, released: true };
  return [
    { op: 'put', in: 'fileUses', doc: { ...doc } },
    { op: 'set', in: 'files', id: key, set: { dueAt: from } },
  ];
}

/** Files without a use after this one ends are due for a check. */
export const dueWithout = (useId: string, dueAt: number): Write => ({
  op: 'set',
  in: 'files',
  id: useId.slice(0, useId.indexOf(':')),
  set: { dueAt },
});

export const useId = ({ key, owner, by }: Pick<FileUse, 'key' | 'owner' | 'by'>): string => `${key}:${owner}:${by}`;

/** How many people are in each segment of readers, as it was last counted. */
export interface ReachWriter {
  /** A count that is older than the stored one changes nothing. */
  note(counts: readonly SegmentReach[]): Promise<void>;
}

/** The lists that organizations choose from. */
export interface CatalogWriter {
  putList(name: CatalogListName, sent: Pick<CatalogItem, 'id' | 'names'>[]): Promise<CatalogItem[]>;
  putProducts(sent: Product[]): Promise<Product[]>;
}

/** Keys of operators belong to no account: there is no actor to ask. */
export interface OperatorKeyWriter {
  create(key: Omit<OperatorKey, 'version' | 'rotatedAt' | 'revokedAt'>): Promise<OperatorKey>;
  rotate(id: string, hash: string, at: number): Promise<{ before: OperatorKey; after: OperatorKey }>;
  revoke(id: string, at: number): Promise<{ before: OperatorKey; after: OperatorKey }>;
}

/** Logins of operators belong to no account either. */
export interface OperatorLoginWriter {
  /** Ends those logins of the person that had other groups, and the oldest beyond the bound. */
  open(login: OperatorLogin): Promise<void>;
  end(id: string): Promise<void>;
  endAll(person: string): Promise<void>;
}

/** Rows of the audit log: written before the action, with the outcome after it. */
export interface AuditEnd {
  outcome: string;
  before: AuditEntry['before'];
  /** What the row names from now on; null leaves it as it is. */
  target?: string | null;
  at: number;
}

export interface AuditWriter {
  begin(entry: Omit<AuditEntry, 'before' | 'outcome' | 'endedAt'>): Promise<void>;
  end(id: string, end: AuditEnd): Promise<void>;
}

/** Codes that nobody has confirmed yet belong to no account: there is no actor to ask. */
export interface PanelCodes {
  open(code: Pick<PanelCode, '_id' | 'claim' | 'label' | 'expiresAt'>): Promise<void>;
}

/** Webhooks: made and changed by the owner of their bot, and moved on by the node that owns their room. */
export interface WebhookWriter {
  /** The stored one, if there is one with this id. */
  create(webhook: Webhook): Promise<Webhook>;
  /** `changed` may be called again on a newer state; the same object: nothing is written. */
  change(id: string, changed: (webhook: Webhook) => Webhook): Promise<Webhook>;
  remove(id: string): Promise<void>;
}

/** Documents whose span is over (src/store/retention.ts). No memory of an actor depends on them. */
export interface RetentionWriter {
  /** How many were removed in this run. */
  sweep(): Promise<number>;
}

/** Stretches of logs whose rows are objects (src/store/archive). */
export interface ArchiveWriter {
  /** Entries of a stretch. */
  readonly entries: number;
  /** The number of the room's first stretch that is not published. */
  next(room: string): Promise<number>;
  /** Writes the object of a closed stretch. True once it is published. Stretches of a room go in their order. */
  archive(room: string, at: number): Promise<boolean>;
  /** The steps of a stretch that are due: how many this node has done. */
  advance(stretch: string): Promise<number>;
  /** Writes the room's changed stretches again at once. True if nothing is left to do in the room. */
  renew(room: string): Promise<boolean>;
  /** Of a deleted room; returns their number. */
  removeObjects(room: string): Promise<number>;
}

/** Single impressions and taps, once no mark can come again. */
export interface CountSums {
  /** How many became part of a sum in this run. */
  sumUp(): Promise<number>;
}

/** Finds the account of an identity, or makes it. */
export interface Accounts {
  enter(identity: Identity): Promise<{ accountId: AccountId; created: boolean }>;
}

/** The person who logs in: a one-way keyed fingerprint of the identity, birth date and gender. */
export interface Identity extends IdentityClaims {
  fingerprint: string;
  developer: boolean;
}

/** The decision of a report, as a write that any actor can put into its own commit: the report is settled once. */
export function settlement(
  report: Report,
  { decision, note, action }: Settlement,
  now: number,
): { write: Write; report: Report } {
  const set = { status: 'settled', decision, note, action, settledAt: now } as const;
  const guard = { equals: { status: 'open' } };
  return { write: { op: 'set', in: 'reports', id: report._id, set, guard }, report: { ...report, ...set } };
}
