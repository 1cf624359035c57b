/** What the app is offered, and to whom. */
import { endSponsored } from '#jobs/end-sponsored.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { operator, outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { type Advertisers, advertisers, decide, move, numbers, offered, report, shown } from './support/advertisers.js';

let booted: Booted;
let clock: TestClock;
let us: Advertisers;
let ada: Person;

beforeAll(async () => {
  clock = new TestClock();
  booted = await bootApp({ parts: { env: clock.env } });
}, 60_000);
afterAll(() => booted[Symbol.asyncDispose]());

let people = 0;
const somebody = () => {
  people += 1;
  return booted.person(`kisi${people}`);
};

/** Nothing is live that an earlier test has left, and everybody is new. */
beforeEach(async () => {
  const { store } = booted.app;
  const left = await store.range<SponsoredItem>('sponsoredItems', { index: 'live' });
  const set = { status: 'paused' };
  await store.write(left.map(({ _id: id }) => ({ op: 'set', in: 'sponsoredItems', id, set, unset: ['live'] })));
  clock.move(1_000);
  us = await advertisers(booted);
  ada = await somebody();
}, 60_000);

const device = (person: Person, fields: object) =>
  booted.ask(person, 'PUT', '/api/me/device', { platform: 'android', ...fields });
const isOffered = async (person = ada) => (await offered(booted, person)) !== null;
const profileOf = (person: Person, more: object = {}) =>
  booted.app.store.write([
    {
      op: 'put',
      in: 'interestProfiles',
      doc: {
        _id: person.accountId,
        builtAt: 0,
        interests: ['bilim'],
        topics: [],
        activity: 'medium',
        segments: ['night_owl'],
        ...more,
      } as never,
    },
  ]);

