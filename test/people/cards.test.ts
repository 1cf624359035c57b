/** The card of somebody, contacts, and people by their ids. */
import { followId } from '#src/store/collections.js';
import type { Person } from '../support/clients/boot-app.js';
import { withScene } from '../support/rooms/room-scene.js';
import { outcomeOf } from './operator.js';

withScene('people as others see them', (scene) => {
  const ask = (person: Person | null, method: string, path: string, body?: unknown) =>
    scene().booted.ask(person, method, path, body);
  const card = async (reader: Person, of: Person) => (await ask(reader, 'GET', `/api/users/${of.name}`)).body;

  it('a card says what somebody shows, and how the two stand to each other', async () => {
    const [ada, bob, cem] = await Promise.all(['kart.ada', 'kart.bob', 'kart.cem'].map((name) => scene().person(name)));
    if (!ada || !bob || !cem) throw new Error('three people');
    await ask(bob, 'PUT', '/api/me/profile', { bio: 'merhaba', dm_policy: 'paid', dm_star_cost: 9 });
    for (const each of [ada, cem]) await ask(each, 'POST', `/api/users/${bob.name}/follow`);
    const { user } = await card(ada, bob);
    expect(user).toEqual({
      id: bob.accountId,
      username: bob.name,
      avatar: null,
      bio: 'merhaba',
      following: true,
      follows_me: false,
      follows: { followers: 2, following: 0 },
      dm_policy: 'paid',
      dm_star_cost: 9,
    });
    expect((await card(bob, ada)).user).toMatchObject({ following: false, follows_me: true });
    expect((await card(bob, bob)).user).toMatchObject({ following: false, follows_me: false });
  });

  it('a card lists the groups both are in, by name, and no others', async () => {
    const [founder, ada, bob] = ['ortak.kurucu', 'ortak.ada', 'ortak.bob'];
    const rooms = [];
    for (const name of ['Şeker', 'Çay', 'İncir', 'Zeytin']) rooms.push(await scene().room(founder, { name }));
    const [seker, cay, incir, zeytin] = rooms;
    for (const room of [seker, cay, incir]) await room?.add(ada, bob);
    await zeytin?.add(ada);
    await incir?.ask(bob, 'POST', '/leave');
    const answer = await card(await scene().person(ada), await scene().person(bob));
    expect(answer.common_rooms.map(({ name }: { name: string }) => name)).toEqual(['Çay', 'Şeker']);
    expect(answer.common_rooms[0]).toMatchObject({
      slug: cay?.slug,
      kind: 'group',
      my_role: 'member',
      is_member: true,
    });
    expect(answer.dm).toBeNull();
  });

  it('a card shows the direct chat to whoever has it', async () => {
    const [ada, bob] = [await scene().person('kartdm.ada'), await scene().person('kartdm.bob')];
    const { body } = await ask(ada, 'POST', `/api/dm/${bob.name}`);
    expect((await card(ada, bob)).dm).toMatchObject({ id: body.room.id, slug: body.room.slug, kind: 'dm' });
    expect(await card(bob, ada)).toMatchObject({ dm: null, common_rooms: [] });
    await ask(ada, 'POST', `/api/rooms/${body.room.slug}/messages`, { body: 'selam' });
    expect((await card(bob, ada)).dm).toMatchObject({ id: body.room.id, name: ada.name });
  });

  it('a card is for people with a name, of people with a name', async () => {
    const nameless = await scene().booted.person('kart nameless', { username: null });
    const ada = await scene().person('kart.ada');
    expect(outcomeOf(await ask(nameless, 'GET', `/api/users/${ada.name}`))).toBe('403 username_required');
    expect(outcomeOf(await ask(null, 'GET', `/api/users/${ada.name}`))).toBe('401 unauthorized');
    expect(outcomeOf(await ask(ada, 'GET', '/api/users/nobody.at.all'))).toBe('404 not_found');
  });

  it('contacts are whom one follows and whom one writes with, in the order of the alphabet', async () => {
    const me = await scene().person('rehber.ben');
    const named = async (username: string) => scene().booted.person(`rehber ${username}`, { username });
    const [zuhal, cigdem, ince, ida] = [
      await named('Zuhal.r'),
      await named('çiğdem.r'),
      await named('ınce.r'),
      await named('İda.r'),
    ];
    const dm = (name: string) => ask(me, 'POST', `/api/dm/${encodeURIComponent(name)}`);
    for (const name of ['zuhal.r', 'çiğdem.r']) await ask(me, 'POST', `/api/users/${encodeURIComponent(name)}/follow`);
    for (const name of ['ınce.r', 'zuhal.r', 'İda.r']) expect((await dm(name)).status).toBe(200);
    const { body } = await ask(me, 'GET', '/api/contacts');
    expect(body.people).toEqual([
      { id: cigdem.accountId, username: 'çiğdem.r', avatar: null, source: 'following' },
      { id: ince.accountId, username: 'ınce.r', avatar: null, source: 'dm' },
      { id: ida.accountId, username: 'İda.r', avatar: null, source: 'dm' },
      { id: zuhal.accountId, username: 'Zuhal.r', avatar: null, source: 'following' },
    ]);
    // The other side has nothing of it before something was said.
    expect((await ask(ince, 'GET', '/api/contacts')).body).toEqual({ people: [] });
  });

  it('lists have an end: 200 follows, the newest, and 500 contacts, the first by name', async () => {
    const me = await scene().person('kalabalik.ben');
    const { store } = scene().booted.app;
    const names = Array.from({ length: 510 }, (_, n) => `k${String((n * 7) % 510).padStart(3, '0')}`);
    const others = names.map((username, n) => ({ username, at: 1_000 + n, id: crypto.randomUUID() }));
    for (const { username, id } of others) {
      const account = { _id: id, version: 1, fingerprint: id, username, profile: {}, premium: false, createdAt: 1 };
      await store.write([{ op: 'put', in: 'accounts', doc: account }]);
    }
    const follows = others.flatMap(({ id, at }) => [
      { _id: followId(me.accountId, id), follower: me.accountId, followee: id, at },
      { _id: followId(id, me.accountId), follower: id, followee: me.accountId, at },
    ]);
    await store.write(follows.map((doc) => ({ op: 'put', in: 'follows', doc })));
    const listed = async (path: string): Promise<string[]> =>
      (await ask(me, 'GET', path)).body.people.map(({ username }: { username: string }) => username);
    const newest = names.toReversed().slice(0, 200);
    expect(await listed('/api/me/followers')).toEqual(newest);
    expect(await listed('/api/me/following')).toEqual(newest);
    expect(await listed(`/api/users/${me.name}/followers`)).toEqual(newest);
    expect(await listed('/api/contacts')).toEqual(names.toSorted().slice(0, 500));
  });

  it('people are found by their ids, in their order, each once', async () => {
    const [ada, bob] = [await scene().person('kimlik.ada'), await scene().person('kimlik.bob')];
    const nobody = crypto.randomUUID();
    const ids = [bob.accountId, nobody, ada.accountId.toUpperCase(), bob.accountId];
    const { body } = await ask(ada, 'GET', `/api/people?ids=${ids.join(',')}`);
    expect(body).toEqual({
      people: [
        { id: bob.accountId, username: bob.name, avatar: null },
        { id: ada.accountId, username: ada.name, avatar: null },
      ],
    });
  });

  it('people by their ids are a hundred at most, and ids', async () => {
    const ada = await scene().person('kimlik.ada');
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',');
    const get = async (query: string) => outcomeOf(await ask(ada, 'GET', `/api/people${query}`));
    expect(await get(`?ids=${ids(100)}`)).toBe('200');
    for (const query of [
      `?ids=${ids(101)}`,
      '',
      '?ids=',
      '?ids=ada',
      `?ids=${ids(1)},`,
      `?ids=${ids(1)}&ids=${ids(1)}`,
    ]) {
      expect([query, await get(query)]).toEqual([query, '400 invalid_request']);
    }
  });
});
