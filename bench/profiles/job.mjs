import { buildProfiles } from '../../dist/jobs/build-profiles.js';
import { Interests } from '../../dist/src/domain/interests/interests.js';

const HOUR_MS = 3_600_000;
const SAMPLED = 50;
const MB = 1_048_576;

/** The peak memory of the process during `work`, above the memory before it. */
async function watched(work) {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { heap: before.heapUsed, rss: before.rss };
  const timer = setInterval(() => {
    const { heapUsed, rss } = process.memoryUsage();
    most.heap = Math.max(most.heap, heapUsed);
    most.rss = Math.max(most.rss, rss);
  }, 50);
  const cpu = process.cpuUsage();
  const begunAt = performance.now();
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: Math.round((performance.now() - begunAt) / 100) / 10,
    cpuSeconds: Math.round((user + system) / 100_000) / 10,
    heapBeforeMb: Math.round(before.heapUsed / MB),
    heapPeakMb: Math.round(most.heap / MB),
    rssPeakMb: Math.round(most.rss / MB),
  };
}

async function made(store, account, builtAt) {
  const interests = new Interests(builtAt);
  for (let gt = `${account}:`; ; ) {
    const page = await store.range('interestEvents', { index: '_id', gt, lt: `${account};`, limit: 1_000 });
    for (const event of page) interests.add(event);
    if (page.length < 1_000) return interests.profile(account);
    gt = page.at(-1)._id;
  }
}

async function check(store, people) {
  for (let at = 0; at < people.length; at += SAMPLED) {
    const kept = await store.get('interestProfiles', people[at]);
    const expected = await made(store, people[at], kept?.builtAt ?? 0);
    if (!kept || JSON.stringify(kept) !== JSON.stringify(expected))
      throw new Error(`${people[at]} has another profile`);
  }
}

/** The hourly job, as it would run so many hours from now. */
export async function buildAll({ store, node }, people, { hours }) {
  const now = () => Date.now() + hours * HOUR_MS;
  let built = 0;
  const figures = await watched(async () => {
    built = await buildProfiles({ ...node, reader: store, now });
  });
  if (built !== people.length) throw new Error(`${built} of ${people.length} profiles were built`);
  await check(store, people);
  return { inHours: hours, profiles: built, ...figures };
}
