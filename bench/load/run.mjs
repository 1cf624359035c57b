/** A whole run: people and rooms, the traffic, and then the verdict by the log. */
import { closedLoop, openLoop } from '../lib/arrivals.mjs';
import { chanceFrom } from '../lib/chance.mjs';
import { measureCpu } from '../lib/cpu.mjs';
import { Histogram, short } from '../lib/histogram.mjs';
import { RoomRecord } from './room-history.mjs';
import { Traffic } from './traffic.mjs';
import { Verdict, verify } from './verdict.mjs';

const SETTLED_WITHIN_MS = 10_000;
const PAGE = 200;
const ENTERING_AT_ONCE = 16;

/** `onBegin` is called when everybody is in and the traffic starts. */
export async function run(drive, scenario, onBegin = () => {}) {
  const rooms = await settle(drive, scenario);
  onBegin();
  const chance = chanceFrom(scenario.seed);
  const traffic = new Traffic(drive, rooms, scenario, chance);
  const lateness = new Histogram();
  const cpuSince = measureCpu(drive.storePid);
  const startedAt = performance.now();
  const untilMs = startedAt + scenario.seconds * 1_000;
  const { ratePerSecond, inFlight } = scenario;
  if (inFlight) await closedLoop({ inFlight, untilMs, start: traffic.start });
  else await openLoop({ ratePerSecond, untilMs, chance, start: traffic.start, lateness });
  const tookMs = performance.now() - startedAt;
  const cpu = cpuSince();
  const verdict = new Verdict();
  const rows = await judgeAll(drive, rooms, verdict);
  return report({ drive, scenario, traffic, tookMs, cpu, lateness, verdict, rows });
}

/** The founder first; the last of each room are its movers, and are in at the start. */
async function settle(drive, { rooms, members, readers, movers }) {
  const made = [];
  for (let at = 0; at < rooms; at += 1) {
    const people = await inTurns(Array.from({ length: members }, (_, nth) => () => drive.enter(`r${at}p${nth}`)));
    const place = await drive.found(people[0], `load-${at}`);
    const record = new RoomRecord();
    await drive.follow(people[0], place, (event) => record.readerOf(people[0].name).push(event));
    const others = people.slice(1);
    await inTurns(others.map((person) => () => joined(drive, person, place)));
    const following = others.filter((_, nth) => nth < readers - 1 || nth >= others.length - movers);
    for (const person of following) {
      await drive.follow(person, place, (event) => record.readerOf(person.name).push(event));
    }
    const moving = movers === 0 ? [] : people.slice(-movers);
    made.push({
      place,
      record,
      witness: people[0],
      talkers: people.slice(0, members - movers),
      movers: moving.map((person) => ({ person, isIn: true, busy: false })),
      recent: [],
    });
  }
  return made;
}

async function joined(drive, person, place) {
  const answer = await drive.join(person, place);
  if (!answer.ok) throw new Error(`${person.name} could not join ${place.slug}: ${answer.code}`);
}

async function inTurns(tasks) {
  const results = [];
  const left = tasks.entries();
  const one = async () => {
    for (const [at, task] of left) results[at] = await task();
  };
  await Promise.all(Array.from({ length: ENTERING_AT_ONCE }, one));
  return results;
}

async function judgeAll(drive, rooms, verdict) {
  let rows = 0;
  for (const room of rooms) {
    const log = await readLog(drive, room);
    await untilSeen(room, log.at(-1)?.seq ?? 0);
    verify(room.record, log, verdict);
    rows += log.length;
  }
  return rows;
}

async function readLog(drive, { witness, place }) {
  const log = [];
  for (;;) {
    const page = await drive.list(witness, place, log.at(-1)?.seq ?? 0, PAGE);
    if (!page.ok) throw new Error(`the log of ${place.slug} cannot be read: ${page.code}`);
    log.push(...page.rows);
    if (!page.hasMore) return log;
  }
}

/** Deliveries in progress may still arrive; a delivery that is missing after this time counts as lost. */
async function untilSeen({ record, movers }, seq) {
  const outside = new Set(movers.filter(({ isIn }) => !isIn).map(({ person }) => person.name));
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  const waiting = () => [...record.readers].some(([name, events]) => !outside.has(name) && reachedBy(events) < seq);
  while (waiting() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

const reachedBy = (events) => Math.max(0, ...events.slice(-2).map((event) => event.held ?? event.seq ?? 0));

function report({ drive, scenario, traffic, tookMs, cpu, lateness, verdict, rows }) {
  const operations = {};
  let done = 0;
  for (const [name, latency] of traffic.latencies) {
    done += latency.count;
    operations[name] = { count: latency.count, ...latency.summary() };
  }
  return {
    drive: drive.name,
    title: scenario.title ?? null,
    operations,
    perSecond: Math.round((done * 1_000) / tookMs),
    cpuMicrosPerOperation: done === 0 ? null : short((cpu.all * 1_000) / done),
    generatorLateMs: scenario.inFlight ? null : lateness.summary(),
    refused: Object.fromEntries(traffic.refused),
    rowsJudged: rows,
    counts: verdict.counts,
    examples: verdict.examples,
  };
}
