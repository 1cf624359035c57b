import { hashOfRoute, type Route, routeOfAddress, routeOfHash } from '#web/app/route.js';

describe('the routes of the page', () => {
  it.each<Route>([
    { view: 'room', slug: 'kitap-kulubu' },
    { view: 'message', slug: 'kitap-kulubu', id: '01a211fc-7087-781b-8b85-1a0000000006' },
    { view: 'invite', code: 'aB_9-x' },
    { view: 'home', category: null },
    { view: 'home', category: 'gundem' },
    { view: 'topic', tag: 'türk_kahvesi' },
    { view: 'topic', tag: '100%' },
    { view: 'topic', tag: 'a/b' },
    { view: 'entry', id: 42 },
    { view: 'mine' },
    { view: 'rooms', words: '' },
    { view: 'rooms', words: 'türk / kahve' },
  ])('are read as they were written: %j', (route) => {
    expect(routeOfHash(hashOfRoute(route))).toEqual(route);
  });

  it.each([
    '',
    '#/',
    '#/dilek',
    '#d',
    '#/r/',
    '#/r/a/b',
    '#/r/a/m/b',
    '#/r/şehir',
    '#/roomsx',
    `#/i/${'x'.repeat(65)}`,
  ])('do not hold %j', (hash) => {
    expect(routeOfHash(hash)).toBeNull();
  });

  it.each(['#/d/', '#/d/e/0', '#/d/e/x', '#/d/e/', '#/d/t/', '#/d/c/', '#/d/x/y', '#/d/e/99999999999999999'])(
    'lead from %j to the home of Discover',
    (hash) => {
      expect(routeOfHash(hash)).toEqual({ view: 'home', category: null });
    },
  );

  it('find a room in any case, and read a lone percent sign', () => {
    expect(routeOfHash('#/r/Kahve')).toEqual({ view: 'room', slug: 'kahve' });
    expect(routeOfHash('#/d/t/50%')).toEqual({ view: 'topic', tag: '50%' });
  });

  it.each<[string, Route | null]>([
    ['https://meydan.example/#/r/kahve', { view: 'room', slug: 'kahve' }],
    [' Kahve ', { view: 'room', slug: 'kahve' }],
    ['https://meydan.example/#/i/aB_9/', { view: 'invite', code: 'aB_9' }],
    [
      'https://meydan.example/#/r/kahve/m/01a211fc-7087-781b-8b85-1a0000000006',
      { view: 'message', slug: 'kahve', id: '01a211fc-7087-781b-8b85-1a0000000006' },
    ],
    ['two words', null],
    ['', null],
  ])('are found in what a person pastes: %j', (typed, route) => {
    expect(routeOfAddress(typed)).toEqual(route);
  });
});
