/** Each checker finds the fault it is for in a history that was forged to have it, and nothing in a good one. */
import { costOf, longestPause } from './figures.js';
import { emptyHistory, type FaultKind, type History, type Post, type Reading } from './history.js';
import { countsOf, faultsOf } from './history-checks.js';

const post = (n: number, more: Partial<Post> = {}): Post => ({
  room: 'oda',
  by: 'ada',
  clientId: `c${n}`,
  body: `söz ${n}`,
  id: `id${n}`,
  seq: n,
  sentAt: n * 100,
  endedAt: n * 100 + 50,
  outcome: 'acknowledged',
  wasUnanswered: false,
  ...more,
});
const rowOf = ({ id, seq, clientId, body }: Post) => ({ id: id as string, seq: seq as number, clientId, body });

/** Three messages, two readers, a ban and what it refused, some stars: all as promised. */
function goodHistory(): History {
  const history = emptyHistory();
  const posts = [post(1), post(2), post(3)];
  const refused = post(9, { by: 'cem', sentAt: 450, endedAt: 460, outcome: 'refused', id: null, seq: null });
  history.posts.push(...posts, refused);
  history.logs.set('oda', posts.map(rowOf));
  for (const reader of ['bora', 'eda']) {
    const rows = posts.map((one) => ({ ...rowOf(one), at: one.endedAt + 5 }));
    history.readings.push({ reader, room: 'oda', isWhole: true, rows, holes: [], disorders: [] });
  }
  history.readings.push({ reader: 'cem', room: 'oda', isWhole: false, rows: [], holes: [], disorders: [] });
  history.reads.push({ reader: 'bora', room: 'oda', askedAt: 360, answeredAt: 370, seq: 3 });
  history.bans.push({ room: 'oda', account: 'cem', ackedAt: 210, liftedAt: 900 });
  history.stars = {
    grants: [{ account: 'ada', delta: 10, outcome: 'acknowledged' }],
    ledger: [
      { id: 'g1', account: 'ada', delta: 10, reason: 'gift' },
      { id: 'dm1:spent', account: 'ada', delta: -3, reason: 'dm_open' },
      { id: 'dm1:earned', account: 'bora', delta: 3, reason: 'dm_open' },
    ],
    balances: [
      { account: 'ada', stars: 7 },
      { account: 'bora', stars: 3 },
    ],
  };
  return history;
}

const logIn = (history: History) => history.logs.get('oda') as Reading['rows'];
const readingIn = (history: History, reader: string) =>
  history.readings.find((one) => one.reader === reader) as Reading;
const without = <T>(list: T[], at: number) => void list.splice(at, 1);

type Forgery = [what: string, kinds: FaultKind[], forge: (history: History) => void];

const forgeries: Forgery[] = [
  [
    'an acknowledged message that is gone',
    ['lost'],
    (history) => {
      without(logIn(history), 1);
      for (const { rows } of history.readings) if (rows.length > 0) without(rows, 1);
    },
  ],
  ['an acknowledged message with another text', ['altered'], (history) => changeBody(history)],
  ['an acknowledgement of another place', ['altered'], ({ posts }) => void (posts[1] = post(2, { seq: 1.5 }))],
  [
    'a message that stands twice',
    ['altered', 'duplicated', 'unseen'],
    (history) => void logIn(history).push({ ...rowOf(post(2)), id: 'other', seq: 4, at: 0 }),
  ],
  [
    'two messages acknowledged as the same row',
    ['duplicated', 'altered', 'reordered'],
    ({ posts }) => void (posts[2] = post(3, { seq: 2 })),
  ],
  ['a log out of order', ['reordered'], (history) => void logIn(history).reverse()],
  [
    'a later message before one that was acknowledged when it was sent',
    ['reordered'],
    ({ posts }) => void (posts[0] = post(1, { sentAt: 260, endedAt: 270 })),
  ],
  ['a reader who saw rows out of order', ['reordered'], (history) => void readingIn(history, 'bora').rows.reverse()],
  [
    'events of one connection out of order',
    ['reordered'],
    (history) => void readingIn(history, 'eda').disorders.push({ seq: 2, after: 3 }),
  ],
  [
    'a reader who saw a row twice',
    ['seen twice'],
    (history) => void readingIn(history, 'eda').rows.push({ ...rowOf(post(3)), at: 400 }),
  ],
  ['a hole in the events', ['gap'], (history) => void readingIn(history, 'eda').holes.push({ held: 1, prevSeq: 2 })],
  ['a reader who never saw a row', ['unseen'], (history) => without(readingIn(history, 'eda').rows, 1)],
  ['a row that nobody sent', ['ghost'], ({ posts }) => without(posts, 1)],
  [
    'a row that was refused',
    ['ghost'],
    ({ posts }) => void (posts[1] = post(2, { outcome: 'refused', id: null, seq: null })),
  ],
  ['a row that somebody saw and that is not there', ['ghost', 'lost'], (history) => without(logIn(history), 2)],
  [
    'a message of somebody banned',
    ['after-ban'],
    (history) => void (history.posts[2] = post(3, { by: 'cem', sentAt: 300 })),
  ],
  [
    'a row that was shown to somebody banned',
    ['after-ban'],
    (history) => void readingIn(history, 'cem').rows.push({ ...rowOf(post(3)), at: 360 }),
  ],
  [
    'an answer without what was acknowledged before the question',
    ['stale'],
    ({ reads }) => void reads.push({ reader: 'eda', room: 'oda', askedAt: 351, answeredAt: 352, seq: 2 }),
  ],
  [
    'an answer behind an earlier answer to the same reader',
    ['stale'],
    ({ reads }) => {
      reads.push({ reader: 'eda', room: 'oda', askedAt: 120, answeredAt: 130, seq: 2 });
      reads.push({ reader: 'eda', room: 'oda', askedAt: 140, answeredAt: 149, seq: 1 });
    },
  ],
  [
    'an answer behind what somebody else was shown',
    ['stale'],
    (history) => {
      readingIn(history, 'bora').rows[1] = { ...rowOf(post(2)), at: 205 };
      history.reads.push({ reader: 'eda', room: 'oda', askedAt: 206, answeredAt: 208, seq: 1 });
    },
  ],
  [
    'a balance that is not its ledger',
    ['stars'],
    ({ stars }) => void (stars.balances[0] = { account: 'ada', stars: 8 }),
  ],
  [
    'a chat that was paid twice',
    ['stars'],
    ({ stars }) => {
      stars.ledger.push({ id: 'dm1:spent', account: 'ada', delta: -3, reason: 'dm_open' });
      stars.balances[0] = { account: 'ada', stars: 4 };
    },
  ],
  [
    'a grant that was made twice',
    ['stars'],
    ({ stars }) => {
      stars.ledger.push({ id: 'g2', account: 'ada', delta: 10, reason: 'gift' });
      stars.balances[0] = { account: 'ada', stars: 17 };
    },
  ],
  [
    'a grant that was acknowledged and is gone',
    ['stars'],
    ({ stars }) => void stars.grants.push({ account: 'bora', delta: 5, outcome: 'acknowledged' }),
  ],
  [
    'a balance below zero',
    ['stars'],
    ({ stars }) => {
      stars.ledger.push({ id: 'x', account: 'eda', delta: -1, reason: 'gift' });
      stars.grants.push({ account: 'eda', delta: -1, outcome: 'acknowledged' });
      stars.balances.push({ account: 'eda', stars: -1 });
    },
  ],
];

