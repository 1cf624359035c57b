/** Every kind of account decides with transactions whose answers get lost: nobody may notice. */
import { createNode } from '#src/node.js';
import { StoreUnavailable } from '#src/store/store.js';
import { describeOnBothEngines, type OpenStore } from '../../support/store/engines.js';
import { FaultyStore } from '../../support/store/faulty-store.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { lives, people, type Step } from './steps.js';

const HOUR_MS = 3_600_000;

const writesAlone = new Set(['open_code']);

interface Told {
  step: string;
  answer: unknown;
  notes: unknown[];
}

/** Ids are drawn, and time goes on while a transaction is tried again: both are left out. */
const comparable = (told: Told[]) =>
  JSON.parse(
    JSON.stringify(told)
      .replace(/(?<=:|"\d:)\d{13}(\.\d+)?(?=[",}\]])/g, '0')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'),
  ) as Told[];

async function live(openStore: OpenStore, steps: Record<string, Step>, loses: boolean): Promise<Told[]> {
  const store = new FaultyStore(await openStore());
  await people(store);
  const env = new VirtualEnv();
  const errors: unknown[] = [];
  const node = createNode({
    store,
    env,
    owner: 'one',
    alone: true,
    brand: 'meydan',
    onError: (error: unknown) => errors.push(error),
  });
  const notes: unknown[] = [];
  node.userEvents.listen((note) => notes.push(note));
  const told: Told[] = [];
  const untouched: string[] = [];
  for (const [step, act] of Object.entries(steps)) {
    let lost = 0;
    store.fault = ({ op }, phase) => {
      if (!loses || op !== 'transaction' || phase !== 'after' || lost > 0) return;
      lost += 1;
      throw new StoreUnavailable('the answer is lost');
    };
    const answer = await env.until(act(node, store), HOUR_MS);
    if (loses && lost === 0) untouched.push(step);
    told.push({ step, answer, notes: notes.splice(0) });
  }
  store.fault = () => undefined;
  await env.until(node.system.stop());
  expect(errors).toEqual([]);
  // A step that loses nothing shows nothing: these land as writes, each of which is the same when it comes again.
  expect(untouched.filter((step) => !writesAlone.has(step))).toEqual([]);
  return comparable(told);
}

describeOnBothEngines('a transaction whose answer is lost', (openStore) => {
  it.each(lives)('has the same answer and the same outputs, for all that %s do', async (_, steps) => {
    const undisturbed = await live(openStore, steps, false);
    const refused = undisturbed.filter(({ answer }) => (answer as { ok?: boolean } | undefined)?.ok === false);
    expect(refused).toEqual([]);
    expect(await live(openStore, steps, true)).toEqual(undisturbed);
  });
});
