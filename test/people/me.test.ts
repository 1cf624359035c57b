import { type Booted, bootApp } from '../support/clients/boot-app.js';

let booted: Booted;
beforeAll(async () => {
  booted = await bootApp();
});
afterAll(() => booted[Symbol.asyncDispose]());

const available = (query: string) => booted.ask(null, 'GET', `/api/usernames/available${query}`);
const isAvailable = async (name: string) => (await available(`?username=${encodeURIComponent(name)}`)).body;

describe('the own account', () => {
  it('is shown to its owner, whole', async () => {
    const ada = await booted.person('ada', { username: null });
    const { status, body } = await booted.ask(ada, 'GET', '/api/me');
    expect(status).toBe(200);
    expect(body.account).toEqual({
      id: ada.accountId,
      username: null,
      avatar: null,
      follows: { followers: 0, following: 0 },
      stars: 0,
      premium: false,
      birth_date: null,
      gender: null,
      bio: null,
      dm_policy: 'open',
      dm_star_cost: 0,
      photo_visibility: 'everyone',
      hidden_profile: false,
      personalized_ads: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('is not shown without a token', async () => {
    const { status, body } = await booted.ask(null, 'GET', '/api/me');
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  });
});

describe('the username over REST', () => {
  it('opens the rooms with the same token once it is chosen', async () => {
    const bob = await booted.person('bob', { username: null });
    const before = await booted.ask(bob, 'GET', '/api/rooms');
    expect([before.status, before.body.error.code]).toEqual([403, 'username_required']);
    const chosen = await booted.ask(bob, 'PUT', '/api/me/username', { username: ' Bob.42 ' });
    expect([chosen.status, chosen.body.account.username]).toEqual([200, 'Bob.42']);
    expect((await booted.ask(bob, 'GET', '/api/rooms')).status).toBe(200);
  });

  it.each([
    ['missing', {}, 400, undefined],
    ['no text', { username: 7 }, 400, undefined],
    ['an operator', { username: { $gt: '' } }, 400, undefined],
    ['empty', { username: '' }, 422, 'must be'],
    ['too short', { username: 'ab' }, 422, 'must be'],
    ['endless', { username: 'a'.repeat(60_000) }, 422, 'must be'],
    ['turned around', { username: 'ab\u202ecd' }, 422, 'must be'],
    ['the service’s own', { username: 'MEYDAN' }, 422, 'is taken'],
    ['somebody’s', { username: 'CEM' }, 422, 'is taken'],
  ])('is refused when it is %s', async (_, body, status, problem) => {
    await booted.person('cem');
    const eda = await booted.person('eda', { username: null });
    const answer = await booted.ask(eda, 'PUT', '/api/me/username', body);
    expect([answer.status, answer.body.error.code]).toEqual([
      status,
      status === 400 ? 'invalid_request' : 'validation_failed',
    ]);
    if (problem) expect(answer.body.error.fields.username[0]).toContain(problem);
    expect((await booted.ask(eda, 'GET', '/api/me')).body.account.username).toBeNull();
  });

  it('is available until somebody has it, and again when they take another', async () => {
    expect(await isAvailable('Gölge')).toEqual({ available: true });
    const oya = await booted.person('oya', { username: 'gölge' });
    expect(await isAvailable('GÖLGE')).toEqual({ available: false });
    await booted.ask(oya, 'PUT', '/api/me/username', { username: 'ışık' });
    expect(await isAvailable('Gölge')).toEqual({ available: true });
    expect(await isAvailable('IŞIK')).toEqual({ available: false });
  });

  it('is not available when it is reserved or no name, and nothing is said about nothing', async () => {
    for (const name of ['meydan', 'Meydan', 'a', 'a b', ''])
      expect(await isAvailable(name)).toEqual({ available: false });
    for (const query of ['', '?username=a&username=b', '?name=ada']) {
      const { status, body } = await available(query);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    }
  });

  it('goes to one of thirty who want it at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, n) => booted.person(`many ${n}`, { username: null })),
    );
    const answers = await Promise.all(
      people.map((each) => booted.ask(each, 'PUT', '/api/me/username', { username: 'tek' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 29 }, () => 422)]);
  });
});
