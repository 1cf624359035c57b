/** `limit`, wherever something is listed: what is no size means the default, and too much means the bound. */
import { PAGE_DEFAULT, PAGE_MAX } from '#src/domain/limits.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { clampLimit } from '#src/protocol/socket/operations.js';

const listing = endpoints.filter(({ query }) => query?.describe().keys?.limit !== undefined);

it.each(listing.map((each) => [`${each.method} ${each.path}`, each] as const))('%s', (_, { query }) => {
  const read = (limit: unknown) => query?.extract('limit').validate(limit);
  const standard = read(undefined);
  expect(standard).not.toHaveProperty('error');
  for (const unreadable of ['0', '-1', '-9007199254740993', 'x', '', ' ', 'NaN', '1e', '٣', ['5', '6'], { a: '1' }]) {
    expect([unreadable, read(unreadable)]).toEqual([unreadable, standard]);
  }
  const most = read('1000000');
  expect(most).not.toHaveProperty('error');
  expect(most?.value).toBeGreaterThanOrEqual(standard?.value);
  expect(read('999999999999999999999')).toEqual(most);
  expect(read('1')).toMatchObject({ value: 1 });
  expect(read(String(most?.value))).toEqual(most);
});

it('is found in every family of lists', () => {
  expect(listing.length).toBeGreaterThan(10);
});

it('goes by the same rule over sockets', () => {
  for (const unreadable of [0, -1, 'x', null, undefined, {}, Number.NaN]) {
    expect([unreadable, clampLimit(unreadable)]).toEqual([unreadable, PAGE_DEFAULT]);
  }
  expect([clampLimit(1), clampLimit(PAGE_MAX), clampLimit(1e9)]).toEqual([1, PAGE_MAX, PAGE_MAX]);
});
