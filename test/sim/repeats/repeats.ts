/** Requests with a key: one effect and one answer for each, whatever was repeated; reports, which are settled once. */
import type { RoomLog } from '../checks/room-log.js';
import type { Op } from '../history.js';
import type { World } from '../world.js';

interface Report {
  _id: string;
  by: string | null;
  text: string | null;
  status: string;
  decision?: string;
}

export function repeats(world: World, logs: ReadonlyMap<string, RoomLog>): string[] {
  const byKey = new Map<string, Op[]>();
  for (const op of world.history.ops) {
    if (op.what !== 'say_twice' && op.what !== 'file_report') continue;
    byKey.set(op.key as string, [...(byKey.get(op.key as string) ?? []), op]);
  }
  const reports = world.documents.range<Report>('reports', { index: '_id', limit: 10_000 });
  const rows = new Set([...logs.values()].flatMap((log) => [...log.rows.keys()]));
  const there = new Set([...rows, ...reports.map(({ _id }) => _id)]);
  return [
    ...[...byKey].flatMap(([key, ops]) => answers(key, ops, there)),
    ...doubles(reports.map(({ by, text }) => `${by} reported ${text}`)),
    ...settled(world, reports),
  ];
}

function answers(key: string, ops: Op[], there: ReadonlySet<string>): string[] {
  const given = ops.filter(({ outcome }) => outcome === 'ok');
  const [first] = given;
  if (!first) return [];
  const found: string[] = [];
  for (const { id, body, hash } of given) {
    if (body !== first.body) found.push(`key ${key}: ${id} was carried out for another request`);
    else if (hash !== first.hash) found.push(`key ${key}: ${id} was answered ${hash}, and before ${first.hash}`);
  }
  const ids = JSON.parse(first.hash ?? '[]') as string[];
  if (!ids.every((id) => there.has(id))) found.push(`lost: what was done under the key ${key} is not there`);
  // Refused for what it says are those alone that say something else.
  const refused = ops.filter(({ outcome, body }) => outcome === 'idempotency_conflict' && body === first.body);
  return [...found, ...refused.map(({ id }) => `unexplained: ${id} repeats the key ${key}, and was refused`)];
}

function doubles(signs: string[]): string[] {
  const twice = signs.filter((sign, at) => signs.indexOf(sign) !== at);
  return twice.map((sign) => `duplicated: ${sign}`);
}

function settled({ history }: World, reports: Report[]): string[] {
  const byId = new Map(reports.map((report) => [report._id, report]));
  return history.ops.flatMap(({ id, what, outcome, key = '', body }) => {
    if (what !== 'settle_report') return [];
    const report = byId.get(key);
    if (outcome === 'ok' && (report?.status !== 'settled' || report.decision !== body))
      return [`lost: ${id} settled ${key} by ${body}, and it is ${report?.status} by ${report?.decision}`];
    if (outcome === 'invalid_state' && (report?.status !== 'settled' || report.decision === body))
      return [`unexplained: ${id} could not settle ${key}`];
    return [];
  });
}
