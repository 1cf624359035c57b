/** The formula by which a profile is made, against a reference that only looks things up. */
import type { InterestEvent } from '#src/domain/interests/interest-event.js';
import { segments } from '#src/domain/interests/interest-profile.js';
import { decay, Interests, POINT, pointsOf, profileTime, windowStart } from '#src/domain/interests/interests.js';
import { fc } from '../support/seeds/fast-check.js';
import { readers } from './arbitrary-events.js';
import { referenceProfile } from './reference-profile.js';

const ADA = '3f2b8c1e-5a4d-4c6b-8f7e-0123456789ab';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Wednesday noon in Türkiye. */
const NOON = Date.UTC(2026, 8, 23, 9);

function profileOf(events: readonly InterestEvent[], now: number) {
  const interests = new Interests(profileTime(now));
  for (const { id: _, ...event } of events) interests.add(event);
  return interests.profile(ADA);
}

let made = 0;
function event(fields: Partial<InterestEvent>): InterestEvent {
  made += 1;
  return { id: `e${made}`, type: 'entry_read', at: NOON, ...fields };
}
const many = (count: number, fields: Partial<InterestEvent>) => Array.from({ length: count }, () => event(fields));

describe('a profile', () => {
  it('is what the reference says', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(readers(), ({ now, events }) => {
        const profile = profileOf(events, now);
        for (const segment of profile?.segments ?? []) seen.add(segment);
        expect(profile).toEqual(referenceProfile(ADA, events, now));
      }),
      { numRuns: 400 },
    );
    // Segments that no life belongs to would be proven by nothing.
    expect([...seen]).toEqual(expect.arrayContaining(['deep_reader', 'explorer', 'focused']));
  });

  it('is the same to the byte in whatever order its events come', () => {
    const shuffled = readers(300).chain(({ now, events }) =>
      fc.shuffledSubarray(events, { minLength: events.length }).map((other) => ({ now, events, other })),
    );
    fc.assert(
      fc.property(shuffled, ({ now, events, other }) => {
        expect(JSON.stringify(profileOf(other, now))).toBe(JSON.stringify(profileOf(events, now)));
      }),
      { numRuns: 200 },
    );
  });

  it('is the same in every moment of an hour, also when what is too old was swept meanwhile', () => {
    fc.assert(
      fc.property(readers(), fc.integer({ min: 0, max: HOUR_MS - 1 }), ({ now, events }, later) => {
        const begin = profileTime(now);
        const then = begin + later;
        const left = events.filter(({ at }) => at >= then - 30 * DAY_MS);
        expect(profileOf(left, then)).toEqual(profileOf(events, begin));
      }),
    );
  });

  it('is nobody’s who has read nothing lately', () => {
    expect(profileOf([], NOON)).toBeNull();
    expect(profileOf([event({ at: windowStart(profileTime(NOON)) - 1, topic: 'kahve' })], NOON)).toBeNull();
    expect(profileOf([event({ at: windowStart(profileTime(NOON)) })], NOON)).not.toBeNull();
  });

  it('names twenty topics and categories at most, equal ones by their letters', () => {
    const names = Array.from({ length: 25 }, (_, at) => `k${String(at).padStart(2, '0')}`);
    const events = names.toReversed().flatMap((name) => many(2, { topic: name, category: name, durationMs: 60_000 }));
    const profile = profileOf(events, NOON);
    expect([profile?.topics, profile?.interests]).toEqual([names.slice(0, 20), names.slice(0, 20)]);
  });

  it('does not take a glance for an interest', () => {
    const glance = event({ type: 'topic_open', topic: 'kahve', category: 'icecek' });
    expect(profileOf([glance], NOON)).toMatchObject({ topics: [], interests: [], activity: 'low' });
    const two = [glance, event({ type: 'entry_open', topic: 'kahve', category: 'icecek' })];
    expect(profileOf(two, NOON)).toMatchObject({ topics: ['kahve'], interests: ['icecek'] });
  });

  it('counts a topic for the category that most of its events name', () => {
    const loose = many(9, { topic: 'kahve', durationMs: 60_000 });
    const said = [event({ topic: 'kahve', category: 'icecek' }), event({ topic: 'kahve', category: 'icecek' })];
    const other = event({ topic: 'kahve', category: 'spor', durationMs: 45_000 });
    expect(profileOf([...loose, other, ...said], NOON)?.interests).toEqual(['icecek', 'spor']);
    expect(profileOf(loose, NOON)?.interests).toEqual([]);
  });
});

