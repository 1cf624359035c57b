/** Handing an article to the dictionary: what is refused, in which order, and what the room remembers of it. */
import { onEachEngine } from '../support/engine-settings.js';
import { DiscoverHouse, type Written } from './discover-house.js';

onEachEngine('sharing an article', (engine) => {
  describe('with the reference console', () => {
    let house: DiscoverHouse;
    let room: string;

    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      room = await house.files.room('kahve');
      await house.topic('kahve');
    }, 120_000);
    afterAll(() => house.close());

    const outcome = async (...asked: Parameters<DiscoverHouse['share']>) => {
      const { status, body } = await house.share(...asked);
      return body.error ? `${status} ${body.error.code}` : String(status);
    };
    const text = async (body = 'merhaba'): Promise<Written> => {
      const { message } = await house.files.ok(house.bob, 'POST', '/rooms/kahve/messages', { body });
      return { slug: 'kahve', id: message.id };
    };

    it('queues it, and tells its number, its topic and what the console says', async () => {
      const written = await house.article(house.bob, 'kahve');
      const { status, body } = await house.share(house.bob, written);
      expect([status, body]).toEqual([
        201,
        {
          share: {
            entry_id: expect.any(Number),
            status: 'pending',
            topic: { tag: 'kahve', title: 'kahve', status: 'published' },
            message: expect.any(String),
          },
        },
      ]);
      const { entries } = await house.desk('GET', '/entries?status=pending');
      expect(entries.find(({ id }: { id: number }) => id === body.share.entry_id)).toMatchObject({
        author_id: house.bob.accountId,
        room_id: room,
        room_slug: 'kahve',
        message_id: written.id,
        tag: 'kahve',
        title: 'Kahve',
        excerpt: 'Bir yudum.',
      });
    });

    it('proposes a topic for a tag that has none', async () => {
      const written = await house.article(house.bob, 'kahve', { tag: 'Yepyeni' });
      const { body } = await house.share(house.bob, written);
      expect(body.share.topic).toEqual({ tag: 'yepyeni', title: expect.any(String), status: 'pending' });
    });

    it('takes the article’s own tag before the message’s first hashtag, and that where there is no other', async () => {
      const both = await house.article(house.bob, 'kahve', { tag: 'Kahve' }, { body: '#çay içelim' });
      expect((await house.share(house.bob, both)).body.share.topic.tag).toBe('kahve');
      const only = await house.article(house.bob, 'kahve', { tag: null }, { body: 'bugün #Çay, yarın #kahve' });
      expect((await house.share(house.bob, only)).body.share.topic.tag).toBe('çay');
      const none = await house.article(house.bob, 'kahve', { tag: null }, { body: 'ne o ne bu' });
      expect(await outcome(house.bob, none)).toBe('422 sozluk_tag_required');
    });

    it('is done once', async () => {
      const written = await house.article(house.bob, 'kahve');
      expect(await outcome(house.bob, written)).toBe('201');
      expect(await outcome(house.bob, written)).toBe('409 sozluk_already_shared');
      const both = await house.article(house.bob, 'kahve');
      const answers = await Promise.all(Array.from({ length: 6 }, () => outcome(house.bob, both)));
      expect(answers.toSorted()).toEqual(['201', ...Array.from({ length: 5 }, () => '409 sozluk_already_shared')]);
    });

    it('asks for a token and a username, a room, membership, a message, an article and its author, in this order', async () => {
      const written = await house.article(house.bob, 'kahve');
      const nameless = await house.files.booted.person('adsiz', { username: null });
      expect(await outcome(null, written)).toBe('401 unauthorized');
      expect(await outcome(nameless, { ...written, slug: 'yok' })).toBe('403 username_required');
      expect(await outcome(house.cem, { ...written, slug: 'yok' })).toBe('404 room_not_found');
      expect(await outcome(house.cem, { slug: 'yok', id: 'junk' })).toBe('404 room_not_found');
      expect(await outcome(house.cem, { ...written, id: 'junk' })).toBe('403 not_member');
      expect(await outcome(house.cem, written)).toBe('403 not_member');
      expect(await outcome(house.ada, { ...written, id: 'junk' })).toBe('404 not_found');
      expect(await outcome(house.ada, { ...written, id: '019a0000-0000-7000-8000-00000000ffff' })).toBe(
        '404 not_found',
      );
      expect(await outcome(house.ada, await text())).toBe('422 not_an_article');
      expect(await outcome(house.ada, written)).toBe('403 not_author');
      const untagged = await house.article(house.bob, 'kahve', { tag: null });
      expect(await outcome(house.ada, untagged)).toBe('403 not_author');
      expect(await outcome(house.bob, { ...written, id: written.id.toUpperCase() })).toBe('201');
    });

    it('finds nothing where the message was deleted', async () => {
      const written = await house.article(house.bob, 'kahve');
      await house.files.ok(house.bob, 'DELETE', `/rooms/kahve/messages/${written.id}`);
      expect(await outcome(house.bob, written)).toBe('404 not_found');
    });

    it('is for whoever has written it, not for who says it again', async () => {
      const written = await house.article(house.bob, 'kahve');
      const forward_of = { room: 'kahve', message_id: written.id };
      const { message } = await house.files.ok(house.ada, 'POST', '/rooms/kahve/messages', { forward_of });
      expect(await outcome(house.ada, { slug: 'kahve', id: message.id })).toBe('403 not_author');
    });

    it('is refused to a banned author, with the moderator’s reason', async () => {
      const dora = await house.files.booted.person('dora');
      await house.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      await house.desk('PUT', `/authors/${dora.accountId}/ban`, { reason: 'Reklam yapıyor.' });
      const { status, body } = await house.share(dora, await house.article(dora, 'kahve'));
      expect([status, body.error]).toEqual([403, { code: 'sozluk_author_banned', message: 'Reklam yapıyor.' }]);
    });

    it('leaves a log that tells of it and a room in which nobody notices', async () => {
      const after = (await house.files.ok(house.bob, 'GET', '/rooms/kahve/messages')).seq;
      const written = await house.article(house.bob, 'kahve');
      await house.shared(house.bob, written);
      const { messages } = await house.files.ok(house.bob, 'GET', `/rooms/kahve/messages?after_seq=${after}`);
      expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['article']);
      expect(await house.files.problems(room)).toEqual([]);
    });
  });
});
