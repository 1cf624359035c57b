/** Who is offered what, out of many: each has the same chance, at a price that does not grow with what is live. */

import { type ChoosingFor, chooseItem } from '#http/sponsored/choose-item.js';
import { type LiveItem, LiveItems } from '#http/sponsored/live-items-cache.js';
import { everybody, reachOf } from '#src/domain/sponsored/sponsored-audience.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { content } from './support/sponsored-fixture.js';

const shelved = (id: string, more: object = {}): LiveItem => ({
  sponsor: 'Kahve Köşesi',
  item: {
    ...content(),
    _id: id,
    organization: 'o',
    version: 1,
    status: 'live',
    rejectReason: null,
    impressions: 0,
    clicks: 0,
    left: 100,
    createdAt: 0,
    updatedAt: 0,
    ...more,
  },
});

const viewer = (more: Partial<ChoosingFor> = {}): ChoosingFor => ({
  language: 'tr',
  platform: 'android',
  profile: null,
  hidden: new Set<string>(),
  last: undefined,
  now: 1_000,
  ...more,
});

const ids = (count: number) => Array.from({ length: count }, (_, n) => `i${n}`);

/** As a request does: out of those that may reach the viewer. */
const choose = (items: LiveItem[], by: ChoosingFor, random: () => number): LiveItem | null =>
  chooseItem(new LiveItems(items).reaching(reachOf(by)), by, random);

/** How often each is drawn in so many requests of people who come for the first time. */
function drawn(items: LiveItem[], requests: number, by: ChoosingFor): Map<string, number> {
  const random = seededRandom(7);
  const counts = new Map<string, number>();
  for (let n = 0; n < requests; n += 1) {
    const id = choose(items, by, random)?.item._id;
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

describe('choosing', () => {
  it.each([3, 40])('gives each of %d items the same share, whatever their budgets', (count) => {
    const items = ids(count).map((id, n) => shelved(id, { budget: 100 * 10 ** (n % 5), left: 100 * 10 ** (n % 5) }));
    const counts = drawn(items, 1_000 * count, viewer());
    for (const id of ids(count)) expect(Math.abs((counts.get(id) ?? 0) - 1_000)).toBeLessThan(150);
  });

  it('gives the same share to the few that are meant for somebody, among many that are not', () => {
    const others = ids(500).map((id) => shelved(id, { languages: ['en'] }));
    const meant = ['a', 'b', 'c'].map((id) => shelved(id));
    const counts = drawn([...others.slice(0, 250), ...meant, ...others.slice(250)], 3_000, viewer());
    expect([...counts.keys()].sort()).toEqual(['a', 'b', 'c']);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('lets the last one stand back as long as there is another', () => {
    const items = [shelved('a'), shelved('b')];
    expect([...drawn(items, 20, viewer({ last: 'a' })).keys()]).toEqual(['b']);
    expect([...drawn([shelved('a')], 20, viewer({ last: 'a' })).keys()]).toEqual(['a']);
  });

  it('offers nothing that is hidden, over, not begun, used up, or meant for others', () => {
    const audience = { ...everybody(), activity: 'low' as const };
    const items = [
      shelved('hidden'),
      shelved('over', { endsAt: 1_000 }),
      shelved('later', { startsAt: 1_001 }),
      shelved('spent', { left: 0 }),
      shelved('paused', { status: 'paused' }),
      shelved('english', { languages: ['en'] }),
      shelved('ios', { platforms: ['ios'] }),
      shelved('readers', { audience }),
    ];
    expect(choose(items, viewer({ hidden: new Set(['hidden']) }), () => 0.5)).toBeNull();
    expect(choose([], viewer(), () => 0.5)).toBeNull();
    const begun = [shelved('now', { startsAt: 1_000, endsAt: 1_001 })];
    expect(choose(begun, viewer(), () => 0.999_999)?.item._id).toBe('now');
  });
});