function changeBody(history: History): void {
  history.posts[1] = post(2, { body: 'söz 2' });
  const changed = { ...rowOf(post(2)), seq: 2, id: 'id2x' };
  logIn(history)[1] = { ...changed, at: 0 };
  for (const { rows } of history.readings) if (rows[1]) rows[1] = { ...changed, at: rows[1].at };
}

describe('what is judged by a history', () => {
  it('finds nothing in a good one', () => {
    expect(faultsOf(goodHistory())).toEqual([]);
  });

  it.each(forgeries)('finds %s', (_, kinds, forge) => {
    const history = goodHistory();
    forge(history);
    expect(Object.keys(countsOf(faultsOf(history))).sort()).toEqual([...kinds].sort());
  });

  it('takes a refused message that is there for good when an attempt was never answered', () => {
    const history = goodHistory();
    history.posts[1] = post(2, { outcome: 'refused', wasUnanswered: true, id: null, seq: null });
    expect(faultsOf(history)).toEqual([]);
  });

  it('takes a message for good that was under way when its sender was banned, or when the ban ended', () => {
    const history = goodHistory();
    history.posts[1] = post(2, { by: 'cem', sentAt: 205 });
    history.posts[2] = post(3, { by: 'cem', sentAt: 300, endedAt: 905 });
    expect(faultsOf(history)).toEqual([]);
  });

  it('takes time in proportion to what happened', () => {
    const history = emptyHistory();
    const posts = Array.from({ length: 50_000 }, (_, at) => post(at + 1));
    history.posts.push(...posts);
    history.logs.set('oda', posts.map(rowOf));
    const rows = posts.map((one) => ({ ...rowOf(one), at: one.endedAt }));
    history.readings.push({ reader: 'bora', room: 'oda', isWhole: true, rows, holes: [], disorders: [] });
    history.reads.push(
      ...rows.map(({ at, seq }) => ({ reader: 'eda', room: 'oda', askedAt: at, answeredAt: at, seq })),
    );
    const began = performance.now();
    expect(faultsOf(history)).toEqual([]);
    // Comparing each with each would take minutes.
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('what a disturbance cost', () => {
  const span = { name: 'x', beganAt: 1_000, endedAt: 2_000 };
  const times = (room: string, ...all: number[]) => all.map((at, n) => post(n, { room, sentAt: at - 10, endedAt: at }));

  it('is the longest time in which one room accepted nothing, whatever the others did', () => {
    const busy = times('kahve', 990, 1_200, 1_400, 1_600, 1_800, 2_050);
    expect(longestPause(span, busy)).toBe(250);
    expect(longestPause(span, [...busy, ...times('kitap', 900, 1_100, 1_700, 2_100)])).toBe(600);
    expect(longestPause(span, [...busy, ...times('kitap', 900, 2_800)])).toBe(1_900);
  });

  it('counts the calls that failed within it, and how long the others took', () => {
    const calls = [500, 1_500, 1_600, 2_500].map((at) => ({ what: 'post', at, tookMs: 5, failure: 'unavailable' }));
    const answered = { what: 'post', at: 1_700, tookMs: 5, failure: null };
    const slow = post(7, { sentAt: 1_300, endedAt: 1_900 });
    const cost = costOf(span, [...times('kahve', 1_100, 1_500), slow], [...calls, answered]);
    expect(cost).toMatchObject({ seconds: 1, acknowledged: 3, failed: 2, p50Ms: 10, p99Ms: 600 });
  });
});
