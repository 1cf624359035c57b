/** What an account says of itself: every field, its bounds, and what the rest is when one is sent. */
import type { Person } from '../support/clients/boot-app.js';
import { withScene } from '../support/rooms/room-scene.js';
import { outcomeOf } from './operator.js';

const unchanged = {
  bio: null,
  dm_policy: 'open',
  dm_star_cost: 0,
  photo_visibility: 'everyone',
  hidden_profile: false,
  personalized_ads: true,
};

withScene('the profile', (scene) => {
  let people = 0;
  const somebody = (): Promise<Person> => {
    people += 1;
    return scene().person(`profil.${people}`);
  };
  const put = (person: Person, body: unknown) => scene().booted.ask(person, 'PUT', '/api/me/profile', body);
  const own = async (person: Person) => (await scene().booted.ask(person, 'GET', '/api/me')).body.account;

  it('takes each field alone and leaves the others as they were', async () => {
    const ada = await somebody();
    let expected: object = unchanged;
    const changes = [
      { bio: 'kahve içer' },
      { dm_star_cost: 100_000 },
      { dm_policy: 'paid' },
      { photo_visibility: 'nobody' },
      { hidden_profile: true },
      { personalized_ads: false },
      {},
    ];
    for (const change of changes) {
      const { status, body } = await put(ada, change);
      expected = { ...expected, ...change };
      expect([status, body.account]).toEqual([200, expect.objectContaining(expected)]);
      expect(await own(ada)).toEqual(body.account);
    }
  });

  it('may be changed before a name is chosen', async () => {
    const nameless = await scene().booted.person('profil nameless', { username: null });
    expect((await put(nameless, { bio: 'adsız' })).body.account).toMatchObject({ bio: 'adsız', username: null });
  });

  it.each([
    ['  with blanks around  ', 'with blanks around'],
    ['👩‍👩‍👧'.repeat(40), '👩‍👩‍👧'.repeat(40)],
    ['ş'.repeat(200), 'ş'.repeat(200)],
    [`${' '.repeat(500)}kısa${'\n'.repeat(500)}`, 'kısa'],
    ['', null],
    ['   ', null],
    [null, null],
  ])('keeps %j as the bio', async (bio, kept) => {
    const ada = await somebody();
    await put(ada, { bio: 'before' });
    expect((await put(ada, { bio })).body.account.bio).toBe(kept);
  });

  it('judges a paid policy on what would be stored', async () => {
    const ada = await somebody();
    const free = await put(ada, { dm_policy: 'paid' });
    expect([outcomeOf(free), free.body.error.fields]).toEqual([
      '422 validation_failed',
      { dm_star_cost: ['must be more than 0 stars'] },
    ]);
    expect(await own(ada)).toMatchObject(unchanged);
    expect(outcomeOf(await put(ada, { dm_policy: 'paid', dm_star_cost: 5 }))).toBe('200');
    expect(outcomeOf(await put(ada, { dm_star_cost: 0 }))).toBe('422 validation_failed');
    expect(await own(ada)).toMatchObject({ dm_policy: 'paid', dm_star_cost: 5 });
    expect(outcomeOf(await put(ada, { dm_policy: 'closed', dm_star_cost: 0 }))).toBe('200');
  });

  it.each([
    ['bio', 'a'.repeat(201)],
    ['bio', '😀'.repeat(201)],
    ['bio', 'x'.repeat(60_000)],
    ['bio', 7],
    ['bio', ['a']],
    ['bio', { $set: 'x' }],
    ['dm_policy', null],
    ['dm_policy', 'OPEN'],
    ['dm_policy', ''],
    ['dm_policy', ['open']],
    ['dm_star_cost', null],
    ['dm_star_cost', -1],
    ['dm_star_cost', 100_001],
    ['dm_star_cost', 1.5],
    ['dm_star_cost', '5'],
    ['dm_star_cost', true],
    ['dm_star_cost', 2 ** 60],
    ['photo_visibility', null],
    ['photo_visibility', 'friends'],
    ['hidden_profile', null],
    ['hidden_profile', 'true'],
    ['hidden_profile', 1],
    ['personalized_ads', null],
    ['personalized_ads', 'false'],
    ['personalized_ads', 0],
  ])('refuses %s as %j, and keeps what it had', async (field, value) => {
    const ada = await somebody();
    const answer = await put(ada, { [field]: value, hidden_profile: field === 'hidden_profile' ? value : true });
    expect([outcomeOf(answer), Object.keys(answer.body.error.fields)]).toEqual(['422 validation_failed', [field]]);
    expect(await own(ada)).toMatchObject(unchanged);
  });

  it('ignores fields it does not have', async () => {
    const ada = await somebody();
    const odd = { stars: 1_000, premium: true, username: 'meydan', version: 0, __proto__: { premium: true } };
    expect(outcomeOf(await put(ada, odd))).toBe('200');
    expect(await own(ada)).toMatchObject({ ...unchanged, stars: 0, premium: false, username: ada.name });
  });

  it('is not open to whoever has no token', async () => {
    const answer = await scene().booted.ask(null, 'PUT', '/api/me/profile', { bio: 'x' });
    expect(outcomeOf(answer)).toBe('401 unauthorized');
  });
});
