/** S5: a refresh token of `/v1` is good once, and one that was stolen closes its session. */
import { outcomeOf, type Pair, randomAddress, withV1Fixture } from '../v1/v1-fixture.js';

withV1Fixture('S5: a refresh token of /v1', (fixture) => {
  const ask = (...asked: Parameters<ReturnType<typeof fixture>['ask']>) => fixture().ask(...asked);
  const refresh = (refresh_token: unknown, from = randomAddress()) =>
    ask('POST', '/v1/auth/refresh', { refresh_token }, { from });
  const me = async (token: string) => outcomeOf(await ask('GET', '/v1/me', undefined, { token }));
  let people = 0;
  const person = async (): Promise<Pair & { email: string }> => {
    people += 1;
    const email = `kisi${people}@example.com`;
    await fixture().account(email);
    return { email, ...(await fixture().logIn(email)) };
  };

  it('lets exactly one of fifty renewals at once through, and the winner goes on', async () => {
    const { refresh: used } = await person();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(used)));
    const outcomes = answers.map(outcomeOf).sort();
    expect(outcomes).toEqual(['200', ...Array.from({ length: 49 }, () => '409 refresh_conflict')]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await refresh(winner?.body.refresh_token)).status).toBe(200);
  });

  it('closes its session as a whole, access tokens included, when it comes again after 15 seconds', async () => {
    const { refresh: used, access } = await person();
    const { body: second } = await refresh(used);
    const { body: third } = await refresh(second.refresh_token);
    fixture().pass(15_001);
    expect(outcomeOf(await refresh(used))).toBe('401 refresh_token_reused');
    for (const token of [access, second.access_token, third.access_token])
      expect(await me(token)).toBe('401 session_revoked');
    expect(outcomeOf(await refresh(third.refresh_token))).toBe('401 session_revoked');
    expect(outcomeOf(await refresh(used))).toBe('401 refresh_token_reused');
  });
});
