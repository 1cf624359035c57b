/** An account that is deleted while the object store is out of reach. */
import { createErasing, type EraseAccountsDeps } from '#jobs/erase-accounts.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';

onEachEngine('somebody who deletes their account while the object store is away', (settings) => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    booted = await bootApp({ settings: settings() });
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const read = async (path: string) => (await booted.ask(bob, 'GET', `/api/rooms/${path}`)).body;

  async function roomOf(founder: Person, member: Person, slug: string): Promise<void> {
    await booted.ask(founder, 'POST', '/api/rooms', { name: 'Oda', slug });
    await booted.ask(member, 'POST', `/api/rooms/${slug}/join`);
  }

  function erasingWith(objects: EraseAccountsDeps['objects']) {
    const { node, store } = booted.app;
    const archive = {
      renew: async () => true,
      removeObjects: async (room: string) => (await objects.list(room)).length,
    };
    return createErasing({ ...node, reader: store, objects, archive, uploadLinkMs: 600_000, now: Date.now });
  }

  it('leaves every room and takes founded ones along; the files go when it is back', async () => {
    await roomOf(ada, bob, 'adanin-bir');
    await roomOf(ada, bob, 'adanin-iki');
    await roomOf(bob, ada, 'bobun');
    const { full } = (await booted.ask(ada, 'POST', '/api/me/avatars/presign', {})).body;
    const { objects, node } = booted.app;
    await objects.write(full.key, new Uint8Array(10), 'image/jpeg');
    await node.users.ask(ada.accountId, { type: 'give_up' });

    const fail = () => Promise.reject(new Error('503 SlowDown'));
    await expect(erasingWith({ write: fail, list: fail, remove: fail }).erase(ada.accountId)).rejects.toThrow('503');
    for (const slug of ['adanin-bir', 'adanin-iki']) {
      expect((await read(slug)).error).toMatchObject({ code: 'room_not_found' });
    }
    expect((await read('bobun/members')).members).toEqual([expect.objectContaining({ username: 'bob' })]);
    expect(await objects.head(full.key)).not.toBeNull();

    expect(await erasingWith(objects).erase(ada.accountId)).toBe(true);
    expect(await objects.head(full.key)).toBeNull();
    expect(await objects.head(`erased/${ada.accountId}.txt`)).not.toBeNull();
  });
});
