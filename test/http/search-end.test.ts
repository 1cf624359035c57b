/** When a search of messages ends: at its deadline, or when its client has gone. */
import { get } from 'node:http';
import type { RoomSearch } from '#actors/room/commands.js';
import { SEARCH_DEADLINE_MS } from '#src/domain/limits.js';
import { poll } from '../support/time/poll.js';
import { call, person } from './client.js';
import { type HttpFixture, openHttpFixture, openShell, type Shell } from './http-fixture.js';

type IsOver = () => boolean;

describe('a search of messages', () => {
  let fixture: HttpFixture;
  let shell: Shell;
  let token: string;
  let now = 0;
  /** What the search under way asks, and how to let it answer. */
  let underWay: { isOver: IsOver; end(): void } | null = null;

  beforeAll(async () => {
    fixture = await openHttpFixture();
    ({ token } = await person(fixture, 'ada'));
    expect((await call(fixture, 'POST', '/api/rooms', { token, json: { name: 'Kahve', slug: 'kahve' } })).status).toBe(
      201,
    );
    const { node } = fixture.app;
    const lookup: RoomSearch = {
      ...node.lookup,
      search: (...[, , , isOver = () => false]) =>
        new Promise((resolve) => {
          underWay = { isOver, end: () => resolve({ messages: [], nextBeforeSeq: 513 }) };
        }),
    };
    const env = { now: Date.now, monotonic: () => now, uuid: () => crypto.randomUUID(), random: Math.random };
    shell = await openShell(fixture, { lookup, env });
  });
  beforeEach(() => {
    underWay = null;
  });
  afterAll(async () => {
    await shell.close();
    await fixture.close();
  });

  const begun = () => poll(() => underWay !== null, { until: 'the search has begun' });
  const outcomes = async () => {
    const numbers = await fixture.metrics.numbers('meydan_searches_total');
    return Object.fromEntries(numbers.map(({ labels, value }) => [labels.outcome, value]));
  };

  it('is over at its deadline, and answers where it goes on', async () => {
    const answer = call(shell, 'GET', '/api/rooms/kahve/search?q=kahve', { token });
    await begun();
    now += SEARCH_DEADLINE_MS - 1;
    expect(underWay?.isOver()).toBe(false);
    now += 1;
    expect(underWay?.isOver()).toBe(true);
    underWay?.end();
    expect((await answer).body).toEqual({ messages: [], has_more: true, next_before_seq: 513 });
    expect(await outcomes()).toEqual({ deadline: 1 });
  });

  it('is over when its client has gone', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const request = get(`${shell.url}/api/rooms/kahve/search?q=kahve`, { headers });
    request.on('error', () => undefined);
    await begun();
    expect(underWay?.isOver()).toBe(false);
    request.destroy();
    await poll(() => underWay?.isOver() === true, { until: 'the search is over' });
    underWay?.end();
    await poll(async () => (await outcomes()).abandoned === 1, { until: 'it is counted' });
  });
});
