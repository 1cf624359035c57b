/**
 * Judges what happened in a room: what senders were told, what readers saw, and what is in the log at the end.
 * It knows nothing of the service, so it can be shown to find each kind of fault in a forged history.
 */

/** A message that its sender was told is stored. Times are of one clock. */
export interface Acknowledged {
  clientId: string;
  sender: string;
  id: string;
  seq: number;
  body: string;
  /** When it was sent for the first time, and when the answer came. */
  sentAt: number;
  ackedAt: number;
  /** It was refused for the moment at least once: its sender gave its place in the order away. */
  wasRefused: boolean;
}

export interface LogRow {
  id: string;
  seq: number;
  clientId: string | null;
  body: string;
}

/** One reader's rows in the order they were seen, and the gaps its events showed. */
export interface Reading {
  reader: string;
  rows: LogRow[];
  holes: { held: number; prevSeq: number }[];
}

export interface History {
  acknowledged: Acknowledged[];
  log: LogRow[];
  readings: Reading[];
}

export type FaultKind = 'lost' | 'doubled' | 'reordered' | 'altered' | 'hole' | 'undurable' | 'unseen' | 'seen twice';

export interface Fault {
  kind: FaultKind;
  detail: string;
}

export function faultsOf({ acknowledged, log, readings }: History): Fault[] {
  return [
    ...doubledIn(log),
    ...outOfOrder(log, 'the log'),
    ...acknowledged.flatMap((message) => notAsAcknowledged(message, log)),
    ...overtaken(acknowledged),
    ...overtakenOfOneSender(acknowledged),
    ...readings.flatMap((reading) => faultsOfReading(reading, log)),
  ];
}

function doubledIn(log: LogRow[]): Fault[] {
  const faults: Fault[] = [];
  for (const key of ['id', 'clientId', 'seq'] as const) {
    const values = log.map((row) => row[key]).filter((value) => value !== null);
    for (const value of repeated(values))
      faults.push({ kind: 'doubled', detail: `${key} ${value} is in the log twice` });
  }
  return faults;
}

function repeated<T>(values: T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

function outOfOrder(rows: LogRow[], where: string): Fault[] {
  return rows.flatMap((row, at) => {
    const before = rows[at - 1];
    const isFine = !before || before.seq < row.seq;
    return isFine ? [] : [{ kind: 'reordered', detail: `in ${where} seq ${row.seq} comes after ${before.seq}` }];
  });
}

function notAsAcknowledged(message: Acknowledged, log: LogRow[]): Fault[] {
  const row = log.find((one) => one.clientId === message.clientId);
  if (!row)
    return [{ kind: 'lost', detail: `${message.sender}: ${message.clientId} was acknowledged as ${message.seq}` }];
  const isSame = row.id === message.id && row.seq === message.seq && row.body === message.body;
  return isSame ? [] : [{ kind: 'altered', detail: `${message.clientId} is not what was acknowledged` }];
}

/** Whatever was acknowledged before another message was even sent stands before it, whoever sent them. */
function overtaken(acknowledged: Acknowledged[]): Fault[] {
  const byAck = [...acknowledged].sort((a, b) => a.ackedAt - b.ackedAt);
  const bySending = [...acknowledged].sort((a, b) => a.sentAt - b.sentAt);
  const faults: Fault[] = [];
  let at = 0;
  let newest = 0;
  for (const message of bySending) {
    for (let done = byAck[at]; done && done.ackedAt < message.sentAt; done = byAck[at]) {
      newest = Math.max(newest, done.seq);
      at += 1;
    }
    if (message.seq <= newest) {
      faults.push({ kind: 'reordered', detail: `${message.clientId} (${message.seq}) overtook seq ${newest}` });
    }
  }
  return faults;
}

/** One sender's messages stand in the order they were sent, also while several are under way. */
function overtakenOfOneSender(acknowledged: Acknowledged[]): Fault[] {
  const newest = new Map<string, number>();
  const faults: Fault[] = [];
  for (const message of [...acknowledged].sort((a, b) => a.sentAt - b.sentAt)) {
    if (message.wasRefused) continue;
    const before = newest.get(message.sender) ?? 0;
    if (message.seq < before) {
      faults.push({ kind: 'reordered', detail: `${message.sender}: ${message.clientId} overtook seq ${before}` });
    }
    newest.set(message.sender, Math.max(before, message.seq));
  }
  return faults;
}

function faultsOfReading({ reader, rows, holes }: Reading, log: LogRow[]): Fault[] {
  const stored = new Map(log.map((row) => [row.id, row]));
  const seen = new Set(rows.map((row) => row.id));
  return [
    ...holes.map(({ held, prevSeq }): Fault => ({ kind: 'hole', detail: `${reader} held ${held}, missed ${prevSeq}` })),
    ...outOfOrder(rows, `what ${reader} saw`),
    ...repeated(rows.map((row) => row.id)).map((id): Fault => ({ kind: 'seen twice', detail: `${reader} saw ${id}` })),
    ...rows
      .filter((row) => !isStored(row, stored.get(row.id)))
      .map(({ id }): Fault => ({ kind: 'undurable', detail: `${reader} saw ${id}, which is not so in the log` })),
    ...log
      .filter((row) => !seen.has(row.id))
      .map(({ id }): Fault => ({ kind: 'unseen', detail: `${reader} never saw ${id}` })),
  ];
}

const isStored = (row: LogRow, stored: LogRow | undefined): boolean =>
  stored?.seq === row.seq && stored.body === row.body && stored.clientId === row.clientId;
