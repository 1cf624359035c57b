import { RESYNC_BATCH_MAX, RESYNC_INTERVAL_MS, Resync } from '#http/gateway/user-events/resync.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

/** A gateway with so many connected accounts. */
function gateway(count: number) {
  const env = new VirtualEnv();
  const refreshed: { account: string; at: number }[] = [];
  const checked: string[][] = [];
  const accounts = new Set(Array.from({ length: count }, (_, at) => `account-${at}`));
  const resync = new Resync({
    connections: { accounts: () => accounts.values() },
    memberships: { refresh: (account) => void refreshed.push({ account, at: env.monotonic() }) },
    sessions: { check: async (them) => void checked.push([...them]) },
    env,
  });
  return { env, accounts, refreshed, checked, resync };
}

describe('what a gateway reads again after messages may have been lost', () => {
  it('is read for each connected account once, 20 000 of them within a minute and a bit', async () => {
    const { env, resync, refreshed, checked } = gateway(20_000);
    void resync.run();
    await env.advance(RESYNC_INTERVAL_MS * 9);
    expect(refreshed).toHaveLength(10 * RESYNC_BATCH_MAX);
    await env.advance(63_000);
    expect(new Set(refreshed.map(({ account }) => account)).size).toBe(20_000);
    expect(refreshed).toHaveLength(20_000);
    expect(checked).toHaveLength(20_000 / RESYNC_BATCH_MAX);
  });

  it('begins anew with a further loss, once for each account', async () => {
    const { env, resync, refreshed, accounts } = gateway(RESYNC_BATCH_MAX * 3);
    void resync.run();
    accounts.add('later');
    void resync.run();
    await env.advance(RESYNC_INTERVAL_MS * 10);
    const counts = new Map<string, number>();
    for (const { account } of refreshed) counts.set(account, (counts.get(account) ?? 0) + 1);
    expect(counts.size).toBe(RESYNC_BATCH_MAX * 3 + 1);
    expect([...counts.values()].filter((count) => count === 2)).toHaveLength(RESYNC_BATCH_MAX);
    refreshed.length = 0;
    void resync.run();
    expect(refreshed).toHaveLength(RESYNC_BATCH_MAX);
  });

  it('is read no more once it is stopped', async () => {
    const { env, resync, refreshed } = gateway(RESYNC_BATCH_MAX * 2);
    void resync.run();
    resync.stop();
    await env.advance(60_000);
    expect(refreshed).toHaveLength(RESYNC_BATCH_MAX);
  });
});
