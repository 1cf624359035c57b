/**
 * The service is off for a day, and then for more than a year: what is kept for a span is gone after it, and nothing
 * else. While nothing runs such a time costs nothing.
 */

import type { OwnExport } from '#src/domain/accounts/own-export.js';
import type { Report } from '#src/domain/accounts/report.js';
import { EPOCH } from '../time/node-env.js';
import type { World } from '../world.js';

const DAY_MS = 86_400_000;
/** Clocks are wrong by up to an hour. */
const OFF_MS = DAY_MS + 2 * 3_600_000;
const REPORTS_MS = 401 * DAY_MS;
const SWEPT_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 60_000;
const ALL = { index: '_id', limit: 10_000 };

export async function laterDays(world: World): Promise<string[]> {
  const { documents, objects, history } = world;
  const known = history.mistakes.length;
  const reports = documents.range<Report>('reports', ALL);
  const exportsAre = () => documents.range<OwnExport>('exports', ALL).length > 0;
  const files = () => [...objects.keys()].filter((key) => key.startsWith('exports/'));
  const answers = () => documents.range<{ _id: string; rev: number }>('answers', ALL);
  const isSwept = () =>
    !exportsAre() && files().length === 0 && answers().every(({ rev }) => rev > EPOCH + world.now - OFF_MS);
  const found: string[] = [];
  if (!(await morning(world, OFF_MS, isSwept))) {
    found.push(`kept: ${files().length} files of exports and ${answers().length} answers are older than a day`);
  }
  const left = new Set(documents.range<Report>('reports', ALL).map(({ _id }) => _id));
  for (const { _id } of reports) if (!left.has(_id)) found.push(`lost: the report ${_id} was swept after a day`);
  const open = reports.filter(({ status }) => status === 'open').length;
  const count = () => documents.range('reports', ALL).length;
  if (!(await morning(world, REPORTS_MS, () => count() <= open)))
    found.push('kept: a settled report is older than a year');
  if (count() !== open) found.push(`lost: of ${open} open reports ${count()} are left`);
  return [...found, ...history.mistakes.slice(known).map((mistake) => `mistake: ${mistake}`)];
}

/** All nodes begin after that time, and stop again. */
async function morning(world: World, offMs: number, isDone: () => boolean): Promise<boolean> {
  const { schedule, nodes } = world;
  await schedule.runUntil(schedule.now + offMs);
  for (const node of nodes) node.start();
  const isSwept = await schedule.runUntilTrue(isDone, schedule.now + SWEPT_WITHIN_MS);
  let left = nodes.length;
  for (const node of nodes) {
    void node.stop().then(
      () => void (left -= 1),
      (error: unknown) => world.mistake(`a node could not stop: ${String(error)}`),
    );
  }
  await schedule.runUntilTrue(() => left === 0, schedule.now + STOPPED_WITHIN_MS);
  return isSwept;
}
