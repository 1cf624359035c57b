/** What is over leaves the store of `/v1`; what is not stays. */
import { sweepAddresses } from '#jobs/sweep-addresses.js';
import { inV1House } from './v1-house.js';

inV1House('the sweep of /v1', (house) => {
  it('removes links after their day and sessions after their thirty, and nothing before', async () => {
    const { store, node } = house().booted.app;
    const at = (ms: number) => sweepAddresses({ reader: store, addresses: node.addresses, now: () => Date.now() + ms });
    const rows = () =>
      Promise.all((['v1Tokens', 'v1Sessions'] as const).map((from) => store.count(from, { index: '_id' })));
    await house().account('ada@example.com');
    await house().logIn('ada@example.com');
    await house().register('bob@example.com');
    expect(await rows()).toEqual([1, 1]);
    // Nobody's request leaves a row, too: it is over at once.
    await house().ask('POST', '/v1/auth/forgot-password', { email: 'nobody@example.com' });
    expect(await rows()).toEqual([2, 1]);
    await at(1_000);
    expect(await rows()).toEqual([1, 1]);
    house().pass(23 * 3_600_000);
    await at(23 * 3_600_000);
    expect(await rows()).toEqual([1, 1]);
    house().pass(2 * 3_600_000);
    await at(25 * 3_600_000);
    expect(await rows()).toEqual([0, 1]);
    house().pass(30 * 86_400_000);
    await at(32 * 86_400_000);
    expect(await rows()).toEqual([0, 0]);
  });
});
