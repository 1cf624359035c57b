import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';
import { jpeg, pdf, png } from './samples.js';

const DAY_MS = 86_400_000;

onEachEngine('files', (engine) => {
  describe('what was uploaded is looked at', () => {
    let fixture: FilesFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await FilesFixture.open({ ...engine(), ACCESS_TOKEN_TTL_S: '864000' });
      room = await fixture.room('oda');
      await fixture.room('baska');
    });
    afterAll(async () => {
      expect(await fixture.problems(room)).toEqual([]);
      await fixture.close();
    });

    const padded = (start: Uint8Array, length: number) => {
      const bytes = new Uint8Array(length);
      bytes.set(start);
      return bytes;
    };
    const read = (id: string, slug = 'oda') => fixture.message(fixture.bob, slug, id);

    it('what it says it is stays', async () => {
      for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4']) {
        const attachment = await fixture.media(fixture.ada, 'oda', type);
        const { id } = await fixture.send(fixture.ada, 'oda', attachment);
        await fixture.sweepFiles();
        fixture.clock.move(DAY_MS);
        await fixture.settle();
        expect(await read(id)).toMatchObject({ expired: false, attachment: { key: attachment.key } });
        expect(await fixture.isThere(attachment.key)).toBe(true);
      }
    });

    it.each([
      ['bigger than was said', 'image/jpeg', padded(jpeg(), 1_001)],
      ['a page that calls itself a photo', 'image/jpeg', new TextEncoder().encode('<html>')],
      ['a document that calls itself a picture', 'image/png', pdf()],
      ['wider than a photo may be', 'image/jpeg', jpeg(8_193, 10)],
      ['higher than a photo may be', 'image/png', png(10, 8_193)],
    ])('%s: the file goes, and its message says so to everybody', async (_, type, bytes) => {
      const attachment = await fixture.media(fixture.ada, 'oda', type, new Uint8Array(bytes));
      const { id } = await fixture.send(fixture.ada, 'oda', attachment);
      const forward_of = { room: 'oda', message_id: id };
      const { message } = await fixture.ok(fixture.bob, 'POST', '/rooms/baska/messages', { forward_of });
      await fixture.sweepFiles();
      expect(await fixture.isThere(attachment.key)).toBe(false);
      for (const seen of [await read(id), await read(message.id, 'baska')]) {
        expect(seen).toMatchObject({ expired: true, attachment: { url: null, thumb_url: null, expired: true } });
      }
    });

    it('what another file takes the place of is looked at once more', async () => {
      const { full, thumb } = await fixture.ok(fixture.ada, 'POST', '/rooms/oda/media/presign', {});
      await fixture.put(full, jpeg());
      await fixture.put(thumb, jpeg());
      const about = { content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
      const { id } = await fixture.send(fixture.ada, 'oda', {
        type: 'photo',
        key: full.key,
        thumb_key: thumb.key,
        ...about,
      });
      await fixture.sweepFiles();
      // As an S3 store takes it, which does not ask what became of the link's file.
      await fixture.booted.app.objects.write(full.key, new Uint8Array(pdf()), 'image/jpeg');
      await fixture.sweepFiles();
      expect((await read(id)).expired).toBe(false);
      fixture.clock.move(11 * 60_000);
      await fixture.sweepFiles();
      expect((await read(id)).expired).toBe(true);
    });

    it('a message does not wait for its file, which may come late', async () => {
      const { full, thumb } = await fixture.ok(fixture.ada, 'POST', '/rooms/oda/media/presign', {});
      const about = { content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
      const { id } = await fixture.send(fixture.ada, 'oda', {
        type: 'photo',
        key: full.key,
        thumb_key: thumb.key,
        ...about,
      });
      await fixture.sweepFiles();
      await fixture.put(full, jpeg());
      fixture.clock.move(11 * 60_000);
      await fixture.sweepFiles();
      expect((await fetch((await read(id)).attachment.url)).status).toBe(200);
    });

    it('what nobody used within a day goes, and its key is of no use any more', async () => {
      const unused = await fixture.media(fixture.ada, 'oda');
      fixture.clock.move(DAY_MS - 60_000);
      await fixture.settle();
      expect(await fixture.isThere(unused.key)).toBe(true);
      fixture.clock.move(60_000);
      await fixture.settle();
      expect([await fixture.isThere(unused.key), await fixture.isThere(unused.thumb_key as string)]).toEqual([
        false,
        false,
      ]);
      expect(await fixture.refusal(fixture.ada, 'oda', unused)).toBe('422 invalid_attachment');
    });

    it('what is used at the last moment stays', async () => {
      const late = await fixture.media(fixture.ada, 'oda');
      fixture.clock.move(DAY_MS);
      const { id } = await fixture.send(fixture.ada, 'oda', late);
      await fixture.settle();
      await fixture.settle();
      expect(await fixture.isThere(late.key)).toBe(true);
      await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/messages/${id}`);
      await fixture.settle();
      expect(await fixture.isThere(late.key)).toBe(false);
    });

    it('the face of a room that is too large goes, and the one before it is back', async () => {
      const add = async (bytes: Uint8Array<ArrayBuffer>) => {
        const { full, thumb } = await fixture.ok(fixture.ada, 'POST', '/rooms/oda/avatars/presign', {});
        // As an S3 store takes it, which knows no bound.
        await fixture.booted.app.objects.write(full.key, bytes, 'image/jpeg');
        await fixture.put(thumb, jpeg());
        const photo = { key: full.key, thumb_key: thumb.key, byte_size: 1_000, size_px: 64 };
        return (await fixture.ok(fixture.ada, 'POST', '/rooms/oda/avatars', photo)).avatar.id as string;
      };
      const [good] = [await add(jpeg()), await add(new Uint8Array(8_388_609))];
      await fixture.sweepFiles();
      const { avatars } = await fixture.ok(fixture.bob, 'GET', '/rooms/oda/avatars');
      expect(avatars).toMatchObject([{ id: good, is_primary: true }]);
      expect(avatars).toHaveLength(1);
    });

    it('what could not be removed is removed the next time', async () => {
      const { app } = fixture.booted;
      const attachment = await fixture.media(fixture.ada, 'oda');
      const { id } = await fixture.send(fixture.ada, 'oda', attachment);
      await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/messages/${id}`);
      const { remove } = app.objects;
      await fixture.sweepFiles();
      fixture.clock.move(6_000);
      app.objects.remove = () => Promise.reject(new Error('out of reach'));
      await expect(fixture.sweepFiles()).rejects.toThrow('could not be swept');
      app.objects.remove = remove;
      expect(await fixture.isThere(attachment.key)).toBe(true);
      await fixture.sweepFiles();
      expect(await fixture.isThere(attachment.key)).toBe(false);
    });

    it('one file that cannot be looked at keeps none of the others waiting', async () => {
      const { app } = fixture.booted;
      const [odd, fine] = [
        await fixture.media(fixture.ada, 'oda', 'image/jpeg', pdf()),
        await fixture.media(fixture.ada, 'oda'),
      ];
      await fixture.send(fixture.ada, 'oda', odd);
      await fixture.send(fixture.ada, 'oda', fine);
      const { head } = app.objects;
      app.objects.head = async (key) => (key === odd.key ? Promise.reject(new Error('out of reach')) : head(key));
      await expect(fixture.sweepFiles()).rejects.toThrow('1 files could not be swept');
      app.objects.head = head;
      await fixture.sweepFiles();
      expect(await fixture.isThere(odd.key)).toBe(false);
      expect(await fixture.isThere(fine.key)).toBe(true);
    });
  });
});
