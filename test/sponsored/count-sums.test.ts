/** Single impressions and taps become sums after forty days, and no number changes by that. */
import { createCountSums } from '#actors/writers/count-sums.js';
import { SINGLES_KEPT_MS, SUM_MS } from '#src/domain/sponsored/sponsored.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import {
  creditIn,
  employ,
  expectSound,
  impressionOf,
  itemIn,
  liveItem,
  openOrganization,
  openSponsoredFixture,
  tapOf,
} from './support/sponsored-fixture.js';

const rowsIn = (store: Store, from: CollectionName) =>
  store.range<Doc & Record<string, unknown>>(from, { index: '_id', limit: 10_000 });

/** An item with 600 impressions and 300 taps of one day, and the clock that counted them. */
async function shownItem(store: Store) {
  const shop = openSponsoredFixture(store);
  const organization = await openOrganization(store, { credit: 5_000 });
  const item = (await liveItem(shop, organization, await employ(store, organization), { budget: 1_000 }))._id;
  const marks = [
    ...Array.from({ length: 600 }, () => impressionOf(item)),
    ...Array.from({ length: 300 }, () => tapOf(item)),
  ];
  await Promise.all(marks.map((mark) => shop.marks.count(organization, mark)));
  await shop.stop();
  const [{ at }] = (await store.range('sponsoredTaps', { index: 'byItem', prefix: [item], limit: 1 })) as [
    Doc & { at: number },
  ];
  return { organization, item, dayAfter: (Math.floor(at / SUM_MS) + 1) * SUM_MS };
}

describeOnBothEngines('old impressions and taps', (openStore) => {
  it('become one row for each item and day; balances, impressions and clicks stay', async () => {
    const store = await openStore();
    const { organization, item, dayAfter } = await shownItem(store);
    const before = { credit: await creditIn(store, organization), item: await itemIn(store, item) };
    const sumUp = (now: number) => createCountSums(store, { now: () => now }).sumUp();
    expect(await sumUp(dayAfter + SINGLES_KEPT_MS - 1)).toBe(0);
    expect(await sumUp(dayAfter + SINGLES_KEPT_MS)).toBe(900);
    const day = { summedItem: item, organization, at: dayAfter - SUM_MS };
    expect(await rowsIn(store, 'sponsoredTaps')).toEqual([expect.objectContaining({ ...day, count: 300 })]);
    const movements = await rowsIn(store, 'usage');
    expect(movements.filter(({ source }) => source === 'impression')).toEqual([
      expect.objectContaining({ ...day, quantity: -600, counter: 'impression' }),
    ]);
    await expectSound(store);
    expect({ credit: await creditIn(store, organization), item: await itemIn(store, item) }).toEqual(before);
    expect(await sumUp(dayAfter + SINGLES_KEPT_MS)).toBe(0);
  });

  it('are counted once, if two nodes sum them up at the same time', async () => {
    const store = await openStore();
    const { dayAfter } = await shownItem(store);
    const sums = createCountSums(store, { now: () => dayAfter + SINGLES_KEPT_MS });
    await Promise.all([sums.sumUp(), sums.sumUp()]);
    await expectSound(store);
    await sums.sumUp();
    await expectSound(store);
    expect(await rowsIn(store, 'sponsoredTaps')).toHaveLength(1);
  });
});
