/** How an entry fares: what is counted, and who may see it. */
import { bootApp } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture } from './discover-fixture.js';

onEachEngine('the numbers of an entry', (engine) => {
  describe('with the reference console', () => {
    let fixture: DiscoverFixture;
    let rooms = 0;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    /** An article of bob's that was let through; ada founded the room, cem is no member. */
    async function published(settings: object = {}) {
      rooms += 1;
      const slug = `sayilar-${rooms}`;
      await fixture.files.room(slug, [fixture.bob], settings);
      return fixture.published(fixture.bob, slug);
    }
    const stats = (entry: unknown) => `/entries/${entry}/stats`;
    const post = (who: DiscoverFixture['ada'], path: string, body?: unknown) =>
      fixture.files.ok(who, 'POST', path, body);

    it('begin with nothing, and with when it was published', async () => {
      const begun = fixture.files.clock.env.now();
      const { entry } = await published();
      const { published_at, ...counts } = await fixture.get(fixture.bob, `/entries/${entry}/stats`);
      expect(counts).toEqual({
        views: 0,
        viewers: 0,
        reactions: 0,
        reaction_breakdown: {},
        replies: 0,
        reshares: 0,
        shares: { forward: 0, link: 0 },
      });
      expect(published_at).toBeGreaterThanOrEqual(begun - 1_000);
      expect(Number.isInteger(published_at)).toBe(true);
    });

    it('are what people did with it', async () => {
      const { ada, bob, cem } = fixture;
      const { entry, slug, id } = await published();
      for (const who of [ada, cem, cem, bob]) await post(who, `/discover/entries/${entry}/view`);
      for (const via of ['forward', 'link', 'link']) await post(cem, `/discover/entries/${entry}/share`, { via });
      await fixture.react(ada, { slug, id }, '👍');
      await fixture.react(bob, { slug, id }, '☕');
      await post(ada, `/rooms/${slug}/messages`, { body: 'eline sağlık', discussion_of: id });
      await post(ada, `/rooms/${slug}/messages`, { forward_of: { room: slug, message_id: id } });
      expect(await fixture.get(bob, `/entries/${entry}/stats`)).toMatchObject({
        views: 3,
        viewers: 3,
        reactions: 2,
        reaction_breakdown: { '👍': 1, '☕': 1 },
        replies: 1,
        reshares: 1,
        shares: { forward: 1, link: 2 },
      });
    });

    it('of an open group are everybody’s, of a closed one the author’s alone', async () => {
      const { ada, bob, cem } = fixture;
      const open = await published();
      const closed = await published();
      await fixture.files.ok(ada, 'PATCH', `/rooms/${closed.slug}`, { visibility: 'closed' });
      const nameless = await fixture.files.booted.person(`adsiz${rooms}`, { username: null });
      const outcomes = async (entry: number) => {
        const codes: string[] = [];
        for (const who of [bob, ada, cem, nameless, null]) codes.push(await fixture.code(who, stats(entry)));
        return codes;
      };
      expect(await outcomes(open.entry)).toEqual(['200', '200', '200', '200', '401 unauthorized']);
      const no = '403 forbidden';
      expect(await outcomes(closed.entry)).toEqual(['200', no, no, no, '401 unauthorized']);
    });

    it('of what is gone, or was never let through, are nobody’s but the author’s', async () => {
      const { ada, bob } = fixture;
      const gone = await published();
      await post(ada, `/discover/entries/${gone.entry}/view`);
      await fixture.files.ok(bob, 'DELETE', `/rooms/${gone.slug}/messages/${gone.id}`);
      expect(await fixture.code(ada, stats(gone.entry))).toBe('403 forbidden');
      expect(await fixture.get(bob, `/entries/${gone.entry}/stats`)).toMatchObject({
        views: 1,
        reactions: 0,
        replies: 0,
      });
      const pending = await fixture.shared(bob, await fixture.article(bob, gone.slug));
      expect(await fixture.code(bob, stats(pending))).toBe('404 not_found');
    });

    it.each(['0', '-1', 'x', '1.5', '007', '9007199254740993', '999999'])('of %s there are none', async (id) => {
      expect(await fixture.code(fixture.bob, stats(id))).toBe('404 not_found');
    });
  });
});

describe('the numbers of an entry', () => {
  async function codeWith(settings: Record<string, string>): Promise<[number, string]> {
    const booted = await bootApp({ settings });
    try {
      const ada = await booted.person('ada');
      const { status, body } = await booted.ask(ada, 'GET', '/api/discover/entries/7/stats');
      return [status, body.error.code];
    } finally {
      await booted[Symbol.asyncDispose]();
    }
  }

  it('are nowhere without a dictionary', async () => {
    expect(await codeWith({ DICTIONARY_URL: 'off' })).toEqual([404, 'not_found']);
  });

  it('wait for a dictionary that cannot be reached', async () => {
    const away = { DICTIONARY_URL: 'http://127.0.0.1:9/', DICTIONARY_KEY: 'k'.repeat(32) };
    expect(await codeWith(away)).toEqual([503, 'sozluk_unavailable']);
  });
});
