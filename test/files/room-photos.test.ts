import { io } from 'socket.io-client';
import type { Person } from '../support/clients/boot-app.js';
import { holdToDocument } from '../support/clients/event-validation.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { FilesFixture } from './files-fixture.js';
import { samples } from './samples.js';

onEachEngine('files', (engine) => {
  describe('photos of a room', () => {
    let fixture: FilesFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await FilesFixture.open(engine());
    });
    beforeEach(async () => {
      room = await fixture.room(slug());
    });
    afterEach(async () => expect(await fixture.problems(room)).toEqual([]));
    afterAll(() => fixture.close());

    let rooms = 0;
    const slug = () => `oda-${(rooms += 1)}`;
    const path = (rest = '') => `/rooms/oda-${rooms}/avatars${rest}`;

    const upload = async (person: Person, contentType = 'image/jpeg') => {
      const { full, thumb } = await fixture.ok(person, 'POST', path('/presign'), { content_type: contentType });
      for (const link of [full, thumb]) await fixture.put(link, samples[contentType] as Uint8Array<ArrayBuffer>);
      return { key: full.key, thumb_key: thumb.key, content_type: contentType, byte_size: 1_000, size_px: 64 };
    };
    const add = async (person: Person, more: object = {}) =>
      (await fixture.ok(person, 'POST', path(), { ...(await upload(person)), ...more })).avatar;
    const faces = async (): Promise<[string, boolean][]> => {
      const { avatars } = await fixture.ok(fixture.bob, 'GET', path());
      return avatars.map(({ id, is_primary }: { id: string; is_primary: boolean }) => [id, is_primary]);
    };
    const face = async () => (await fixture.ok(fixture.bob, 'GET', `/rooms/oda-${rooms}`)).room.avatar;

    it('the first is the face, whatever is said; later ones are unless they are told not to be', async () => {
      const first = await add(fixture.ada, { primary: false });
      expect(first).toMatchObject({ is_primary: true, content_type: 'image/jpeg', size_px: 64 });
      const second = await add(fixture.ada, { primary: false });
      expect(second.is_primary).toBe(false);
      expect(await faces()).toEqual([
        [first.id, true],
        [second.id, false],
      ]);
      const third = await add(fixture.ada, { primary: 'no' });
      expect(await faces()).toEqual([
        [third.id, true],
        [second.id, false],
        [first.id, false],
      ]);
      expect((await face()).id).toBe(third.id);
    });

    it('another face is chosen, and losing it makes the newest of the others the face', async () => {
      const [first, second, third] = [await add(fixture.ada), await add(fixture.ada), await add(fixture.ada)];
      const chosen = await fixture.ok(fixture.ada, 'PUT', path(`/${first.id}/primary`));
      expect(chosen.avatar).toMatchObject({ id: first.id, is_primary: true });
      await fixture.ok(fixture.ada, 'DELETE', path(`/${first.id}`));
      expect(await faces()).toEqual([
        [third.id, true],
        [second.id, false],
      ]);
      await fixture.ok(fixture.ada, 'DELETE', path(`/${second.id}`));
      await fixture.ok(fixture.ada, 'DELETE', path(`/${third.id}`));
      expect(await faces()).toEqual([]);
      expect(await face()).toBeNull();
    });

    it('both files of a deleted photo go, those of the others stay', async () => {
      const gone = await upload(fixture.ada);
      const { avatar } = await fixture.ok(fixture.ada, 'POST', path(), gone);
      await add(fixture.ada);
      await fixture.ok(fixture.ada, 'DELETE', path(`/${avatar.id}`));
      await fixture.settle();
      expect([await fixture.isThere(gone.key), await fixture.isThere(gone.thumb_key)]).toEqual([false, false]);
      expect((await fetch((await face()).url)).status).toBe(200);
      expect((await fetch((await face()).thumb_url)).status).toBe(200);
    });

    it('the files of all of them go with the room', async () => {
      const photo = await upload(fixture.ada);
      await fixture.ok(fixture.ada, 'POST', path(), photo);
      const said = await fixture.media(fixture.bob, `oda-${rooms}`);
      await fixture.send(fixture.bob, `oda-${rooms}`, said);
      await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda-${rooms}`);
      const { rooms: actors } = fixture.booted.app.node;
      for (let left = 1; left > 0; ) left = await actors.ask(room, { type: 'sweep_deleted_room' });
      await fixture.settle();
      for (const key of [photo.key, photo.thumb_key, said.key]) expect(await fixture.isThere(key)).toBe(false);
    });

    it('admins keep the photos, everybody sees them', async () => {
      const { ada, bob } = fixture;
      const photo = await upload(ada);
      const { avatar } = await fixture.ok(ada, 'POST', path(), photo);
      const eda = await fixture.booted.person('eda');
      expect((await fixture.ok(eda, 'GET', path())).avatars).toHaveLength(1);
      for (const person of [bob, eda]) {
        expect(await fixture.code(person, 'POST', path('/presign'), {})).toBe('403 not_admin');
        expect(await fixture.code(person, 'POST', path(), photo)).toBe('403 not_admin');
        expect(await fixture.code(person, 'PUT', path(`/${avatar.id}/primary`))).toBe('403 not_admin');
        expect(await fixture.code(person, 'DELETE', path(`/${avatar.id}`))).toBe('403 not_admin');
      }
      await fixture.ok(ada, 'PUT', `/rooms/oda-${rooms}/admins/${bob.accountId}`);
      expect((await add(bob)).is_primary).toBe(true);
    });

    it.each([
      ['no key', { key: undefined }, 'key'],
      ['a key of elsewhere', { key: 'room-avatars/x/1.jpg' }, 'key'],
      ['a key that climbs', { key: 'room-avatars/../x.jpg' }, 'key'],
      ['a type that is no photo', { content_type: 'image/gif' }, 'content_type'],
      ['more than 8 000 000 bytes', { byte_size: 8_000_001 }, 'byte_size'],
      ['no bytes', { byte_size: 0 }, 'byte_size'],
      ['a side of 4097 pixels', { size_px: 4_097 }, 'size_px'],
      ['no side', { size_px: 0 }, 'size_px'],
    ])('%s is no photo', async (_, change, field) => {
      const { status, body } = await fixture.ask(fixture.ada, 'POST', path(), {
        ...(await upload(fixture.ada)),
        ...change,
      });
      expect([status, body.error.code]).toEqual([422, 'validation_failed']);
      expect(Object.keys(body.error.fields)).toEqual([field]);
    });

    it('the same files again are the same photo', async () => {
      const photo = await upload(fixture.ada);
      const first = (await fixture.ok(fixture.ada, 'POST', path(), photo)).avatar.id;
      expect((await fixture.ok(fixture.ada, 'POST', path(), photo)).avatar.id).toBe(first);
      expect(await faces()).toHaveLength(1);
      expect(await fixture.code(fixture.ada, 'DELETE', path('/yok'))).toBe('404 not_found');
      expect(await fixture.code(fixture.ada, 'PUT', path(`/${room}/primary`))).toBe('404 not_found');
    });

    it('those in the room hear of a new face', async () => {
      const socket = io(fixture.booted.url, { auth: { token: fixture.bob.accessToken }, transports: ['websocket'] });
      holdToDocument(socket);
      const heard: { changes: { avatar: { id: string; url: string } | null } }[] = [];
      socket.on('room:updated', (event) => heard.push(event));
      try {
        expect(await socket.emitWithAck('room:open', { room: `oda-${rooms}` })).toMatchObject({ ok: true });
        const { id } = await add(fixture.ada);
        await fixture.ok(fixture.ada, 'DELETE', path(`/${id}`));
        await poll(() => heard.length === 2, { until: 'both changes were told' });
        expect(heard[0]?.changes.avatar).toMatchObject({ id, is_primary: true });
        expect((await fetch(heard[0]?.changes.avatar?.url ?? '')).status).toBe(200);
        expect(heard[1]?.changes).toEqual({ avatar: null });
      } finally {
        socket.disconnect();
      }
    });

    it('fifty who choose at once leave exactly one face', async () => {
      const photos = [await add(fixture.ada), await add(fixture.ada), await add(fixture.ada)];
      const choices = Array.from({ length: 50 }, (_, at) => photos[at % 3].id as string);
      await Promise.all(choices.map((id) => fixture.ask(fixture.ada, 'PUT', path(`/${id}/primary`))));
      expect((await faces()).filter(([, isPrimary]) => isPrimary)).toHaveLength(1);
    });

    it('either side of a direct chat gives it a face', async () => {
      const { room: dm } = await fixture.ok(fixture.ada, 'POST', '/dm/bob');
      await fixture.ok(fixture.ada, 'POST', `/rooms/${dm.slug}/messages`, { body: 'selam' });
      for (const person of [fixture.ada, fixture.bob]) {
        const { full, thumb } = await fixture.ok(person, 'POST', `/rooms/${dm.slug}/avatars/presign`, {});
        const photo = { key: full.key, thumb_key: thumb.key, byte_size: 9, size_px: 9 };
        await fixture.ok(person, 'POST', `/rooms/${dm.slug}/avatars`, photo);
      }
      const eda = await fixture.booted.person('eda');
      expect(await fixture.code(eda, 'GET', `/rooms/${dm.slug}/avatars`)).toBe('404 room_not_found');
      expect(await fixture.code(eda, 'POST', `/rooms/${dm.slug}/avatars/presign`, {})).toBe('404 room_not_found');
      expect((await fixture.ok(fixture.bob, 'GET', `/rooms/${dm.slug}/avatars`)).avatars).toHaveLength(2);
    });
  });
});
