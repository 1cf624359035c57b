/** Looking at entries and passing them on: what counts, how often, and that it counts exactly. */
import { countsIds, type EntryCounts, sumOfCounts } from '#src/domain/dictionary/entry-counts.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';

const DAY_MS = 86_400_000;

onEachEngine('views and shares', (engine) => {
  describe('of entries', () => {
    const clock = new TestClock();
    let booted: Booted;
    let people: Person[];
    let entries = 100;
    const fresh = () => {
      entries += 1;
      return entries;
    };

    beforeAll(async () => {
      const settings = { ...engine(), ACCESS_TOKEN_TTL_S: '2592000' };
      booted = await bootApp({ settings, parts: { env: clock.env } });
      people = await Promise.all(Array.from({ length: 24 }, (_, at) => booted.person(`okur${at}`)));
      // From the begin of a day on, so that none ends in the middle of a test.
      clock.move(DAY_MS - (clock.env.now() % DAY_MS) + 1_000);
    }, 120_000);
    afterAll(() => booted[Symbol.asyncDispose]());

    const person = (at: number): Person => people[at] as Person;
    const view = (who: Person | null, id: unknown) => booted.ask(who, 'POST', `/api/discover/entries/${id}/view`);
    const share = (who: Person | null, id: unknown, body?: unknown) =>
      booted.ask(who, 'POST', `/api/discover/entries/${id}/share`, body);
    const numbersOf = async (entry: number) =>
      sumOfCounts(await booted.app.store.getMany<EntryCounts>('entryCounts', countsIds(entry)));
    const outcomeOf = ({ status, body }: { status: number; body: { error?: { code: string } } | null }) =>
      body?.error ? `${status} ${body.error.code}` : String(status);

    it('a person is counted once a day, however often they look', async () => {
      const entry = fresh();
      const answers = await Promise.all(Array.from({ length: 100 }, () => view(person(0), entry)));
      expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['204']));
      expect(await numbersOf(entry)).toEqual({ views: 1, viewers: 1, forwards: 0, links: 0 });
    });

    it('many people at once are each counted', async () => {
      const entry = fresh();
      await Promise.all([...people, ...people, ...people].map((who) => view(who, entry)));
      expect(await numbersOf(entry)).toMatchObject({ views: 24, viewers: 24 });
    });

    it('the next day in UTC counts again, the person does not', async () => {
      const [entry, other] = [fresh(), fresh()];
      clock.move(DAY_MS - 2_000 - (clock.env.now() % DAY_MS) + 1_000);
      await view(person(1), entry);
      expect(await numbersOf(entry)).toMatchObject({ views: 1, viewers: 1 });
      clock.move(3_000);
      await view(person(1), entry);
      await view(person(1), entry);
      await view(person(2), entry);
      await view(person(1), other);
      expect(await numbersOf(entry)).toMatchObject({ views: 3, viewers: 2 });
      expect(await numbersOf(other)).toMatchObject({ views: 1, viewers: 1 });
    });

    it('every share counts, and each way for itself', async () => {
      const entry = fresh();
      const forwards = people.slice(0, 8).flatMap((who) => [who, who, who]);
      await Promise.all(forwards.map((who) => share(who, entry, { via: 'forward' })));
      await Promise.all(Array.from({ length: 10 }, () => share(person(3), entry, { via: 'link' })));
      await view(person(3), entry);
      expect(await numbersOf(entry)).toEqual({ views: 1, viewers: 1, forwards: 24, links: 10 });
    });

    it.each(['0', '-1', '1.5', 'x', '', '%20', '007', '+7', '1e3', '9007199254740992', '99999999999999999999', '７'])(
      'nothing is counted for %j, which is no positive integer',
      async (id) => {
        expect(outcomeOf(await view(person(0), id))).toBe('404 not_found');
        expect(outcomeOf(await share(person(0), id, { via: 'link' }))).toBe('404 not_found');
        expect(outcomeOf(await share(person(0), id, {}))).toBe('404 not_found');
      },
    );

    it('the greatest number there is counts too', async () => {
      expect(outcomeOf(await view(person(0), Number.MAX_SAFE_INTEGER))).toBe('204');
      expect(await numbersOf(Number.MAX_SAFE_INTEGER)).toMatchObject({ views: 1 });
    });

    it.each([
      [undefined],
      [{}],
      [{ via: null }],
      [{ via: 'mail' }],
      [{ via: ['link'] }],
      [{ via: 'LINK' }],
      [{ via: 1 }],
    ])('a share says how: %j does not', async (body) => {
      const entry = fresh();
      expect(outcomeOf(await share(person(0), entry, body))).toBe('400 invalid_request');
      expect(await numbersOf(entry)).toMatchObject({ forwards: 0, links: 0 });
    });

    it('both need a token, and no name', async () => {
      const entry = fresh();
      const nameless = await booted.person('adsiz', { username: null });
      expect(outcomeOf(await view(null, entry))).toBe('401 unauthorized');
      expect(outcomeOf(await share(null, entry, { via: 'link' }))).toBe('401 unauthorized');
      expect(outcomeOf(await view(nameless, entry))).toBe('204');
      expect(outcomeOf(await share(nameless, entry, { via: 'link' }))).toBe('204');
      expect(await numbersOf(entry)).toEqual({ views: 1, viewers: 1, forwards: 0, links: 1 });
    });

    it('numbers stay when somebody goes, and name nobody', async () => {
      const entry = fresh();
      const leaver = await booted.person('giden');
      await view(leaver, entry);
      await share(leaver, entry, { via: 'link' });
      const range = { index: '_id', gt: `${leaver.accountId}:`, lt: `${leaver.accountId};` };
      expect((await booted.app.store.range('entryVisits', range)).length).toBe(1);
      expect((await booted.ask(leaver, 'DELETE', '/api/me')).status).toBe(204);
      expect(await booted.app.store.range('entryVisits', range)).toEqual([]);
      expect(await numbersOf(entry)).toEqual({ views: 1, viewers: 1, forwards: 0, links: 1 });
    });
  });
});

it('without a dictionary there are no entries to look at', async () => {
  const booted = await bootApp({ settings: { DICTIONARY_URL: 'off' } });
  try {
    const ada = await booted.person('ada');
    const ask = (what: string, body?: unknown) => booted.ask(ada, 'POST', `/api/discover/entries/7/${what}`, body);
    const answers = [await ask('view'), await ask('share', { via: 'link' }), await ask('share', {})];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array(3).fill([404, 'not_found']));
  } finally {
    await booted[Symbol.asyncDispose]();
  }
});
