import { onEachEngine } from '../support/engine-settings.js';
import { FilesHouse } from './files-house.js';

onEachEngine('files', (engine) => {
  describe('what was sent in a room', () => {
    let house: FilesHouse;
    let room: string;

    beforeAll(async () => {
      house = await FilesHouse.open(engine());
    });
    beforeEach(async () => {
      rooms += 1;
      room = await house.room(`oda-${rooms}`, [house.bob], { history_for_new_members: false });
    });
    afterEach(async () => expect(await house.problems(room)).toEqual([]));
    afterAll(() => house.close());

    let rooms = 0;
    const slug = () => `oda-${rooms}`;
    const list = async (query = '', person = house.bob) => {
      const { media, has_more } = await house.ok(person, 'GET', `/rooms/${slug()}/media${query}`);
      return { ids: media.map(({ id }: { id: string }) => id) as string[], has_more, media };
    };
    /** So many photos, a second apart, oldest first. */
    const photos = async (count: number, person = house.ada) => {
      const sent = [];
      for (let nth = 0; nth < count; nth += 1) {
        house.clock.move(1_000);
        sent.push(await house.send(person, slug(), await house.media(person, slug())));
        await house.ok(person, 'POST', `/rooms/${slug()}/messages`, { body: 'bak' });
      }
      return sent;
    };

    it('is photos and videos, newest first, with fresh links; what was deleted is not', async () => {
      const { ada } = house;
      const photo = await house.send(ada, slug(), await house.media(ada, slug()));
      const video = await house.send(ada, slug(), await house.media(ada, slug(), 'video/mp4'));
      await house.send(ada, slug(), await house.media(ada, slug(), 'image/gif'));
      await house.send(ada, slug(), { ...(await house.media(ada, slug(), 'image/webp')), type: 'sticker' });
      await house.send(ada, slug(), await house.document(ada, slug()));
      const deleted = await house.send(ada, slug(), await house.media(ada, slug()));
      await house.ok(ada, 'DELETE', `/rooms/${slug()}/messages/${deleted.id}`);
      const { ids, media, has_more } = await list();
      expect(ids).toEqual([video.id, photo.id]);
      expect(has_more).toBe(false);
      for (const { attachment } of media) expect((await fetch(attachment.url)).status).toBe(200);
    });

    it('is read page by page, by time and by seq', async () => {
      const sent = await photos(5);
      const newest = sent.map(({ id }) => id).reverse();
      expect(await list('?limit=2')).toMatchObject({ ids: newest.slice(0, 2), has_more: true });
      for (const bound of [`before=${sent[3].inserted_at}`, `before_seq=${sent[3].seq}`]) {
        expect(await list(`?limit=2&${bound}`)).toMatchObject({ ids: newest.slice(2, 4), has_more: true });
      }
      expect(await list(`?limit=2&before_seq=${sent[1].seq}`)).toMatchObject({ ids: newest.slice(4), has_more: false });
      expect((await list(`?before=${sent[0].inserted_at}`)).ids).toEqual([]);
      expect((await list(`?before=${sent[0].inserted_at + 1}`)).ids).toEqual([sent[0].id]);
      expect((await list(`?before_seq=${sent[2].seq + 1}&before=${sent[4].inserted_at}`)).ids).toHaveLength(3);
    });

    it('ignores bounds that are none', async () => {
      await photos(2);
      for (const query of ['?limit=0', '?limit=x', '?before=x', '?before=-1', '?before_seq=x', '?from=x', '?from=']) {
        expect((await list(query)).ids).toHaveLength(2);
      }
      expect((await list('?limit=1000')).ids).toHaveLength(2);
    });

    it('is of one sender where that is asked', async () => {
      const [own] = [await photos(2, house.bob), await photos(3)];
      expect((await list(`?from=${house.bob.accountId}`)).ids).toEqual(own.map(({ id }) => id).reverse());
      expect((await list(`?from=${house.bob.accountId.toUpperCase()}&limit=1`)).has_more).toBe(true);
      expect((await list(`?from=${room}`)).ids).toEqual([]);
    });

    it('begins with joining for newcomers where history does', async () => {
      await photos(2);
      const eda = await house.booted.person('eda');
      await house.ok(eda, 'POST', `/rooms/${slug()}/join`, {});
      const [later] = await photos(1);
      expect((await list('', eda)).ids).toEqual([later.id]);
      expect((await list('', house.ada)).ids).toHaveLength(3);
    });

    it('is for members', async () => {
      const deniz = await house.booted.person('deniz');
      expect(await house.code(deniz, 'GET', `/rooms/${slug()}/media`)).toBe('403 not_member');
      expect(await house.code(deniz, 'GET', '/rooms/yok/media')).toBe('404 room_not_found');
    });

    it('one of them is shown with links of its own, and nothing else is', async () => {
      const { ada, bob } = house;
      const path = (id: string) => `/rooms/${slug()}/media/${id}`;
      const gif = await house.send(ada, slug(), await house.media(ada, slug(), 'image/gif'));
      const { message } = await house.ok(bob, 'GET', path(gif.id));
      expect((await fetch(message.attachment.url)).status).toBe(200);
      const text = (await house.ok(ada, 'POST', `/rooms/${slug()}/messages`, { body: 'yok' })).message;
      expect(await house.code(bob, 'GET', path(text.id))).toBe('404 not_found');
      await house.ok(ada, 'DELETE', `/rooms/${slug()}/messages/${gif.id}`);
      expect(await house.code(bob, 'GET', path(gif.id))).toBe('404 not_found');
      expect(await house.code(bob, 'GET', path('yok'))).toBe('404 not_found');
    });

    it('is gone with the time of its messages, files and all', async () => {
      const { ada, clock } = house;
      await house.ok(ada, 'PATCH', `/rooms/${slug()}`, { message_ttl_hours: 1 });
      const attachment = await house.media(ada, slug());
      await house.send(ada, slug(), attachment);
      expect((await list()).ids).toHaveLength(1);
      clock.move(3_600_000 - 60_000);
      const refreshed = await house.booted.person('bob');
      clock.move(60_000);
      expect((await list('', refreshed)).ids).toEqual([]);
      await house.booted.app.node.rooms.ask(room, { type: 'expire_rows' });
      await house.settle();
      expect(await house.isThere(attachment.key)).toBe(false);
    });
  });
});
