/**
 * Counts broken promises: lost, duplicated, reordered, unauthorized. It compares the acks of senders and the deliveries
 * to readers with a log that is read after the run; it does not depend on how the service works.
 *
 * A log row: `{ id, seq, body, deletedAt, event }`, `event` being null or `{ type, username }`.
 * A reader's event: `{ seq, prev, id }` with `id` for new rows only; `{ held, isFresh }`: complete from that seq on,
 * and (unless fresh) since it was held before; `{ isCut }`: nothing reaches this reader until it holds the room again.
 */
import { readText } from './room-history.mjs';

const KINDS = ['lost', 'duplicated', 'reordered', 'unauthorized'];
const EXAMPLES_MAX = 5;

export class Verdict {
  counts = Object.fromEntries(KINDS.map((kind) => [kind, 0]));
  examples = [];

  add(kind, what) {
    this.counts[kind] += 1;
    if (this.examples.filter((example) => example.kind === kind).length < EXAMPLES_MAX)
      this.examples.push({ kind, what });
  }

  get isClean() {
    return KINDS.every((kind) => this.counts[kind] === 0);
  }
}

export function verify(record, log, verdict) {
  checkLog(log, verdict);
  checkAcknowledged(record, log, verdict);
  const stored = new Set(log.map(({ id }) => id));
  checkOrder(
    [...record.messages.values()].filter(({ id }) => stored.has(id)),
    verdict,
  );
  for (const [name, events] of record.readers) checkReader(name, events, log, verdict);
  for (const what of record.answersToOutsiders) verdict.add('unauthorized', what);
}

function checkLog(log, verdict) {
  const tokens = new Set();
  const ids = new Set();
  let newest = 0;
  for (const { id, seq, body } of log) {
    const token = readText(body)?.token;
    if (ids.has(id) || (token && tokens.has(token))) verdict.add('duplicated', `${token ?? id} is in the log twice`);
    if (seq < newest) verdict.add('reordered', `seq ${seq} stands behind ${newest} in the log`);
    ids.add(id);
    if (token) tokens.add(token);
    newest = Math.max(newest, seq);
  }
}

/** Everything acknowledged is there: the message, its newest acknowledged version, its deletion. */
function checkAcknowledged(record, log, verdict) {
  const rows = new Map(log.map((row) => [row.id, row]));
  for (const [token, message] of record.messages) {
    const row = rows.get(message.id);
    const told = `${token} was acknowledged as seq ${message.seq}`;
    if (!row || row.seq !== message.seq) verdict.add('lost', `${told} and is not there`);
    else if (row.deletedAt !== null) {
      if (!message.deletionTried) verdict.add('lost', `${told} and was deleted by nobody`);
    } else if (message.deleted) verdict.add('lost', `the deletion of ${token} is not there`);
    else checkText(token, message, row, verdict);
  }
}

function checkText(token, message, row, verdict) {
  const text = readText(row.body);
  const isThere = text?.token === token && text.version >= message.version && text.version <= message.versionTried;
  if (!isThere) verdict.add('lost', `${token} v${message.version} was acknowledged, the log says ${row.body}`);
  for (const [emoji, people] of message.reactions) {
    const count = row.reactions[emoji] ?? 0;
    if (count < people) verdict.add('lost', `${token} has ${count} ${emoji}, and ${people} were acknowledged`);
  }
}

/** A message that was sent after the acknowledgement of another one stands behind it, for any two senders. */
function checkOrder(messages, verdict) {
  const byAck = [...messages].sort((a, b) => a.ackedAt - b.ackedAt);
  const bySending = [...messages].sort((a, b) => a.sentAt - b.sentAt);
  let acked = 0;
  let newest = 0;
  for (const message of bySending) {
    for (; acked < byAck.length && byAck[acked].ackedAt < message.sentAt; acked += 1) {
      newest = Math.max(newest, byAck[acked].seq);
    }
    if (message.seq <= newest) verdict.add('reordered', `seq ${message.seq} was sent after ${newest} was acknowledged`);
  }
}

function checkReader(name, events, log, verdict) {
  const stays = staysOf(name, log);
  const isIn = (seq) => stays.some(({ from, to }) => seq >= from && seq <= to);
  const seen = new Set();
  let newest = 0;
  for (const { seq, id } of events) {
    if (seq === undefined) continue;
    if (seq < newest) verdict.add('reordered', `${name} saw seq ${seq} after ${newest}`);
    newest = Math.max(newest, seq);
    if (!isIn(seq)) verdict.add('unauthorized', `${name} saw seq ${seq} from outside`);
    if (id === undefined) continue;
    if (seen.has(id)) verdict.add('duplicated', `${name} saw seq ${seq} twice`);
    seen.add(id);
  }
  const missed = missedRows(events, stays, seen, log);
  for (const seq of missed) verdict.add('lost', `${name} never saw seq ${seq}`);
  for (const [from, to] of holesIn(
    events.filter(({ held, seq }) => held !== undefined || (seq !== undefined && isIn(seq))),
  )) {
    // A hole with a missed row in it is counted once.
    if (!missed.some((seq) => seq > from && seq <= to)) verdict.add('lost', `${name} missed what followed seq ${from}`);
  }
}

/** The intervals of membership by the rows of the log: from a join to the next departure. */
function staysOf(name, log) {
  const stays = [];
  let from = log.some(({ event }) => event?.type === 'member_joined' && event.username === name) ? null : 0;
  for (const { event, seq } of log) {
    if (event?.username !== name) continue;
    if (event.type === 'member_joined') from = seq;
    if (event.type === 'member_left' && from !== null) {
      stays.push({ from, to: seq });
      from = null;
    }
  }
  if (from !== null) stays.push({ from, to: Number.POSITIVE_INFINITY });
  return stays;
}

/**
 * Rows of a stay, from where the reader's stream was complete, that it never saw. Its own leaving is not shown, and
 * a reader who was cut off when it left cannot catch up; a present member must.
 */
function missedRows(events, stays, seen, log) {
  const stretches = stretchesOf(events);
  return stays.flatMap(({ from, to }) => {
    const stretch = stretches.find((one) => one.from >= from - 1 && one.from < to);
    if (!stretch) return [];
    const until = to === Number.POSITIVE_INFINITY ? to : Math.min(to, stretch.cutAt + 1);
    return log.filter(({ id, seq }) => seq > stretch.from && seq < until && !seen.has(id)).map(({ seq }) => seq);
  });
}

/** From where to where this reader's stream is complete. */
function stretchesOf(events) {
  const stretches = [];
  let newest = 0;
  for (const { held, isFresh, isCut, seq } of events) {
    const last = stretches.at(-1);
    if (isFresh) stretches.push({ from: held, cutAt: Number.POSITIVE_INFINITY });
    else if (last && held !== undefined) last.cutAt = Number.POSITIVE_INFINITY;
    else if (last && isCut) last.cutAt = Math.min(last.cutAt, newest);
    newest = Math.max(newest, held ?? seq ?? 0);
  }
  return stretches;
}

function holesIn(events) {
  const bySeq = [...events].sort((a, b) => (a.held ?? a.seq) - (b.held ?? b.seq));
  const holes = [];
  let reached = 0;
  for (const { held, seq, prev } of bySeq) {
    if (prev !== undefined && prev > reached) holes.push([reached, prev]);
    reached = Math.max(reached, held ?? seq);
  }
  return holes;
}
