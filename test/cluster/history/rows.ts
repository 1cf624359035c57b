/** Acknowledged messages against the logs: lost, altered, duplicated, reordered. */
import type { Fault, History, Post, Row } from './history.js';
import { byRoom } from './rooms.js';

export function lostRows({ posts, logs }: History): Fault[] {
  const stored = new Map<string, Row>();
  for (const [room, rows] of logs) for (const row of rows) stored.set(`${room} ${row.clientId}`, row);
  return posts.filter(({ outcome }) => outcome === 'acknowledged').flatMap((post) => lossOf(post, stored));
}

function lossOf(post: Post, stored: Map<string, Row>): Fault[] {
  const row = stored.get(`${post.room} ${post.clientId}`);
  if (!row) return [{ kind: 'lost', detail: `${post.room}: ${post.clientId} was acknowledged as ${post.seq}` }];
  const isSame = row.id === post.id && row.seq === post.seq && row.body === post.body;
  return isSame ? [] : [{ kind: 'altered', detail: `${post.room}: ${post.clientId} is not what was acknowledged` }];
}

export function duplicatedRows({ posts, logs }: History): Fault[] {
  const faults: Fault[] = [];
  const twice = (where: string, values: (string | number)[]) => {
    for (const value of repeated(values)) faults.push({ kind: 'duplicated', detail: `${where} ${value} twice` });
  };
  for (const [room, rows] of logs) {
    const own = rows.map(({ clientId }) => clientId).filter((id) => id !== null);
    twice(`${room} has client_id`, own);
    twice(`${room} has id`, ids(rows));
    twice(`${room} has seq`, seqs(rows));
  }
  for (const [room, all] of byRoom(posts)) {
    const told = all.map(({ seq }) => seq).filter((seq) => seq !== null);
    twice(`in ${room} two were acknowledged as`, told);
  }
  return faults;
}

const ids = (rows: Row[]): string[] => rows.map(({ id }) => id);
const seqs = (rows: Row[]): number[] => rows.map(({ seq }) => seq);

function repeated<T>(values: T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

/** The log ascends; and what was acknowledged before another message was first sent stands before it. */
export function reorderedRows({ posts, logs, readings }: History): Fault[] {
  const faults: Fault[] = [];
  for (const [room, rows] of logs) faults.push(...descents(rows, room));
  for (const [room, all] of byRoom(posts)) faults.push(...overtaken(room, all));
  for (const { reader, room, rows, disorders } of readings) {
    faults.push(...descents(rows, `what ${reader} saw of ${room}`));
    for (const { seq, after } of disorders) {
      faults.push({ kind: 'reordered', detail: `${reader} heard ${seq} of ${room} after ${after}` });
    }
  }
  return faults;
}

function descents(rows: Row[], where: string): Fault[] {
  return rows.flatMap((row, at): Fault[] => {
    const before = rows[at - 1];
    if (!before || before.seq < row.seq) return [];
    const kind = before.id === row.id ? 'seen twice' : 'reordered';
    return [{ kind, detail: `${where}: ${row.seq} comes after ${before.seq}` }];
  });
}

function overtaken(room: string, posts: Post[]): Fault[] {
  const acked = posts.filter((post): post is Post & { seq: number } => post.outcome === 'acknowledged');
  const byEnd = [...acked].sort((a, b) => a.endedAt - b.endedAt);
  const faults: Fault[] = [];
  let at = 0;
  let newest = 0;
  for (const post of [...acked].sort((a, b) => a.sentAt - b.sentAt)) {
    for (let done = byEnd[at]; done && done.endedAt < post.sentAt; done = byEnd[at]) {
      newest = Math.max(newest, done.seq);
      at += 1;
    }
    if (post.seq > newest) continue;
    faults.push({ kind: 'reordered', detail: `${room}: ${post.clientId} (${post.seq}) overtook ${newest}` });
  }
  return faults;
}
