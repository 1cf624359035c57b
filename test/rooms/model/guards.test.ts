import type { Write } from '#src/store/store.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { FaultyStore } from '../../support/store/faulty-store.js';
import { runSequence } from './model-run.js';

const STEPS = 120;
const SEED = 20_261_123;

/** The version that a write leaves behind, where its document has one. */
const revOf = (write: Write): unknown =>
  write.op === 'put' ? write.doc.rev : write.op === 'set' ? write.set?.rev : undefined;

describeOnBothEngines('what follows from the entries of a room', (openStore) => {
  it('is guarded by the version it leaves behind: a repeated write changes nothing, an older one neither', async () => {
    const store = new FaultyStore(await openStore());
    for (let at = 0; at < 4; at += 1) await runSequence(store, SEED + at, STEPS);
    const writes = store.calls.flatMap((call) => ('writes' in call ? call.writes : []));
    const guarded = writes.flatMap((write) => {
      const olderThan = write.guard && 'olderThan' in write.guard ? write.guard.olderThan : undefined;
      const rev = revOf(write);
      return olderThan === undefined || rev === undefined ? [] : [{ in: write.in, olderThan, rev }];
    });
    expect([...new Set(guarded.map((write) => write.in))].sort()).toEqual([
      'bans',
      'log',
      'members',
      'readers',
      'requests',
      'rooms',
    ]);
    expect(guarded.filter(({ olderThan, rev }) => olderThan !== rev)).toEqual([]);
  }, 300_000);
});
