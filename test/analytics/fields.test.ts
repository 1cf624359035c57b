/** Which of the events that a device reports are kept, field by field. */
import { readEvent } from '#src/protocol/system/analytics.js';
import { reportedEvent } from './reported-events.js';

const NOW = 1_790_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const AUTHOR = '3f2b8c1e-5a4d-4c6b-8f7e-0123456789ab';

const read = (fields: Record<string, unknown>) => readEvent(reportedEvent({ at: NOW, ...fields }), NOW, null);
const isKept = (fields: Record<string, unknown>) => read(fields) !== null;
const without = (field: string) => {
  const { [field]: _, ...rest } = reportedEvent({ at: NOW });
  return readEvent(rest, NOW, null);
};

describe('an event', () => {
  it('is kept with all that it says but whose the entry is', () => {
    const all = {
      id: 'A-z_9',
      type: 'entry_read',
      topic: '#Kahve',
      category: 'icecek',
      entry_id: 7,
      author_id: AUTHOR,
      source: 'chat_card',
      duration_ms: 1_500,
      platform: 'ios',
    };
    expect(read(all)).toEqual({
      id: 'A-z_9',
      type: 'entry_read',
      at: NOW,
      topic: 'kahve',
      category: 'icecek',
      entryId: 7,
      source: 'chat_card',
      durationMs: 1_500,
      platform: 'ios',
    });
  });

  it('needs an id, a type and a time', () => {
    expect(['id', 'type', 'at'].map(without)).toEqual([null, null, null]);
  });

  it.each([
    ['topic_open', { topic: 'kahve' }, {}],
    ['entry_open', { entry_id: 1 }, { topic: 'kahve' }],
    ['entry_read', { entry_id: 1, duration_ms: 0 }, { entry_id: 1 }],
    ['entry_read', { entry_id: 1, duration_ms: 5 }, { duration_ms: 5 }],
    ['category_open', { category: 'icecek' }, { topic: 'kahve' }],
  ])('%s needs %j, and %j is too little', (type, enough, tooLittle) => {
    const bare = { id: 'x', type, at: NOW };
    expect(readEvent({ ...bare, ...enough }, NOW, null)).not.toBeNull();
    expect(readEvent({ ...bare, ...tooLittle }, NOW, null)).toBeNull();
  });

  it.each([
    ['id', ['a', 'a'.repeat(64), '-_9'], ['', 'a'.repeat(65), 'a b', 'ş', 'a\n', 'a\0', 7]],
    ['type', ['topic_open'], ['topic_close', '', 'TOPIC_OPEN', 'constructor', '__proto__']],
    ['topic', ['a', '#a', 'ş'.repeat(120), `#${'a'.repeat(120)}`, '🎈'.repeat(120)], ['a'.repeat(121), '#', '', ' ']],
    ['category', ['a', 'ş'.repeat(64)], ['a'.repeat(65)]],
    ['entry_id', [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5, 2 ** 53, '1', Number.POSITIVE_INFINITY]],
    ['author_id', [AUTHOR, AUTHOR.toUpperCase()], ['', 'ada', `${AUTHOR}0`, AUTHOR.replaceAll('-', '')]],
    ['source', ['link', 's'.repeat(32)], ['s'.repeat(33)]],
    ['duration_ms', [0, 1, 1e12, 1e300], [-1, '5', Number.NaN]],
    ['platform', ['android', 'ios'], ['web_app', 'iOS', '']],
  ])('has bounds for %s', (field, good, bad) => {
    const outcome = (value: unknown) => [value, isKept({ [field]: value })];
    expect(good.map(outcome)).toEqual(good.map((value) => [value, true]));
    expect(bad.map(outcome)).toEqual(bad.map((value) => [value, false]));
  });

  const wrongTypes = [null, true, {}, [], [1], { $ne: null }, { length: 3 }];
  const fields = [
    'id',
    'type',
    'at',
    'topic',
    'category',
    'entry_id',
    'author_id',
    'source',
    'duration_ms',
    'platform',
  ];
  it.each(fields)('is dropped with %s of a wrong type', (field) => {
    expect(wrongTypes.filter((value) => isKept({ [field]: value }))).toEqual([]);
    expect(isKept({ [field]: field === 'at' || field.endsWith('_ms') || field === 'entry_id' ? '1' : 1 })).toBe(false);
  });

  it('is of the last thirty days, or at most five minutes ahead', () => {
    const outcomes = (...times: number[]) => times.map((at) => isKept({ at }));
    const [oldest, newest] = [NOW - 30 * DAY_MS, NOW + 5 * MINUTE_MS];
    expect(outcomes(oldest, newest, NOW)).toEqual([true, true, true]);
    expect(outcomes(oldest - 1, newest + 1, 0, -1, 1e300, Number.POSITIVE_INFINITY)).toEqual(Array(6).fill(false));
  });

  it('was not read for more than six hours', () => {
    const reading = { type: 'entry_read', entry_id: 1 };
    const lengthOf = (duration_ms: number) => read({ ...reading, duration_ms })?.durationMs;
    expect([21_599_999, 21_600_000, 21_600_001, 1e300].map(lengthOf)).toEqual([
      21_599_999,
      ...Array(3).fill(21_600_000),
    ]);
  });

  it('writes its topic small, in Turkish for who reads Turkish', () => {
    const topicIn = (language: 'tr' | null) =>
      readEvent(reportedEvent({ at: NOW, topic: '#ISPARTA' }), NOW, language)?.topic;
    expect([topicIn('tr'), topicIn(null)]).toEqual(['ısparta', 'isparta']);
    expect(read({ topic: '##iki' })?.topic).toBe('#iki');
  });

  it.each([[null], [true], [7], ['olay'], [[]], [[reportedEvent()]], [{}], [undefined]])('is no %j', (value) => {
    expect(readEvent(value, NOW, null)).toBeNull();
  });

  it('carries nothing that nobody asked for', () => {
    const odd = JSON.parse(
      `{"id": "x", "type": "topic_open", "at": ${NOW}, "topic": "a", "account": "y", "__proto__": {"category": "z"}}`,
    );
    expect(Object.keys(readEvent(odd, NOW, null) ?? {})).toEqual(['id', 'type', 'at', 'topic']);
    expect(({} as Record<string, unknown>).category).toBeUndefined();
  });
});
