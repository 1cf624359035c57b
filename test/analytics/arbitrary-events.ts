/** Lives of readers, made up: some read at night, some one thing only, some everything. */
import { type InterestEvent, interestEventTypes } from '#src/domain/interests/interest-event.js';
import { fc } from '../support/seeds/fast-check.js';

const DAY_MS = 86_400_000;

export interface Reader {
  now: number;
  events: InterestEvent[];
}

const categories = ['icecek', 'spor', 'tarih', 'müzik', 'bilim', 'yemek', 'gezi'];

/** Few names, so that they meet; times up to the very edges. */
function eventAt(now: number, category: fc.Arbitrary<string>): fc.Arbitrary<Omit<InterestEvent, 'id'>> {
  const age = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 * DAY_MS }) },
    fc.constantFrom(-300_000, 0, DAY_MS, DAY_MS - 1, 30 * DAY_MS, 30 * DAY_MS - 3_600_000),
  );
  return fc
    .record(
      {
        type: fc.constantFrom(...interestEventTypes),
        age,
        topic: fc.integer({ min: 0, max: 30 }).map((number) => `konu${number}`),
        category,
        durationMs: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.constantFrom(0, 14_999, 15_000, 21_600_000)),
        entryId: fc.integer({ min: 1, max: 9 }),
      },
      { requiredKeys: ['type', 'age'] },
    )
    .map(({ age: ago, ...event }) => ({ ...event, at: now - ago }));
}

export const readers = (maxLength = 120): fc.Arbitrary<Reader> =>
  fc
    .tuple(
      fc.integer({ min: 1_790_000_000_000, max: 1_790_000_000_000 + 8 * DAY_MS }),
      fc.constantFrom(1, 2, categories.length),
    )
    .chain(([now, known]) =>
      fc
        .array(eventAt(now, fc.constantFrom(...categories.slice(0, known))), { maxLength, size: 'max' })
        .map((events) => ({ now, events: events.map((event, at) => ({ id: `olay-${at}`, ...event })) })),
    );
