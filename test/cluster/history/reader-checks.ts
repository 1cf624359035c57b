/** What readers were shown against the logs: gaps, ghosts, and what a banned person brought about. */
import type { Ban, Fault, History, Post, Reading, Row } from './history.js';

/** Nothing is missing on the way, and at the end everybody who was there throughout has everything. */
export function gaps({ readings, logs }: History): Fault[] {
  return readings.flatMap((reading): Fault[] => {
    const { reader, room, holes, isWhole } = reading;
    const missed = holes.map(({ held, prevSeq }): Fault => {
      return { kind: 'gap', detail: `${reader} held ${held} of ${room} and missed ${prevSeq}` };
    });
    return isWhole ? [...missed, ...unseen(reading, logs.get(room) ?? [])] : missed;
  });
}

function unseen({ reader, room, rows }: Reading, log: Row[]): Fault[] {
  const seen = new Set(rows.map(({ id }) => id));
  const missing = log.filter(({ id }) => !seen.has(id));
  return missing.map(({ seq }) => ({ kind: 'unseen', detail: `${reader} never saw ${seq} of ${room}` }));
}

/** Rows that nobody sent or that were refused; and rows that somebody saw and that are not there, or not so. */
export function ghosts({ posts, readings, logs }: History): Fault[] {
  const sent = new Map(posts.map((post) => [`${post.room} ${post.clientId}`, post]));
  const faults: Fault[] = [];
  for (const [room, rows] of logs) {
    for (const row of rows) {
      if (isGhost(row, sent.get(`${room} ${row.clientId}`))) {
        faults.push({ kind: 'ghost', detail: `nobody is known to have sent ${row.clientId} to ${room}` });
      }
    }
  }
  for (const reading of readings) faults.push(...vanished(reading, logs.get(reading.room) ?? []));
  return faults;
}

/** Whoever was refused may have an earlier attempt that was done all the same, as long as it was never answered. */
function isGhost(row: Row, post: Post | undefined): boolean {
  if (!post || post.body !== row.body) return true;
  return post.outcome === 'refused' && !post.wasUnanswered;
}

function vanished({ reader, room, rows }: Reading, log: Row[]): Fault[] {
  const stored = new Map(log.map((row) => [row.id, row]));
  return rows
    .filter((row) => {
      const kept = stored.get(row.id);
      return kept?.seq !== row.seq || kept.body !== row.body || kept.clientId !== row.clientId;
    })
    .map(({ seq }) => ({ kind: 'ghost', detail: `${reader} saw ${seq} of ${room}, which is not so in its log` }));
}

/** Nothing that a banned person began while the ban was in force was done, and nothing begun then was shown to them. */
export function afterBans({ posts, readings, bans }: History): Fault[] {
  const inForce = new Map<string, Ban[]>();
  for (const ban of [...bans].sort((a, b) => a.ackedAt - b.ackedAt)) {
    const key = `${ban.room} ${ban.account}`;
    inForce.set(key, [...(inForce.get(key) ?? []), ban]);
  }
  const sent = new Map(posts.map((post) => [`${post.room} ${post.clientId}`, post]));
  return [...spoken(posts, inForce), ...readings.flatMap((reading) => shown(reading, sent, inForce))];
}

function spoken(posts: Post[], inForce: Map<string, Ban[]>): Fault[] {
  return posts
    .filter((post) => post.outcome === 'acknowledged' && banAround(post, inForce.get(`${post.room} ${post.by}`)))
    .map(({ by, room, seq }) => ({ kind: 'after-ban', detail: `${by} wrote ${seq} into ${room} while banned` }));
}

const banAround = ({ sentAt, endedAt }: Post, bans: Ban[] = []): boolean =>
  bans.some(({ ackedAt, liftedAt }) => sentAt > ackedAt && endedAt < liftedAt);

function shown({ reader, room, rows }: Reading, sent: Map<string, Post>, inForce: Map<string, Ban[]>): Fault[] {
  const bans = inForce.get(`${room} ${reader}`);
  if (!bans) return [];
  return rows
    .filter((row) => {
      const post = sent.get(`${room} ${row.clientId}`);
      return post && bans.some(({ ackedAt, liftedAt }) => post.sentAt > ackedAt && row.at < liftedAt);
    })
    .map(({ seq }) => ({ kind: 'after-ban', detail: `${reader} was shown ${seq} of ${room} while banned` }));
}
