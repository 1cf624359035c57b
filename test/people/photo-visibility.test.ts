/** Whoever is named anywhere is shown alike everywhere: by the current name, with the face they show to that reader. */
import type { Person } from '../support/clients/boot-app.js';
import { addPhoto } from '../support/clients/photo-uploads.js';
import { withScene } from '../support/rooms/room-scene.js';

interface Shown {
  username: string;
  avatar: { id: string; url: string } | null;
}

/** How a reader stands to ada. */
const relations = ['stranger', 'follower', 'followed'] as const;
type Relation = (typeof relations)[number];

withScene('faces towards every reader', (scene) => {
  let ada: Person;
  let photo: string;
  let suffix = 0;
  const readers = {} as Record<Relation, Person>;
  const places = {} as Record<Relation, () => Promise<Record<string, Shown | undefined>>>;

  const ok = async (person: Person, method: string, path: string, body?: unknown) => {
    const answer = await scene().booted.ask(person, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  beforeAll(async () => {
    ada = await scene().person('yuz.ada');
    photo = (await addPhoto(scene().booted, ada)).id;
    const idol = await scene().person('yuz.idol');
    await ok(ada, 'POST', `/api/users/${idol.name}/follow`);
    for (const relation of relations) {
      const reader = await scene().person(`yuz.${relation}`);
      if (relation === 'follower') await ok(reader, 'POST', `/api/users/${ada.name}/follow`);
      if (relation === 'followed') await ok(ada, 'POST', `/api/users/${reader.name}/follow`);
      readers[relation] = reader;
      places[relation] = await placesOf(reader, idol);
    }
  }, 60_000);

  /** Everything that names ada to this reader. */
  async function placesOf(reader: Person, idol: Person) {
    const [home, asked, banned] = [
      await scene().room(reader.name),
      await scene().room(reader.name, { joinApproval: true }),
      await scene().room(reader.name),
    ];
    await home.add(ada.name);
    await asked.ask(ada.name, 'POST', '/join');
    await banned.command(reader.name, { type: 'ban_member', account: ada.accountId, reason: null });
    const { room } = await ok(reader, 'POST', `/api/dm/${ada.name}`);
    await ok(reader, 'POST', `/api/rooms/${room.slug}/messages`, { body: 'selam' });

    const get = (path: string) => ok(reader, 'GET', path);
    const isAda = (row: { id?: string; account_id?: string }) => (row.account_id ?? row.id) === ada.accountId;
    const rowIn = async (path: string, list: string) => (await get(path))[list].find(isAda);
    const name = () => encodeURIComponent(ada.name);
    return async () => ({
      members: await rowIn(`/api/rooms/${home.slug}/members`, 'members'),
      added: (await ok(reader, 'POST', `/api/rooms/${home.slug}/members`, { account_id: ada.accountId })).member,
      requests: await rowIn(`/api/rooms/${asked.slug}/requests`, 'requests'),
      bans: await rowIn(`/api/rooms/${banned.slug}/bans`, 'bans'),
      people: await rowIn(`/api/people?ids=${ada.accountId}`, 'people'),
      contacts: await rowIn('/api/contacts', 'people'),
      followersOfIdol: await rowIn(`/api/users/${idol.name}/followers`, 'people'),
      card: (await get(`/api/users/${name()}`)).user,
      peerInCard: (await get(`/api/users/${name()}`)).dm.peer,
      peerInList: (await get('/api/rooms')).rooms
        .map(({ peer }: { peer?: Shown & { id: string } }) => peer)
        .find((peer: { id: string } | undefined) => peer && isAda(peer)),
      peer: (await get(`/api/rooms/${room.slug}`)).room.peer,
      peerOpened: (await ok(reader, 'POST', `/api/dm/${name()}`)).room.peer,
    });
  }

  async function shownTo(relation: Relation) {
    const all = Object.entries(await places[relation]());
    return Object.fromEntries(
      all.map(([place, shown]) => [place, shown && { username: shown.username, face: shown.avatar?.id ?? null }]),
    );
  }

  /** The same in every place. */
  async function expectEverywhere(relation: Relation, face: string | null) {
    const shown = await shownTo(relation);
    const expected = { username: ada.name, face };
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map((place) => [place, expected])));
  }

  const show = (photo_visibility: string) => ok(ada, 'PUT', '/api/me/profile', { photo_visibility });

  it.each([
    ['everyone', { stranger: true, follower: true, followed: true }],
    ['followers', { stranger: false, follower: true, followed: true }],
    ['nobody', { stranger: false, follower: false, followed: false }],
  ] as const)('that are for %s', async (visibility, seen) => {
    await show(visibility);
    for (const relation of relations) await expectEverywhere(relation, seen[relation] ? photo : null);
    expect((await ok(ada, 'GET', '/api/me')).account.avatar.id).toBe(photo);
    const own = (await ok(ada, 'GET', `/api/people?ids=${ada.accountId}`)).people;
    expect(own[0].avatar.id).toBe(photo);
  });

  it('that follow a follow, as soon as it begins or ends', async () => {
    await show('followers');
    const { stranger } = readers;
    await expectEverywhere('stranger', null);
    await ok(stranger, 'POST', `/api/users/${ada.name}/follow`);
    await expectEverywhere('stranger', photo);
    await ok(stranger, 'DELETE', `/api/users/${ada.name}/follow`);
    await expectEverywhere('stranger', null);
  });

  it('whose links lead to the files', async () => {
    await show('everyone');
    const { people } = await ok(readers.stranger, 'GET', `/api/people?ids=${ada.accountId}`);
    const [{ avatar }] = people;
    for (const link of [avatar.url, avatar.thumb_url]) expect((await fetch(link)).status).toBe(200);
  });

  it('under the name they have now', async () => {
    suffix += 1;
    const username = `yuz.yeni.${suffix}`;
    await ok(ada, 'PUT', '/api/me/username', { username });
    ada = { ...ada, name: username };
    await show('everyone');
    for (const relation of relations) await expectEverywhere(relation, photo);
  });

  it('that are gone from every place when the photo goes', async () => {
    await ok(ada, 'DELETE', `/api/me/avatars/${photo}`);
    for (const relation of relations) await expectEverywhere(relation, null);
  });

  it('of those whom one has blocked, too', async () => {
    const [reader, other] = [await scene().person('engelleyen'), await scene().person('engellenen')];
    const { id } = await addPhoto(scene().booted, other);
    await ok(reader, 'PUT', `/api/me/blocks/${other.accountId}`);
    const { people } = await ok(reader, 'GET', '/api/me/blocks');
    expect(people).toEqual([{ id: other.accountId, username: other.name, avatar: expect.objectContaining({ id }) }]);
  });
});