describe('points', () => {
  it.each([
    ['topic_open', undefined, 2],
    ['category_open', undefined, 2],
    ['entry_open', undefined, 1],
    ['entry_read', 0, 1],
    ['entry_read', 14_999, 1],
    ['entry_read', 15_000, 2],
    ['entry_read', 299_999, 20],
    ['entry_read', 300_000, 21],
    ['entry_read', 21_600_000, 21],
  ] as const)('%s of %s ms is worth %d', (type, durationMs, points) => {
    expect(pointsOf({ type, ...(durationMs !== undefined && { durationMs }) })).toBe(points);
  });

  it('count half after a week, a quarter after two, and are whole numbers', () => {
    expect([decay[0], decay[7], decay[14], decay[28]]).toEqual([POINT, POINT / 2, POINT / 4, POINT / 16]);
    expect(decay.length).toBe(30);
    expect(decay.every((worth) => Number.isSafeInteger(worth))).toBe(true);
  });
});

describe('activity', () => {
  const onDays = (count: number) => Array.from({ length: count }, (_, day) => event({ at: NOON - day * DAY_MS }));
  it.each([
    [3, 'low'],
    [4, 'medium'],
    [11, 'medium'],
    [12, 'high'],
  ])('%d days are %s', (days, level) => {
    expect(profileOf(onDays(days), NOON)?.activity).toBe(level);
  });
  it.each([
    [14, 'low'],
    [15, 'medium'],
    [59, 'medium'],
    [60, 'high'],
  ])('%d readings are %s', (readings, level) => {
    expect(profileOf(many(readings, {}), NOON)?.activity).toBe(level);
  });
});

describe('segments', () => {
  const NIGHT = Date.UTC(2026, 8, 22, 21);
  const SATURDAY = Date.UTC(2026, 8, 18, 21);
  const each = (count: number, fields: (at: number) => Partial<InterestEvent>) =>
    Array.from({ length: count }, (_, at) => event({ durationMs: 60_000, ...fields(at) }));
  const k = (at: number) => ({ category: `k${at}` });

  it.each<[string, InterestEvent[], InterestEvent[]]>([
    ['deep_reader', many(5, { durationMs: 120_000 }), many(4, { durationMs: 120_000 })],
    ['deep_reader', many(5, { durationMs: 120_000 }), many(5, { durationMs: 119_999 })],
    ['explorer', each(5, k), each(4, k)],
    ['focused', many(10, { category: 'spor' }), many(9, { category: 'spor' })],
    ['focused', each(10, (at) => k(Math.max(0, at - 6))), each(10, (at) => k(Math.max(0, at - 5)))],
    ['night_owl', [...many(4, { at: NIGHT }), ...many(6, {})], [...many(3, { at: NIGHT }), ...many(7, {})]],
    ['night_owl', many(10, { at: NIGHT + 5 * HOUR_MS - 1 }), many(10, { at: NIGHT + 5 * HOUR_MS })],
    ['night_owl', many(10, { at: NIGHT }), many(10, { at: NIGHT - 1 })],
    ['weekend_reader', [...many(5, { at: SATURDAY }), ...many(5, {})], [...many(4, { at: SATURDAY }), ...many(6, {})]],
    ['weekend_reader', many(10, { at: SATURDAY }), many(10, { at: SATURDAY - 1 })],
  ])('%s has its bound', (segment, inside, outside) => {
    expect(profileOf(inside, NOON)?.segments).toContain(segment);
    expect(profileOf(outside, NOON)?.segments).not.toContain(segment);
  });

  it('are those of the list', () => {
    const [night, deep] = [many(10, { at: NIGHT }), many(5, { durationMs: 300_000, category: 'spor' })];
    expect(Object.keys(segments)).toEqual(expect.arrayContaining(profileOf([...night, ...deep], NOON)?.segments ?? []));
  });
});
