/**
 * A transaction that is lost on its way may land while its caller, who was told `unavailable`, tries again through another
 * process. Whenever that is, the answer is one that an earlier landing or none at all would have had.
 */
import { createNode, type Node } from '#src/node.js';
import { type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { describeOnEmbedded, type OpenStore } from '../../support/store/engines.js';
import { FaultyStore, isRead } from '../../support/store/faulty-store.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { lives, people, type Step } from './steps.js';

const HOUR_MS = 3_600_000;
/** More reads than a load and the needs of any command. */
const READS_MAX = 8;
const NEVER = Number.POSITIVE_INFINITY;

/** The outcome of each step when its first transaction lands before so many reads of the second try; -1: before it. */
async function outcomes(openStore: OpenStore, steps: Record<string, Step>, landsAt: number): Promise<string[]> {
  const inner = await openStore();
  const store = new FaultyStore(inner);
  await people(store);
  const env = new VirtualEnv();
  const found: string[] = [];
  for (const [step, act] of Object.entries(steps)) {
    const lost = await lose(store, env, act);
    let reads = 0;
    store.fault = async (call, phase) => {
      if (phase !== 'before' || !isRead(call)) return;
      if (reads === landsAt && lost) await inner.transaction(lost);
      reads += 1;
    };
    if (landsAt < 0 && lost) await inner.transaction(lost);
    found.push(`${step}: ${await through(store, env, act)}`);
    store.fault = () => undefined;
  }
  return found;
}

/** What the transaction of the first try, which nobody hears of again, would have written. */
async function lose(store: FaultyStore, env: VirtualEnv, act: Step): Promise<Write[] | null> {
  let lost: Write[] | null = null;
  store.fault = (call, phase) => {
    if (call.op !== 'transaction' || phase !== 'before') return;
    lost ??= call.writes;
    throw new StoreUnavailable('it is lost on its way');
  };
  const outcome = await through(store, env, act);
  if (lost) expect(outcome).toBe('unavailable');
  return lost;
}

/** Through a process of its own, which knows nothing of earlier ones. */
async function through(store: Store, env: VirtualEnv, act: Step): Promise<string> {
  const node: Node = createNode({
    store,
    env,
    owner: 'one',
    alone: true,
    brand: 'meydan',
    lanes: { retryTimeoutMs: 100 },
    onError: () => undefined,
  });
  const answer = (await env.until(act(node, store), HOUR_MS)) as { ok?: boolean; code?: string } | undefined;
  await env.until(node.system.stop());
  return answer?.ok === false ? (answer.code as string) : 'ok';
}

describeOnEmbedded('a transaction that lands while its command is tried again', (openStore) => {
  it.each(lives)(
    'is taken for landed or for lost, for all that %s do',
    async (_, steps) => {
      const [landed, lost] = [await outcomes(openStore, steps, -1), await outcomes(openStore, steps, NEVER)];
      for (let reads = 0; reads < READS_MAX; reads += 1) {
        const between = await outcomes(openStore, steps, reads);
        const odd = between.filter((outcome, at) => outcome !== landed[at] && outcome !== lost[at]);
        expect([reads, odd]).toEqual([reads, []]);
      }
    },
    120_000,
  );
});
