import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';

onEachEngine('looking things up over REST', (engine) => {
  describe('in a room', () => {
    let booted: Booted;
    let ada: Person;
    let bob: Person;

    beforeAll(async () => {
      booted = await bootApp({ settings: { ...engine(), RATE_LIMITS: 'on' } });
      ada = await booted.person('ada');
      bob = await booted.person('bob');
      await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve Köşesi', slug: 'kahve' });
      for (const body of ['İSTANBUL #kahve', 'Ankara', 'istanbulda #kahve #fal']) {
        await booted.ask(ada, 'POST', '/api/rooms/kahve/messages', { body });
      }
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    const outcome = async (person: Person | null, path: string) => {
      const { status, body } = await booted.ask(person, 'GET', path);
      return body?.error ? `${status} ${body.error.code}` : String(status);
    };

    it('answers a search with messages and a way on', async () => {
      const first = await booted.ask(ada, 'GET', '/api/rooms/kahve/search?q=istanbul&limit=1');
      expect(first.body).toMatchObject({ messages: [{ body: 'istanbulda #kahve #fal' }], has_more: true });
      const before = first.body.next_before_seq;
      expect(before).toBe(first.body.messages[0].seq);
      const second = await booted.ask(ada, 'GET', `/api/rooms/kahve/search?q=istanbul&before_seq=${before}`);
      expect(second.body).toMatchObject({ messages: [{ body: 'İSTANBUL #kahve' }], has_more: false });
      expect((await booted.ask(ada, 'GET', '/api/rooms/kahve/search?q=%21')).body).toEqual({
        messages: [],
        has_more: false,
        next_before_seq: null,
      });
      expect(await outcome(ada, '/api/rooms/kahve/search')).toBe('400 invalid_request');
    });

    it('takes filters without words', async () => {
      const bodies = async (query: string) => {
        const { body } = await booted.ask(ada, 'GET', `/api/rooms/kahve/search?${query}`);
        return body.messages.map((message: { body: string }) => message.body);
      };
      expect(await bodies('from=ADA&limit=2')).toEqual(['istanbulda #kahve #fal', 'Ankara']);
      expect(await bodies(`before=${Date.now() + 60_000}&from=@ada&q=ankara`)).toEqual(['Ankara']);
      expect(await bodies('before=1')).toEqual([]);
      expect(await bodies('from=kimse')).toEqual([]);
      expect(await bodies('has=file')).toEqual([]);
      expect(await outcome(ada, '/api/rooms/kahve/search?has=elma')).toBe('400 invalid_request');
      expect(await outcome(bob, '/api/rooms/kahve/search?from=ada')).toBe('403 not_member');
    });

    it('answers topics, statistics and events as the documents say', async () => {
      const { topics } = (await booted.ask(ada, 'GET', '/api/rooms/kahve/topics')).body;
      expect(topics.map(({ tag, count, unknown }: Record<string, unknown>) => [tag, count, unknown])).toEqual([
        ['fal', 1, false],
        ['kahve', 2, false],
        ['unknown', 1, true],
      ]);
      expect(new Date(topics[0].last_active).toISOString()).toBe(topics[0].last_active);
      const { stats } = (await booted.ask(ada, 'GET', '/api/rooms/kahve/stats')).body;
      expect(stats).toMatchObject({ age_days: 0, member_count: 1, message_count: 3, stars_received: 0 });
      await booted.ask(ada, 'PATCH', '/api/rooms/kahve', { wallpaper: 'kum' });
      const { events } = (await booted.ask(ada, 'GET', '/api/rooms/kahve/events?limit=1')).body;
      expect(events).toMatchObject([{ kind: 'event', audience: 'admins', event: { type: 'room_settings_changed' } }]);
    });

    it('finds open groups, before any room called search', async () => {
      const { body } = await booted.ask(bob, 'GET', '/api/rooms/search?q=kose');
      expect(body.rooms).toMatchObject([{ slug: 'kahve', is_member: false }]);
      expect(await outcome(bob, '/api/rooms/search?q=')).toBe('400 invalid_request');
    });

    it('lists all open groups, the largest first, page by page', async () => {
      for (const slug of ['demlik', 'fincan']) await booted.ask(ada, 'POST', '/api/rooms', { name: slug, slug });
      await booted.ask(ada, 'POST', '/api/rooms', { name: 'Gizli', slug: 'gizli', visibility: 'closed' });
      await booted.ask(bob, 'POST', '/api/rooms/fincan/join');
      const page = async (query: string) => {
        const { body } = await booted.ask(bob, 'GET', `/api/directory?${query}`);
        return [body.rooms.map(({ slug }: { slug: string }) => slug), body.has_more];
      };
      expect(await page('')).toEqual([['fincan', 'demlik', 'kahve'], false]);
      const [first, second] = [await page('limit=2'), await page('limit=2&offset=2')];
      expect([first[1], second[1]]).toEqual([true, false]);
      expect([...first[0], ...second[0]].sort()).toEqual(['demlik', 'fincan', 'kahve']);
      await booted.ask(ada, 'PATCH', '/api/rooms/demlik', { visibility: 'closed' });
      await booted.ask(ada, 'DELETE', '/api/rooms/fincan?for=everyone');
      expect(await page('')).toEqual([['kahve'], false]);
      await booted.ask(ada, 'PATCH', '/api/rooms/demlik', { visibility: 'open' });
      expect((await page(''))[0].sort()).toEqual(['demlik', 'kahve']);
      expect(await page('q=demlik&offset=1')).toEqual([[], false]);
      expect(await outcome(bob, '/api/directory?q=')).toBe('400 invalid_request');
    });

    it('is for members, and not without end', async () => {
      for (const path of ['search?q=a', 'topics', 'stats', 'events']) {
        expect(await outcome(bob, `/api/rooms/kahve/${path}`)).toBe('403 not_member');
        expect(await outcome(bob, `/api/rooms/yok/${path}`)).toBe('404 room_not_found');
        expect(await outcome(null, `/api/rooms/kahve/${path}`)).toBe('401 unauthorized');
      }
      const searches = await Promise.all(Array.from({ length: 61 }, () => outcome(bob, '/api/rooms/search?q=kahve')));
      expect(searches).toContain('429 rate_limited');
    });
  });
});
