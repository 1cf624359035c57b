/** The steps of a measurement: quiet, the peak, and multiples of it with what the others notice and what follows. */
import { readFileSync } from 'node:fs';
import { costOf } from '../sockets/loads.mjs';

/** Messages a second that the others send. */
const OBSERVED_PER_SECOND = 40;
/** The service is back when everything that begins from then on is answered within this time. */
const BACK_WITHIN_MS = 500;
const PAUSE_MS = 1_000;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function observeQuiet(context) {
  const { figures } = await observe(context, context.options['quiet-s'] * 1_000);
  const { p50, p99 } = await figures;
  return { p50, p99 };
}

const observe = ({ observer, options }, ms) =>
  observer.run({ rate: OBSERVED_PER_SECOND, ms, deadlineMs: options['deadline-ms'], isDetailed: true });

export async function measureLoad(context, { inFlight }) {
  const { options } = context;
  const steps = [];
  // The first one warms up: the compiler of the runtime has to see everything once.
  if (!options.rate) await measureStep(context, 'warm', { inFlight });
  if (!options.rate) steps.push(await measureStep(context, 'peak', { inFlight }));
  const measured = options.rate || steps[0].good;
  const multiples = options.multiples.split(',').map(Number);
  const flood = (multiple, name) => measureStep(context, name, { rate: Math.max(1, Math.round(measured * multiple)) });
  // A process that has not refused anything yet compiles what refuses: a fifth of its core for some seconds.
  steps.push(await flood(Math.max(...multiples), 'first'));
  for (const multiple of multiples) steps.push(await flood(multiple, `×${multiple}`));
  const peak = options.rate || Math.max(...steps.map(({ good }) => good));
  return { peak, steps: steps.map((step) => ({ ...step, ...sharesOf(step, peak, steps[0]) })) };
}

/**
 * Of the peak: by the clock, and by the processor time of an answer in time. The latter does not change with what else the
 * machine does meanwhile.
 */
const sharesOf = (step, peak, first) => ({
  share: Number((step.good / peak).toFixed(2)),
  byProcessor: Number((first['µs each'] / step['µs each']).toFixed(2)),
});

async function measureStep({ flood, ...context }, name, load) {
  const { options, look } = context;
  const ms = options.seconds * 1_000;
  const isFlood = load.rate !== undefined;
  const afterMs = isFlood ? options['recovery-s'] * 1_000 : 0;
  const observing = observe(context, ms + afterMs);
  const waited = processorWaits(context.observer.pid);
  const before = await look();
  const { ended, figures } = await flood.run({ ...load, ms, deadlineMs: options['deadline-ms'] });
  const cost = costOf(before, await look(), 1);
  const observerWaits = waited();
  const [figured, observed] = await Promise.all([figures, observing.then((one) => one.figures)]);
  await wait(PAUSE_MS);
  const { good, ok, offered, codes, p50, p99, lateness } = figured;
  const perSecond = (count) => Math.round(count / ended.seconds);
  return {
    name,
    offered: perSecond(offered),
    good: perSecond(good),
    late: perSecond(ok - good),
    p50,
    p99,
    codes,
    'µs each': Math.round(cost['µs each'] / Math.max(1, good)),
    ...othersIn(observed.each, ended.endedAt),
    observerWaits,
    backAfterMs: isFlood ? backAfter(observed.each, ended.endedAt) : null,
    generatorLate: lateness.p99,
  };
}

/** What the others noticed until the load ended. */
function othersIn(each, endedAt) {
  const during = each.filter(([at]) => at < endedAt);
  const times = during.filter(([, , code]) => code === 'ok').map(([, ms]) => ms);
  times.sort((a, b) => a - b);
  const quantile = (share) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  return { others50: quantile(0.5), others99: quantile(0.99), othersRefused: during.length - times.length };
}

function backAfter(each, endedAt) {
  const troubled = each.filter(([at, ms, code]) => at >= endedAt && (code !== 'ok' || ms > BACK_WITHIN_MS));
  return Math.max(0, Math.round(Math.max(0, ...troubled.map(([at]) => at - endedAt))));
}

/**
 * For how many ms the process of the others waited for a processor, on average each time that it got one: a part of the times of the
 * others that the service has nothing to do with. Linux only; elsewhere null.
 */
function processorWaits(pid) {
  if (process.platform !== 'linux') return () => null;
  const read = () => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  const [, waited, slices] = read();
  return () => {
    const [, waitedNow, slicesNow] = read();
    return Number(((waitedNow - waited) / 1e6 / Math.max(1, slicesNow - slices)).toFixed(1));
  };
}
