/** What is over leaves the store of `/v1`; what is not stays. */
import { sweepAddresses } from '#jobs/sweep-addresses.js';
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
});
