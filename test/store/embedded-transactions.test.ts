import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '#src/store/embedded/engine.js';
import type { Answer, WriteRequest, WriteStep } from '#src/store/embedded/worker-protocol.js';

let dir: string;
let engine: Engine;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-transactions-'));
  engine = new Engine(join(dir, 'store.db'));
});
afterEach(async () => {
  engine.close();
  await rm(dir, { recursive: true, force: true });
});

const put = (id: string, doc = `{"_id":"${id}"}`): WriteStep => ({ op: 'put', in: 'meta', id, doc, keys: [] });

/** One group, as the worker carries it out. */
function group(...requests: WriteRequest[]): Answer[] {
  const answers: Answer[] = [];
  engine.run(
    requests.map((request, id) => ({ id, request })),
    (some) => answers.push(...some),
  );
  return answers;
}

function storedIds(): string[] {
  const answers: Answer[] = [];
  const request = { op: 'points' as const, from: 'meta' as const, field: '_id', values: ['first', 'broken', 'beside'] };
  engine.run([{ id: 0, request }], (some) => answers.push(...some));
  const [answer] = answers;
  if (!answer || 'failure' in answer) throw new Error('the store was not read');
  return (answer.value as string[]).map((doc) => JSON.parse(doc)._id).sort();
}

describe('a transaction of the embedded store', () => {
  it('that fails by an error which is not of SQLite leaves nothing behind, and the others of its group are stored', () => {
    const failing: WriteRequest = {
      op: 'transaction',
      steps: [put('first'), put('broken', 'no JSON'), { op: 'set', in: 'meta', id: 'broken', set: { x: 1 } }],
    };
    const [failed, stored] = group(failing, { op: 'write', steps: [put('beside')] });
    expect(failed).toMatchObject({ failure: { kind: 'error' } });
    expect(stored).toMatchObject({ value: [true] });
    expect(storedIds()).toEqual(['beside']);
  });

  it('goes on working after such a failure', () => {
    const broken: WriteStep[] = [put('broken', 'no JSON'), { op: 'set', in: 'meta', id: 'broken', set: { x: 1 } }];
    for (let round = 0; round < 3; round += 1) group({ op: 'transaction', steps: broken });
    expect(group({ op: 'transaction', steps: [put('first')] })).toMatchObject([{ value: { ok: true } }]);
    expect(storedIds()).toEqual(['first']);
  });
});