describe('an offer', () => {
  it('shows the item and who pays for it, and nothing of whom it is meant for', async () => {
    const id = await shown(booted, us.owner);
    for (const placement of ['chats', 'discover_topics', 'discover_entries']) {
      expect(await offered(booted, ada, placement)).toEqual({
        id,
        token: expect.stringMatching(/^[\w-]{100,}$/),
        title: 'Yaz indirimi',
        body: 'Bütün kitaplarda yüzde otuz.',
        target_kind: 'url',
        target: 'https://example.com/yaz',
        image_url: null,
        thumb_url: null,
        sponsor: { display_name: 'Kahve Köşesi' },
      });
    }
  });

  it('is for one of three places', async () => {
    for (const query of ['', '?placement=', '?placement=inbox', '?placement=chats&placement=chats']) {
      expect(outcomeOf(await booted.ask(ada, 'GET', `/api/sponsored${query}`))).toBe('400 invalid_request');
    }
  });

  it('needs a token and a username', async () => {
    const nameless = await booted.person('isimsiz', { username: null });
    const get = (person: Person | null) => booted.ask(person, 'GET', '/api/sponsored?placement=chats');
    expect(outcomeOf(await get(null))).toBe('401 unauthorized');
    expect(outcomeOf(await get(nameless))).toBe('403 username_required');
  });

  it('is none while nothing is live, and for premium accounts', async () => {
    expect(await isOffered()).toBe(false);
    const id = await shown(booted, us.owner);
    expect(await isOffered()).toBe(true);
    await booted.ask(operator(booted), 'PUT', `/api/console/accounts/${ada.accountId}/premium`, { premium: true });
    expect(await isOffered()).toBe(false);
    await booted.ask(operator(booted), 'PUT', `/api/console/accounts/${ada.accountId}/premium`, { premium: false });
    await move(booted, us.owner, id, 'pause');
    expect(await isOffered()).toBe(false);
    await move(booted, us.owner, id, 'resume');
    expect(await isOffered()).toBe(true);
  });

  it('comes within its dates', async () => {
    const now = clock.env.now();
    const id = await shown(booted, us.owner, { starts_at: now + 60_000, ends_at: now + 120_000 });
    expect(await isOffered()).toBe(false);
    clock.move(60_000);
    expect(await isOffered()).toBe(true);
    clock.move(60_000);
    expect(await isOffered()).toBe(false);
    const ended = async () => (await numbers(booted, us.owner, id)).status === 'ended';
    const { node, store } = booted.app;
    expect(await endSponsored({ ...node, reader: store, now: () => now + 119_999 })).toBe(0);
    expect(await endSponsored({ ...node, reader: store, now: clock.env.now })).toBe(1);
    expect(await ended()).toBe(true);
  });

  it('comes again and again, until it is hidden', async () => {
    const id = await shown(booted, us.owner);
    for (let n = 0; n < 3; n += 1) expect(await isOffered()).toBe(true);
    const { token } = await offered(booted, ada);
    expect((await report(booted, ada, id, 'hide', token)).status).toBe(204);
    expect((await report(booted, ada, id, 'hide', token)).status).toBe(204);
    expect(await isOffered()).toBe(false);
    expect(await isOffered(await somebody())).toBe(true);
  });

  it('is nothing of an organization that is suspended, or has no credit', async () => {
    await shown(booted, us.owner);
    const { store } = booted.app;
    const organization = { op: 'set', in: 'organizations', id: us.organization } as const;
    await store.write([{ ...organization, set: { suspended: true } }]);
    await poll(async () => !(await isOffered()), { until: 'the suspension is seen' });
    await store.write([{ ...organization, set: { suspended: false } }]);
    await poll(isOffered, { until: 'it is over' });
    await store.write([{ op: 'set', in: 'balances', id: us.organization, set: { impression: 0 } }]);
    await poll(async () => !(await isOffered()), { until: 'the empty balance is seen' });
  });

  it('is gone at once when an operator suspends the organization, and back at once after that, or with new credit', async () => {
    await shown(booted, us.owner);
    const operate = (method: string, path: string, body: object) =>
      booted.ask(operator(booted), method, `/api/console/organizations/${us.organization}/${path}`, body);
    expect(await isOffered()).toBe(true);
    await operate('PUT', 'suspended', { suspended: true });
    expect(await isOffered()).toBe(false);
    await operate('PUT', 'suspended', { suspended: false });
    expect(await isOffered()).toBe(true);
    await booted.app.store.write([{ op: 'set', in: 'balances', id: us.organization, set: { impression: 0 } }]);
    await poll(async () => !(await isOffered()), { until: 'the empty balance is seen' });
    await operate('POST', 'grants', { counter: 'impression', quantity: 10 });
    expect(await isOffered()).toBe(true);
  });

  it('leads to no room that is gone, nor to another one in its place', async () => {
    const room = { name: 'Kitap', slug: 'kitap' };
    await booted.ask(ada, 'POST', '/api/rooms', room);
    await shown(booted, us.owner, { target_kind: 'room', target: 'kitap' });
    expect((await offered(booted, ada)).target).toBe('kitap');
    await booted.ask(ada, 'DELETE', '/api/rooms/kitap');
    await poll(async () => !(await isOffered()), { until: 'the room is seen to be gone' });
    await booted.ask(ada, 'POST', '/api/rooms', room);
    clock.move(5_000);
    expect(await isOffered()).toBe(false);
  });

  it('shows the pictures of the item by links', async () => {
    const { body } = await booted.ask(us.owner, 'POST', '/api/panel/sponsored/media/presign', {});
    await shown(booted, us.owner, { image_key: body.full.key, thumb_key: body.thumb.key });
    const { image_url, thumb_url } = await offered(booted, ada);
    expect([image_url, thumb_url]).toEqual([
      expect.stringContaining(body.full.key),
      expect.stringContaining(body.thumb.key),
    ]);
  });
});

