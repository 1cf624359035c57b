import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';

onEachEngine('files', (engine) => {
  describe('what was sent in a room', () => {
    let fixture: FilesFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await FilesFixture.open(engine());
    });
    beforeEach(async () => {
      rooms += 1;
      room = await fixture.room(`oda-${rooms}`, [fixture.bob], { history_for_new_members: false });
    });
    afterEach(async () => expect(await fixture.problems(room)).toEqual([]));
    afterAll(() => fixture.close());

    let rooms = 0;
    const slug = () => `oda-${rooms}`;
    const list = async (query = '', person = fixture.bob) => {
      const { media, has_more } = await fixture.ok(person, 'GET', `/rooms/${slug()}/media${query}`);
      return { ids: media.map(({ id }: { id: string }) => id) as string[], has_more, media };
    };
    /** So many photos, a second apart, oldest first. */
    const photos = async (count: number, person = fixture.ada) => {
      const sent = [];
      for (let nth = 0; nth < count; nth += 1) {
        fixture.clock.move(1_000);
        sent.push(await fixture.send(person, slug(), await fixture.media(person, slug())));
        await fixture.ok(person, 'POST', `/rooms/${slug()}/messages`, { body: 'bak' });
      }
      return sent;
    };

    it('is photos and videos, newest first, with fresh links; what was deleted is not', async () => {
      const { ada } = fixture;
      const photo = await fixture.send(ada, slug(), await fixture.media(ada, slug()));
      const video = await fixture.send(ada, slug(), await fixture.media(ada, slug(), 'video/mp4'));
      await fixture.send(ada, slug(), await fixture.media(ada, slug(), 'image/gif'));
      await fixture.send(ada, slug(), { ...(await fixture.media(ada, slug(), 'image/webp')), type: 'sticker' });
      await fixture.send(ada, slug(), await fixture.document(ada, slug()));
      const deleted = await fixture.send(ada, slug(), await fixture.media(ada, slug()));
      await fixture.ok(ada, 'DELETE', `/rooms/${slug()}/messages/${deleted.id}`);
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
      const [own] = [await photos(2, fixture.bob), await photos(3)];
      expect((await list(`?from=${fixture.bob.accountId}`)).ids).toEqual(own.map(({ id }) => id).reverse());
      expect((await list(`?from=${fixture.bob.accountId.toUpperCase()}&limit=1`)).has_more).toBe(true);
      expect((await list(`?from=${room}`)).ids).toEqual([]);
    });

    it('begins with joining for newcomers where history does', async () => {
      await photos(2);
      const eda = await fixture.booted.person('eda');
      await fixture.ok(eda, 'POST', `/rooms/${slug()}/join`, {});
      const [later] = await photos(1);
      expect((await list('', eda)).ids).toEqual([later.id]);
      expect((await list('', fixture.ada)).ids).toHaveLength(3);
    });

    it('is for members', async () => {
      const deniz = await fixture.booted.person('deniz');
      expect(await fixture.code(deniz, 'GET', `/rooms/${slug()}/media`)).toBe('403 not_member');
      expect(await fixture.code(deniz, 'GET', '/rooms/yok/media')).toBe('404 room_not_found');
    });

    it('one of them is shown with links of its own, and nothing else is', async () => {
      const { ada, bob } = fixture;
      const path = (id: string) => `/rooms/${slug()}/media/${id}`;
      const gif = await fixture.send(ada, slug(), await fixture.media(ada, slug(), 'image/gif'));
      const { message } = await fixture.ok(bob, 'GET', path(gif.id));
      expect((await fetch(message.attachment.url)).status).toBe(200);
      const text = (await fixture.ok(ada, 'POST', `/rooms/${slug()}/messages`, { body: 'yok' })).message;
      expect(await fixture.code(bob, 'GET', path(text.id))).toBe('404 not_found');
      await fixture.ok(ada, 'DELETE', `/rooms/${slug()}/messages/${gif.id}`);
      expect(await fixture.code(bob, 'GET', path(gif.id))).toBe('404 not_found');
      expect(await fixture.code(bob, 'GET', path('yok'))).toBe('404 not_found');
    });

    it('is gone with the time of its messages, files and all', async () => {
      const { ada, clock } = fixture;
      await fixture.ok(ada, 'PATCH', `/rooms/${slug()}`, { message_ttl_hours: 1 });
      const attachment = await fixture.media(ada, slug());
      await fixture.send(ada, slug(), attachment);
      expect((await list()).ids).toHaveLength(1);
      clock.move(3_600_000 - 60_000);
      const refreshed = await fixture.booted.person('bob');
      clock.move(60_000);
      expect((await list('', refreshed)).ids).toEqual([]);
      await fixture.booted.app.node.rooms.ask(room, { type: 'expire_rows' });
      await fixture.settle();
      expect(await fixture.isThere(attachment.key)).toBe(false);
    });
  });
});
