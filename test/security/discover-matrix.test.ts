/**
 * Every endpoint of Discover × everybody who may ask, where the article is from an open group, and from a closed one.
 */
import { endpoints } from '#src/protocol/endpoints.js';
import { DiscoverFixture } from '../discover/discover-fixture.js';
import type { Person } from '../support/clients/boot-app.js';

type Code = string;

interface Line {
  /** `method path` below Discover's own. */
  of: string;
  done: Code;
  /** Of whoever is no member of the closed group. */
  closed?: Code;
  /** Of members who are not the author. */
  others?: Code;
  body?: object;
}

const lines: Line[] = [
  { of: 'get /categories', done: '200' },
  { of: 'get /topics', done: '200' },
  { of: 'get /topics/suggest', done: '200' },
  { of: 'get /topics/{tag}', done: '200' },
  { of: 'get /topics/{tag}/entries', done: '200' },
  { of: 'get /entries/{id}', done: '200' },
  { of: 'get /entries/{id}/discussion', done: '200', closed: '403 not_member' },
  { of: 'get /entries/{id}/stats', done: '200', closed: '403 forbidden', others: '403 forbidden' },
  { of: 'post /entries/{id}/view', done: '204' },
  { of: 'post /entries/{id}/share', done: '204', body: { via: 'link' } },
  { of: 'get /me/entries', done: '200' },
];
const base = '/api/discover';

describe('the table of who may ask what of Discover', () => {
  it('holds every endpoint of it', () => {
    const names = endpoints.filter(({ path }) => path.startsWith(base)).map(({ method, path }) => `${method} ${path}`);
    expect(names.toSorted()).toEqual(lines.map(({ of }) => of.replace(' ', ` ${base}`)).toSorted());
  });
});

describe('who may ask what of Discover', () => {
  let fixture: DiscoverFixture;
  const entries = { open: 0, closed: 0 };
  const people: Record<string, Person | null> = { anonymous: null };

  beforeAll(async () => {
    fixture = await DiscoverFixture.open();
    await fixture.topic('kahve');
    const { booted } = fixture.files;
    people['no username'] = await booted.person('adsiz', { username: null });
    people.stranger = fixture.cem;
    people['left or banned'] = await booted.person('eda');
    people.member = await booted.person('dora');
    people.founder = fixture.ada;
    people.author = fixture.bob;
    for (const slug of ['open', 'closed'] as const) {
      await fixture.files.room(slug, [fixture.bob, people.member, people['left or banned']]);
      await fixture.files.ok(fixture.ada, 'PUT', `/rooms/${slug}/bans/${people['left or banned'].accountId}`, {});
      await fixture.files.ok(fixture.ada, 'PATCH', `/rooms/${slug}`, { visibility: slug });
      entries[slug] = (await fixture.published(fixture.bob, slug)).entry;
    }
  }, 60_000);
  afterAll(() => fixture.close());

  function expected({ done, closed = done, others = done }: Line, who: string, group: string): Code {
    if (who === 'anonymous') return '401 unauthorized';
    if (group === 'open' || who === 'author') return done;
    return who === 'member' || who === 'founder' ? others : closed;
  }

  it.each(lines.map((line) => [line.of, line] as const))('%s', async (of, line) => {
    const [method = '', path = ''] = of.split(' ');
    for (const [group, entry] of Object.entries(entries)) {
      const at = path.replace('{tag}', 'kahve').replace('{id}', String(entry));
      const answers: Record<string, Code> = {};
      const wanted: Record<string, Code> = {};
      for (const [who, person] of Object.entries(people)) {
        answers[who] = await fixture.code(person, at, method.toUpperCase(), line.body);
        wanted[who] = expected(line, who, group);
      }
      expect([group, answers]).toEqual([group, wanted]);
    }
  });
});
