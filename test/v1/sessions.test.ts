/** Logins of `/v1`: rotation, replay, reuse, revocation. */
import { outcomeOf, PASSWORD, type Pair, randomAddress, withV1Fixture } from './v1-fixture.js';

withV1Fixture('a session of /v1', (fixture) => {
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

  it('is renewed by a token that is good once', async () => {
    const first = await person();
    const { status, body } = await refresh(first.refresh);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
    });
    expect(body.refresh_token).not.toBe(first.refresh);
    expect(await me(body.access_token)).toBe('200');
    expect(await me(first.access)).toBe('200');
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  it('answers a used token with 409 for 15 seconds, however often it was renewed since', async () => {
    const { refresh: used } = await person();
    const { body: second } = await refresh(used);
    fixture().pass(10_000);
    expect((await refresh(second.refresh_token)).status).toBe(200);
    fixture().pass(4_000);
    expect(outcomeOf(await refresh(used))).toBe('409 refresh_conflict');
    expect(await me(second.access_token)).toBe('200');
  });

  it('leaves the other sessions of the account alone', async () => {
    const { email, refresh: used } = await person();
    const other = await fixture().logIn(email);
    await refresh(used);
    fixture().pass(15_001);
    await refresh(used);
    expect(await me(other.access)).toBe('200');
    expect((await refresh(other.refresh)).status).toBe(200);
  });

  it('ends at logout, for its access tokens too, and logging out again changes nothing', async () => {
    const { refresh: token, access } = await person();
    const { body: second } = await refresh(token);
    const unknown = ['no such token', 'x'.repeat(5_000)];
    for (const refresh_token of [second.refresh_token, second.refresh_token, token, ...unknown]) {
      const answer = await ask('POST', '/v1/auth/logout', { refresh_token });
      expect([answer.status, answer.body]).toEqual([204, null]);
    }
    expect((await ask('POST', '/v1/auth/logout')).status).toBe(204);
    for (const held of [access, second.access_token]) expect(await me(held)).toBe('401 session_revoked');
    expect(outcomeOf(await refresh(second.refresh_token))).toBe('401 session_revoked');
  });

  it('has access tokens of 15 minutes and refresh tokens of 30 days, to the millisecond', async () => {
    const { email, access, refresh: token } = await person();
    fixture().pass(14 * 60_000);
    expect(await me(access)).toBe('200');
    fixture().pass(60_000);
    expect(await me(access)).toBe('401 invalid_token');
    const later = await fixture().logIn(email);
    fixture().pass(30 * 86_400_000 - 900_001);
    expect((await refresh(token)).status).toBe(401);
    fixture().pass(900_001);
    expect(outcomeOf(await refresh(later.refresh))).toBe('401 invalid_refresh_token');
  });

  it('wants a token that was issued here, in a header', async () => {
    const { access } = await person();
    expect(outcomeOf(await ask('GET', '/v1/me'))).toBe('401 unauthorized');
    const changed = `${access.slice(0, -1)}${access.endsWith('A') ? 'B' : 'A'}`;
    for (const token of ['x', changed, `${access}x`, '']) {
      const headers = { authorization: `Bearer ${token || '.'}` };
      expect(outcomeOf(await ask('GET', '/v1/me', undefined, { headers }))).toBe('401 invalid_token');
    }
    expect(outcomeOf(await ask('GET', '/v1/me', undefined, { headers: { authorization: 'Basic eDp5' } }))).toBe(
      '401 invalid_token',
    );
    const { accessToken } = await fixture().booted.person('ada');
    expect(await me(accessToken)).toBe('401 invalid_token');
    expect((await fixture().booted.ask({ accessToken: access } as never, 'GET', '/api/me')).status).toBe(401);
  });

  it('takes no token that was made up, or of another kind', async () => {
    const { refresh: token, access } = await person();
    const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`;
    for (const made of ['', 'x', changed, access, 'A'.repeat(96), `${token}A`]) {
      expect((await refresh(made)).status).toBeGreaterThanOrEqual(400);
    }
    expect(outcomeOf(await refresh(changed))).toBe('401 invalid_refresh_token');
    expect(outcomeOf(await ask('POST', '/v1/auth/refresh', {}))).toBe('401 invalid_refresh_token');
    expect((await refresh(token)).status).toBe(200);
  });

  it('is listed, and closed from another one', async () => {
    const { email, access } = await person();
    const other = await fixture().logIn(email);
    const { body } = await ask('GET', '/v1/auth/sessions', undefined, { token: access });
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toEqual({
      id: expect.any(String),
      method: 'password',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.any(Number),
      expires_at: expect.any(Number),
      current: expect.any(Boolean),
    });
    const away = body.sessions.find(({ current }: { current: boolean }) => !current);
    const close = async (id: string, token = access) =>
      outcomeOf(await ask('DELETE', `/v1/auth/sessions/${id}`, undefined, { token }));
    const stranger = await person();
    expect(await close(away.id, stranger.access)).toBe('404 not_found');
    expect(await close(away.id)).toBe('204');
    expect(await close(away.id)).toBe('404 not_found');
    expect(await me(other.access)).toBe('401 session_revoked');
    expect(await me(access)).toBe('200');
  });

  it('needs a password that is still the one', async () => {
    const { email } = await person();
    const login = async (password: unknown) => outcomeOf(await ask('POST', '/v1/auth/login', { email, password }));
    expect(await login(`${PASSWORD} `)).toBe('401 invalid_credentials');
    expect(await login(PASSWORD.toUpperCase())).toBe('401 invalid_credentials');
    expect(await login(PASSWORD)).toBe('200');
  });
});
