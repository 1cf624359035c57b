/**
 * One load in a process of its own, so that it does not wait for the others. It begins operations by a schedule, whatever
 * became of those before (open loop), or keeps so many under way (closed loop).
 */
import { closedLoop, openLoop } from '../lib/arrivals.mjs';
import { chanceFrom } from '../lib/chance.mjs';
import { Histogram } from '../lib/histogram.mjs';
import { openHandshaker } from './handshaker.mjs';
import { openRestSender } from './rest-sender.mjs';
import { openSenders } from './socket-sender.mjs';

const ways = { sockets: openSenders, handshakes: openHandshaker, rest: openRestSender };
/** Answers to what is under way at the end of a run are waited for so long. */
const AFTER_MS = 1_000;

let load;
/** Acknowledged messages of all runs: `[room, sender, clientId, seq]`, in the order of sending for each sender. */
const acknowledged = [];

/** What became of the operations of one run. `each` has the times of all where they are few. */
function startRun({ deadlineMs, isDetailed }) {
  const run = {
    offered: 0,
    good: 0,
    ok: 0,
    codes: {},
    each: [],
    latencies: new Histogram(),
    lateness: new Histogram(),
  };
  const begin = async () => {
    run.offered += 1;
    // A delay of this process itself is reported by itself: it is not the service's.
    const from = performance.now();
    const startedAt = performance.timeOrigin + from;
    const place = { index: acknowledged.length };
    acknowledged.push(null);
    const { code, ...rest } = await load.start();
    const ms = performance.now() - from;
    if (rest.clientId && code === 'ok') {
      acknowledged[place.index] = [rest.room, rest.sender, rest.clientId, rest.seq];
    }
    run.codes[code] = (run.codes[code] ?? 0) + 1;
    if (isDetailed) run.each.push([startedAt, ms, code]);
    if (code !== 'ok') return;
    run.ok += 1;
    run.latencies.record(ms);
    if (ms <= deadlineMs) run.good += 1;
  };
  return { run, begin };
}

async function execute({ rate, inFlight, ms, deadlineMs, seed = 1, isDetailed = false }) {
  const { run, begin } = startRun({ deadlineMs, isDetailed });
  const startedAt = performance.now();
  const untilMs = startedAt + ms;
  const { lateness } = run;
  const going = inFlight
    ? closedLoop({ inFlight, untilMs, start: begin })
    : openLoop({ ratePerSecond: rate, untilMs, chance: chanceFrom(seed), start: begin, lateness });
  const over = new Promise((resolve) => setTimeout(resolve, ms + AFTER_MS + deadlineMs).unref());
  await new Promise((resolve) => setTimeout(resolve, ms));
  const atEnd = { endedAt: Date.now(), seconds: (performance.now() - startedAt) / 1_000 };
  process.send({ ended: atEnd });
  await Promise.race([going, over]);
  const { latencies, ...counts } = run;
  return { ...counts, ...atEnd, lateness: lateness.summary(), ...latencies.summary() };
}

process.on('message', async ({ prepare, run, close, acked }) => {
  if (prepare) {
    load = await ways[prepare.kind](prepare);
    process.send({ prepared: true });
  }
  if (run) process.send({ figures: await execute(run) });
  if (acked) process.send({ acked: acknowledged.filter((one) => one !== null) });
  if (close) {
    load?.close();
    process.disconnect();
  }
});
process.on('disconnect', () => process.exit());
