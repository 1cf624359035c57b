/** Handing an article to the dictionary: what is refused, in which order, and what the room remembers of it. */
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture, type Written } from './discover-fixture.js';

onEachEngine('sharing an article', (engine) => {
  describe('with the reference console', () => {
    let fixture: DiscoverFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      room = await fixture.files.room('kahve');
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    const outcome = async (...asked: Parameters<DiscoverFixture['share']>) => {
      const { status, body } = await fixture.share(...asked);
      return body.error ? `${status} ${body.error.code}` : String(status);
    };
    const text = async (body = 'merhaba'): Promise<Written> => {
      const { message } = await fixture.files.ok(fixture.bob, 'POST', '/rooms/kahve/messages', { body });
      return { slug: 'kahve', id: message.id };
    };

    it('queues it, and tells its number, its topic and what the console says', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      const { status, body } = await fixture.share(fixture.bob, written);
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
      const { entries } = await fixture.desk('GET', '/entries?status=pending');
      expect(entries.find(({ id }: { id: number }) => id === body.share.entry_id)).toMatchObject({
        author_id: fixture.bob.accountId,
        room_id: room,
        room_slug: 'kahve',
        message_id: written.id,
        tag: 'kahve',
        title: 'Kahve',
        excerpt: 'Bir yudum.',
      });
    });

    it('proposes a topic for a tag that has none', async () => {
      const written = await fixture.article(fixture.bob, 'kahve', { tag: 'Yepyeni' });
      const { body } = await fixture.share(fixture.bob, written);
      expect(body.share.topic).toEqual({ tag: 'yepyeni', title: expect.any(String), status: 'pending' });
    });

    it('takes the article’s own tag before the message’s first hashtag, and that where there is no other', async () => {
      const both = await fixture.article(fixture.bob, 'kahve', { tag: 'Kahve' }, { body: '#çay içelim' });
      expect((await fixture.share(fixture.bob, both)).body.share.topic.tag).toBe('kahve');
      const only = await fixture.article(fixture.bob, 'kahve', { tag: null }, { body: 'bugün #Çay, yarın #kahve' });
      expect((await fixture.share(fixture.bob, only)).body.share.topic.tag).toBe('çay');
      const none = await fixture.article(fixture.bob, 'kahve', { tag: null }, { body: 'ne o ne bu' });
      expect(await outcome(fixture.bob, none)).toBe('422 sozluk_tag_required');
    });

    it('is done once', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      expect(await outcome(fixture.bob, written)).toBe('201');
      expect(await outcome(fixture.bob, written)).toBe('409 sozluk_already_shared');
      const both = await fixture.article(fixture.bob, 'kahve');
      const answers = await Promise.all(Array.from({ length: 6 }, () => outcome(fixture.bob, both)));
      expect(answers.toSorted()).toEqual(['201', ...Array.from({ length: 5 }, () => '409 sozluk_already_shared')]);
    });

    it('asks for a token and a username, a room, membership, a message, an article and its author, in this order', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      const nameless = await fixture.files.booted.person('adsiz', { username: null });
      expect(await outcome(null, written)).toBe('401 unauthorized');
      expect(await outcome(nameless, { ...written, slug: 'yok' })).toBe('403 username_required');
      expect(await outcome(fixture.cem, { ...written, slug: 'yok' })).toBe('404 room_not_found');
      expect(await outcome(fixture.cem, { slug: 'yok', id: 'junk' })).toBe('404 room_not_found');
      expect(await outcome(fixture.cem, { ...written, id: 'junk' })).toBe('403 not_member');
      expect(await outcome(fixture.cem, written)).toBe('403 not_member');
      expect(await outcome(fixture.ada, { ...written, id: 'junk' })).toBe('404 not_found');
      expect(await outcome(fixture.ada, { ...written, id: '019a0000-0000-7000-8000-00000000ffff' })).toBe(
        '404 not_found',
      );
      expect(await outcome(fixture.ada, await text())).toBe('422 not_an_article');
      expect(await outcome(fixture.ada, written)).toBe('403 not_author');
      const untagged = await fixture.article(fixture.bob, 'kahve', { tag: null });
      expect(await outcome(fixture.ada, untagged)).toBe('403 not_author');
      expect(await outcome(fixture.bob, { ...written, id: written.id.toUpperCase() })).toBe('201');
    });

    it('finds nothing where the message was deleted', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      await fixture.files.ok(fixture.bob, 'DELETE', `/rooms/kahve/messages/${written.id}`);
      expect(await outcome(fixture.bob, written)).toBe('404 not_found');
    });

    it('is for whoever has written it, not for who says it again', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      const forward_of = { room: 'kahve', message_id: written.id };
      const { message } = await fixture.files.ok(fixture.ada, 'POST', '/rooms/kahve/messages', { forward_of });
      expect(await outcome(fixture.ada, { slug: 'kahve', id: message.id })).toBe('403 not_author');
    });

    it('is refused to a banned author, with the moderator’s reason', async () => {
      const dora = await fixture.files.booted.person('dora');
      await fixture.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      await fixture.desk('PUT', `/authors/${dora.accountId}/ban`, { reason: 'Reklam yapıyor.' });
      const { status, body } = await fixture.share(dora, await fixture.article(dora, 'kahve'));
      expect([status, body.error]).toEqual([403, { code: 'sozluk_author_banned', message: 'Reklam yapıyor.' }]);
    });

    it('leaves a log that tells of it and a room in which nobody notices', async () => {
      const after = (await fixture.files.ok(fixture.bob, 'GET', '/rooms/kahve/messages')).seq;
      const written = await fixture.article(fixture.bob, 'kahve');
      await fixture.shared(fixture.bob, written);
      const { messages } = await fixture.files.ok(fixture.bob, 'GET', `/rooms/kahve/messages?after_seq=${after}`);
      expect(messages.map(({ kind }: { kind: string }) => kind)).toEqual(['article']);
      expect(await fixture.files.problems(room)).toEqual([]);
    });
  });
});
