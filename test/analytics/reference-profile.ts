/**
 * The formula of docs/adr/0026 once more, written to be obvious instead of quick: every sum looks at every event.
 * Nothing is shared with what ships but the shapes.
 */
import type { InterestEvent } from '#src/domain/interests/interest-event.js';
import type { ActivityLevel, InterestProfile, Segment } from '#src/domain/interests/interest-profile.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const POINT = 1_048_576;

interface Scored {
  name: string;
  score: number;
}

export function referenceProfile(account: string, all: readonly InterestEvent[], now: number): InterestProfile | null {
  const builtAt = now - (now % HOUR_MS);
  const events = all.filter(({ at }) => at >= builtAt + HOUR_MS - 30 * DAY_MS);
  if (events.length === 0) return null;
  const weigh = (some: InterestEvent[]) => some.reduce((sum, event) => sum + weightOf(event, builtAt), 0);
  const topics = rank(named(events, 'topic'), (name) => weigh(events.filter(({ topic }) => topic === name)));
  const categories = rank(named(events, 'category'), (name) =>
    weigh(events.filter((event) => categoryOf(event, events) === name)),
  );
  return {
    _id: account,
    builtAt,
    interests: categories.slice(0, 20).map(({ name }) => name),
    topics: topics.slice(0, 20).map(({ name }) => name),
    activity: activityOf(events),
    segments: segmentsOf(events, categories),
  };
}

function weightOf({ type, at, durationMs = 0 }: InterestEvent, builtAt: number): number {
  const age = Math.max(0, Math.floor((builtAt - at) / DAY_MS));
  const worth = Math.round(POINT * 0.5 ** (age / 7));
  if (type === 'entry_open') return worth;
  if (type !== 'entry_read') return 2 * worth;
  return (1 + Math.min(20, Math.floor(durationMs / 15_000))) * worth;
}

function categoryOf({ topic, category }: InterestEvent, events: InterestEvent[]): string | undefined {
  if (category !== undefined || topic === undefined) return category;
  const siblings = events.filter((event) => event.topic === topic);
  const votes = (name: string) => siblings.filter((event) => event.category === name).length;
  return named(siblings, 'category').sort((a, b) => votes(b) - votes(a) || (a < b ? -1 : 1))[0];
}

const named = (events: InterestEvent[], field: 'topic' | 'category'): string[] => [
  ...new Set(events.flatMap((event) => event[field] ?? [])),
];

const rank = (names: string[], scoreOf: (name: string) => number): Scored[] =>
  names
    .map((name) => ({ name, score: scoreOf(name) }))
    .filter(({ score }) => score >= 3 * POINT)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));

/** In Türkiye it is three hours later. */
const there = (at: number) => new Date(at + 3 * HOUR_MS);

function activityOf(events: InterestEvent[]): ActivityLevel {
  const days = new Set(events.map(({ at }) => there(at).toISOString().slice(0, 10))).size;
  const readings = events.filter(({ type }) => type === 'entry_read').length;
  if (days >= 12 || readings >= 60) return 'high';
  return days >= 4 || readings >= 15 ? 'medium' : 'low';
}

function segmentsOf(events: InterestEvent[], categories: Scored[]): Segment[] {
  const readings = events.filter(({ type }) => type === 'entry_read');
  const readingMs = readings.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const total = categories.reduce((sum, { score }) => sum + score, 0);
  const most = categories[0]?.score ?? 0;
  const share = (is: (at: Date) => boolean) => events.filter(({ at }) => is(there(at))).length / events.length;
  const isMuch = events.length >= 10;
  const holds: [Segment, boolean][] = [
    ['deep_reader', readings.length >= 5 && readingMs / readings.length >= 120_000],
    ['explorer', categories.length >= 5 && 10 * most <= 4 * total],
    ['focused', isMuch && categories.length > 0 && 10 * most >= 7 * total],
    ['night_owl', isMuch && share((at) => at.getUTCHours() < 5) >= 0.4],
    ['weekend_reader', isMuch && share((at) => at.getUTCDay() % 6 === 0) >= 0.5],
  ];
  return holds.filter(([, holdsIt]) => holdsIt).map(([segment]) => segment);
}