describe('an item', () => {
  it.each<[string, object, object, boolean]>([
    ['Turkish only', { languages: ['tr'] }, { language: 'tr' }, true],
    ['Turkish only', { languages: ['tr'] }, { language: 'en' }, false],
    ['Turkish only', { languages: ['tr'] }, {}, false],
    ['both languages', { languages: ['tr', 'en'] }, { language: 'en' }, true],
    ['Android only', { platforms: ['android'] }, { platform: 'android' }, true],
    ['Android only', { platforms: ['android'] }, { platform: 'ios' }, false],
    ['iOS only', { platforms: ['ios'] }, { platform: 'web_app' }, false],
    ['everybody', {}, { platform: 'web_app', language: 'en' }, true],
  ])('for %s (%j) meets a device with %j: %s', async (_, meant, has, meets) => {
    await shown(booted, us.owner, meant);
    await device(ada, has);
    expect(await isOffered()).toBe(meets);
  });

  it('for a language or platform is not offered to a session that has told none', async () => {
    await shown(booted, us.owner, { languages: ['tr', 'en'], platforms: ['android', 'ios'] });
    expect(await isOffered()).toBe(false);
  });

  it.each<[object, boolean]>([
    [{ interests: ['spor', 'bilim'] }, true],
    [{ interests: ['spor'] }, false],
    [{ activity: 'low' }, true],
    [{ activity: 'medium' }, true],
    [{ activity: 'high' }, false],
    [{ segments: ['night_owl'] }, true],
    [{ segments: ['night_owl', 'explorer'] }, false],
    [{ interests: ['bilim'], activity: 'high' }, false],
    [{ interests: ['bilim'], activity: 'low', segments: ['night_owl'] }, true],
  ])('for %j meets a reader of science at night: %s', async (audience, meets) => {
    await shown(booted, us.owner, { audience });
    expect(await isOffered()).toBe(false);
    await profileOf(ada);
    expect(await isOffered()).toBe(meets);
  });

  it('for an audience meets nobody who does not want it, and one for everybody does', async () => {
    await profileOf(ada);
    const id = await shown(booted, us.owner, { audience: { interests: ['bilim'] } });
    expect((await offered(booted, ada)).id).toBe(id);
    await booted.ask(ada, 'PUT', '/api/me/profile', { personalized_ads: false });
    await profileOf(ada);
    expect(await isOffered()).toBe(false);
    const other = await shown(booted, us.owner);
    expect((await offered(booted, ada)).id).toBe(other);
  });
});

describe('what is reported', () => {
  it('counts impressions and taps once each', async () => {
    const id = await shown(booted, us.owner);
    const { token } = await offered(booted, ada);
    for (const action of ['impression', 'tap', 'impression', 'tap']) {
      expect((await report(booted, ada, id, action, token)).status).toBe(204);
    }
    expect(await numbers(booted, us.owner, id)).toEqual({ impressions: 1, clicks: 1, status: 'live' });
    const { body } = await booted.ask(us.owner, 'GET', '/api/panel/usage');
    expect(body.balances.impression).toBe(999);
    expect(body.entries[0]).toMatchObject({ counter: 'impression', quantity: -1, source: 'impression', note: null });
  });

  it('ends what has come to its budget, at once', async () => {
    const id = await shown(booted, us.owner);
    const set = { impressions: 99, left: 1 };
    await booted.app.store.write([{ op: 'set', in: 'sponsoredItems', id, set }]);
    const tokens = [await offered(booted, ada), await offered(booted, ada)].map(({ token }) => token);
    for (const token of tokens) expect((await report(booted, ada, id, 'impression', token)).status).toBe(204);
    expect(await numbers(booted, us.owner, id)).toEqual({ impressions: 100, clicks: 0, status: 'ended' });
    expect(await isOffered()).toBe(false);
  });

  it('pauses everything live of whoever has spent the last credit', async () => {
    const poor = await advertisers(booted, { credit: 1 });
    const ids = [await shown(booted, poor.owner), await shown(booted, poor.owner)];
    const { id, token } = await offered(booted, ada);
    await report(booted, ada, id, 'impression', token);
    const statuses = await Promise.all(ids.map(async (each) => (await numbers(booted, poor.owner, each)).status));
    expect(statuses).toEqual(['paused', 'paused']);
    expect(await isOffered()).toBe(false);
  });
});

it('each of several items has its share', async () => {
  const rich = await advertisers(booted, { credit: 100_000 });
  const ids = [await shown(booted, us.owner, { budget: 100 })];
  for (const budget of [1_000, 10_000_000]) ids.push(await shown(booted, rich.owner, { budget }));
  const shares = new Map<string, number>();
  let before = '';
  for (let n = 0; n < 300; n += 1) {
    const { id } = await offered(booted, ada);
    expect(id).not.toBe(before);
    before = id;
    shares.set(id, (shares.get(id) ?? 0) + 1);
  }
  for (const id of ids) expect(shares.get(id) ?? 0).toBeGreaterThan(60);
  expect(await decide(booted, ids[0] as string, 'approve').then(outcomeOf)).toBe('409 invalid_state');
}, 60_000);
