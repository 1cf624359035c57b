/** What is over leaves the store of `/v1`; what is not stays. */
import { sweepAddresses } from '#jobs/sweep-addresses.js';
import type { V1Account } from '#src/domain/v1/v1-account.js';
import { withV1Fixture } from './v1-fixture.js';

withV1Fixture('the sweep of /v1', (fixture) => {
  it('removes links after their day and sessions after their thirty, and nothing before', async () => {
    const { store, node } = fixture().booted.app;
    const at = (ms: number) => sweepAddresses({ reader: store, addresses: node.addresses, now: () => Date.now() + ms });
    const rows = () =>
      Promise.all((['v1Tokens', 'v1Sessions'] as const).map((from) => store.count(from, { index: '_id' })));
    await fixture().account('ada@example.com');
    await fixture().logIn('ada@example.com');
    await fixture().register('bob@example.com');
    expect(await rows()).toEqual([1, 1]);
    // Nobody's request leaves a row, too: it is over at once.
    await fixture().ask('POST', '/v1/auth/forgot-password', { email: 'nobody@example.com' });
    expect(await rows()).toEqual([2, 1]);
    await at(1_000);
    expect(await rows()).toEqual([1, 1]);
    fixture().pass(23 * 3_600_000);
    await at(23 * 3_600_000);
    expect(await rows()).toEqual([1, 1]);
    fixture().pass(2 * 3_600_000);
    await at(25 * 3_600_000);
    expect(await rows()).toEqual([0, 1]);
    fixture().pass(30 * 86_400_000);
    await at(32 * 86_400_000);
    expect(await rows()).toEqual([0, 0]);
  });

  it('removes an account that nobody has verified for thirty days, and keeps a verified one', async () => {
    const { store, node } = fixture().booted.app;
    const DAY_MS = 86_400_000;
    const sweepAfter = (ms: number) => {
      fixture().pass(ms);
      // The job looks far ahead; the address decides by its own clock.
      return sweepAddresses({ reader: store, addresses: node.addresses, now: () => Date.now() + 400 * DAY_MS });
    };
    const emails = async () =>
      (await store.range<V1Account>('v1Accounts', { index: '_id' })).map(({ email }) => email).toSorted();
    await fixture().account('cem@example.com');
    await fixture().register('eda@example.com');
    await sweepAfter(29 * DAY_MS);
    expect(await emails()).toContain('eda@example.com');
    await sweepAfter(2 * DAY_MS);
    expect(await emails()).not.toContain('eda@example.com');
    expect(await emails()).toContain('cem@example.com');
    // The address is free again.
    await fixture().register('eda@example.com');
    expect(await emails()).toContain('eda@example.com');
  });
});
