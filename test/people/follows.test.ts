/** Following: who follows whom, how many that are, and what a block does to it. */
import type { Person } from '../support/clients/boot-app.js';
import { withScene } from '../support/rooms/room-scene.js';
import { outcomeOf } from './operator.js';

withScene('following', (scene) => {
  let rounds = 0;
  /** Fresh people in every test. */
  const some = async (...names: string[]): Promise<Person[]> => {
    rounds += 1;
    return Promise.all(names.map((name) => scene().person(`${name}.${rounds}`)));
  };
  const ask = (person: Person | null, method: string, path: string) => scene().booted.ask(person, method, path);
  const follow = (one: Person, other: Person) => ask(one, 'POST', `/api/users/${other.name}/follow`);
  const unfollow = (one: Person, other: Person) => ask(one, 'DELETE', `/api/users/${other.name}/follow`);
  const block = (one: Person, other: Person) => ask(one, 'PUT', `/api/me/blocks/${other.accountId}`);
  const countsOf = async (person: Person) => (await ask(person, 'GET', '/api/me')).body.account.follows;
  const namesIn = async (person: Person, path: string) =>
    (await ask(person, 'GET', path)).body.people.map(({ username }: { username: string }) => username);

  /** Counts, lists and documents say the same. */
  async function expectCounts(person: Person, followers: number, following: number): Promise<void> {
    expect(await countsOf(person)).toEqual({ followers, following });
    expect(await namesIn(person, '/api/me/followers')).toHaveLength(Math.min(followers, 200));
    expect(await namesIn(person, '/api/me/following')).toHaveLength(Math.min(following, 200));
  }

  it('counts on both sides, once however often', async () => {
    const [ada, bob] = (await some('ada', 'bob')) as [Person, Person];
    for (let time = 0; time < 3; time += 1) {
      expect((await follow(ada, bob)).body).toEqual({ following: true, follows: { followers: 1, following: 0 } });
    }
    await expectCounts(ada, 0, 1);
    await expectCounts(bob, 1, 0);
    for (let time = 0; time < 3; time += 1) {
      expect((await unfollow(ada, bob)).body).toEqual({ following: false, follows: { followers: 0, following: 0 } });
    }
    await expectCounts(ada, 0, 0);
    await expectCounts(bob, 0, 0);
  });

  it('finds people whatever way their name is written', async () => {
    const reader = await scene().person('okur');
    const ilgin = await scene().booted.person('ilgin', { username: 'Ilgın_Çiğdem' });
    for (const typed of ['ilgin_çiğdem', 'İLGIN_ÇİĞDEM', ' Ilgın_Çiğdem ', 'ILGIN_C\u0327I\u0307G\u0306DEM']) {
      const { status, body } = await ask(reader, 'POST', `/api/users/${encodeURIComponent(typed)}/follow`);
      expect([typed, status, body.follows]).toEqual([typed, 200, { followers: 1, following: 0 }]);
    }
    expect(await namesIn(ilgin, '/api/me/followers')).toEqual(['okur']);
  });

  it('is refused for oneself, for nobody, without a name and without a token', async () => {
    const [ada] = (await some('ada')) as [Person];
    const nameless = await scene().booted.person('takipçi nameless', { username: null });
    expect(outcomeOf(await follow(ada, ada))).toBe('400 invalid_request');
    expect(outcomeOf(await unfollow(ada, ada))).toBe('400 invalid_request');
    for (const odd of ['yok.boyle.biri', 'a', '%20', '..%2Fme', 'a'.repeat(300), '%F0%9F%98%80', '$ne']) {
      for (const method of ['POST', 'DELETE']) {
        expect([odd, outcomeOf(await ask(ada, method, `/api/users/${odd}/follow`))]).toEqual([odd, '404 not_found']);
      }
      expect(outcomeOf(await ask(ada, 'GET', `/api/users/${odd}/followers`))).toBe('404 not_found');
      expect(outcomeOf(await ask(ada, 'GET', `/api/users/${odd}/following`))).toBe('404 not_found');
    }
    expect(outcomeOf(await follow(nameless, ada))).toBe('403 username_required');
    expect(outcomeOf(await ask(null, 'POST', `/api/users/${ada.name}/follow`))).toBe('401 unauthorized');
    expect((await ask(nameless, 'GET', '/api/me/followers')).body).toEqual({ people: [] });
  });

  it('lists the newest first, to others as to oneself', async () => {
    const [ada, bob, cem, eda] = (await some('ada', 'bob', 'cem', 'eda')) as [Person, Person, Person, Person];
    for (const each of [bob, cem, eda]) await follow(each, ada);
    const names = [eda.name, cem.name, bob.name];
    expect(await namesIn(ada, '/api/me/followers')).toEqual(names);
    expect(await namesIn(bob, `/api/users/${ada.name.toUpperCase()}/followers`)).toEqual(names);
    expect(await namesIn(ada, `/api/users/${bob.name}/following`)).toEqual([ada.name]);
    const { body } = await ask(bob, 'GET', `/api/users/${ada.name}/followers`);
    expect(body.people[0]).toEqual({
      id: eda.accountId,
      username: eda.name,
      avatar: null,
      followed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('shows the name people have now, and nobody who is leaving', async () => {
    const [ada, bob, cem] = (await some('ada', 'bob', 'cem')) as [Person, Person, Person];
    for (const each of [bob, cem]) await follow(each, ada);
    await scene().booted.ask(bob, 'PUT', '/api/me/username', { username: `${bob.name}_yeni` });
    const { store } = scene().booted.app;
    await store.transaction([{ op: 'set', in: 'accounts', id: cem.accountId, set: { leavingAt: 1 } }]);
    expect(await namesIn(ada, '/api/me/followers')).toEqual([`${bob.name}_yeni`]);
    expect(outcomeOf(await ask(ada, 'POST', `/api/users/${cem.name}/follow`))).toBe('404 not_found');
    expect(outcomeOf(await ask(ada, 'GET', `/api/users/${cem.name}`))).toBe('404 not_found');
  });

  it('ends with a block, both ways, and does not begin across one', async () => {
    const [ada, bob] = (await some('ada', 'bob')) as [Person, Person];
    await follow(ada, bob);
    await follow(bob, ada);
    expect(outcomeOf(await block(ada, bob))).toBe('204');
    await expectCounts(ada, 0, 0);
    await expectCounts(bob, 0, 0);
    expect(outcomeOf(await follow(ada, bob))).toBe('403 blocked');
    expect(outcomeOf(await follow(bob, ada))).toBe('403 blocked');
    expect(outcomeOf(await unfollow(bob, ada))).toBe('200');
    await ask(ada, 'DELETE', `/api/me/blocks/${bob.accountId}`);
    await expectCounts(ada, 0, 0);
    expect(outcomeOf(await follow(bob, ada))).toBe('200');
    await block(bob, ada);
    await expectCounts(ada, 0, 0);
    await expectCounts(bob, 0, 0);
  });
});
