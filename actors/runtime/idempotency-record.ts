/**
 * The outcome of a command, stored in the same commit as its effect: a caller that repeats the command, because the
 * answer was lost, gets the first answer instead of a second effect.
 */
import type { Write } from '#src/store/store.js';
import { IDEMPOTENCY_RECORD_TTL_MS, type IdempotencyKey, type IdempotencyRecord } from './client.js';
import type { Env } from './env.js';
import type { CommitUnit } from './kind.js';
import { stampCommit } from './lanes/commit-stamps.js';
import type { Envelope } from './mailbox.js';

interface Decided {
  reply: unknown;
  command: string;
  kind: string;
  to: string;
  now: number;
  commit: string;
}

/**
 * Adds the answer to the unit. It stays the same object, so that its creator can recognize it. Writes alone are not the
 * effect of a request but maintenance.
 */
export function addIdempotencyRecord(unit: CommitUnit, { id, hash }: IdempotencyKey, decided: Decided): boolean {
  if (!unit.entry && !unit.transaction) return false;
  const { reply, now, ...rest } = decided;
  const doc: IdempotencyRecord = { _id: id, hash, ...rest, reply: JSON.stringify(reply ?? null), at: now, rev: now };
  unit.record = { op: 'put', in: 'answers', doc: { ...doc }, guard: { olderThan: now - IDEMPOTENCY_RECORD_TTL_MS } };
  return true;
}

/** Whether the record of another commit, which has not expired, is in the place of this one. */
export function isRecordTaken(record: Write, stored: Partial<IdempotencyRecord> | null): boolean {
  const expiredBefore = record.op === 'put' ? (record.guard?.olderThan ?? 0) : 0;
  return stored !== null && (stored.rev ?? 0) >= expiredBefore;
}

interface Origin {
  kind: string;
  id: string;
}

/** The part of an activation's context that names a commit. */
interface CommitIds {
  io: { env: Pick<Env, 'uuid'> };
  nextCommitId(): string;
}

/**
 * The mark that identifies a unit when its answer is lost: a record of the answer if one is wanted, or a stamp. An entry
 * has one of its own. Returns whether the answer is recorded.
 */
export function identifyUnit<C extends { type: string }>(
  unit: CommitUnit,
  { recording, command }: Envelope<C>,
  { kind, id }: Origin,
  { reply, now }: { reply: unknown; now: number },
  { io, nextCommitId }: CommitIds,
): boolean {
  if (recording) {
    const decided = { reply, command: command.type, kind, to: id, now, commit: io.env.uuid() };
    if (addIdempotencyRecord(unit, recording, decided)) return true;
  }
  if (unit.transaction) stampCommit(unit, nextCommitId());
  return false;
}

/** All of a unit that must be durable together with its record. */
export function atomicWritesOf({ entry, transaction, record }: CommitUnit): Write[] {
  const first: Write[] = entry ? [{ op: 'put', in: 'log', doc: entry, guard: { absent: true } }] : (transaction ?? []);
  return record ? [...first, record] : first;
}
