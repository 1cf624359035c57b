/** What became of a sponsored item, day by day, as the panel is told. */
import { createDailyCounts, DAY_MS, dayStarts } from '#http/sponsored/daily-counts.js';
import { panelPerson } from '../panel/support/panel-people.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { type Advertisers, advertisers, offered, report, shown } from './support/advertisers.js';

const DAY_OF_TESTS = Date.UTC(2027, 0, 5);

describe('the days of an item', () => {
  let booted: Booted;
  let us: Advertisers;
  let item: string;
  const clock = new TestClock();
  const days = (rest = '', by = us.owner) => booted.ask(by, 'GET', `/api/panel/sponsored/${item}/days${rest}`);

  beforeAll(async () => {
    booted = await bootApp({ parts: { env: clock.env } });
    us = await advertisers(booted);
    item = await shown(booted, us.owner, { budget: 100 });
  }, 60_000);
  afterAll(() => booted[Symbol.asyncDispose]());

  it('add up to the numbers of the item, each on its day', async () => {
    for (const [n, name] of ['ada', 'bob', 'can'].entries()) {
      const reader = await booted.person(name);
      const offer = await offered(booted, reader);
      expect((await report(booted, reader, item, 'impression', offer.token)).status).toBeLessThan(300);
      if (n === 0) await report(booted, reader, item, 'tap', offer.token);
      if (n === 1) expect((await report(booted, reader, item, 'hide', offer.token)).status).toBeLessThan(300);
    }
    const { status, body } = await days();
    expect(status).toBe(200);
    expect(body.hides).toBe(1);
    const sum = (name: 'impressions' | 'clicks') =>
      body.days.reduce((total: number, day: Record<string, number>) => total + Number(day[name]), 0);
    const kept = (await booted.ask(us.owner, 'GET', `/api/panel/sponsored/${item}`)).body.item;
    expect([sum('impressions'), sum('clicks')]).toEqual([3, 1]);
    expect([kept.impressions, kept.clicks]).toEqual([3, 1]);
  });

  it('begin where they are looked at', async () => {
    const there = (await days('?utc_offset=180')).body.days;
    expect((there[0].starts_at + 180 * 60_000) % DAY_MS).toBe(0);
    expect(outcomeOf(await days('?utc_offset=900'))).toContain('400');
    expect(outcomeOf(await days('?utc_offset=x'))).toContain('400');
  });

  it('are for the team that advertises alone', async () => {
    const others = await advertisers(booted);
    expect(outcomeOf(await days('', others.owner))).toBe('404 not_found');
    expect(outcomeOf(await days('', await panelPerson(booted, 'kimse')))).toBe('404 no_organization');
    expect((await booted.ask(null, 'GET', `/api/panel/sponsored/${item}/days`)).status).toBe(401);
  });
});

describe('counting days', () => {
  it('goes on where a store counts no further', async () => {
    // So many rows in each ms of the first minute of the day.
    const [perMs, rows] = [2, 60_000];
    const count = async (
      _: string,
      { gte = 0, lt = 0, limit = 0 }: { gte?: unknown; lt?: unknown; limit?: number },
    ) => {
      const from = Math.max(Number(gte), DAY_OF_TESTS);
      const to = Math.min(Number(lt), DAY_OF_TESTS + rows);
      return Math.min(limit, Math.max(0, to - from) * perMs);
    };
    const daysOf = createDailyCounts({ count });
    const [day] = await daysOf({ item: 'x', starts: [DAY_OF_TESTS], now: DAY_OF_TESTS + 1_000 });
    expect(day).toMatchObject({ impressions: rows * perMs, clicks: rows * perMs });
  });

  it('asks once for a day that is over, and again for one that is not', async () => {
    let asked = 0;
    const daysOf = createDailyCounts({ count: async () => (asked += 1) });
    const starts = [DAY_OF_TESTS - DAY_MS, DAY_OF_TESTS];
    const now = DAY_OF_TESTS + DAY_MS / 2;
    const first = await daysOf({ item: 'x', starts, now });
    expect((await daysOf({ item: 'x', starts, now }))[0]).toEqual(first[0]);
    expect(asked).toBe(6);
  });

  it('goes from the day it was written on to today, and thirty days back at most', () => {
    const now = DAY_OF_TESTS + 3_600_000;
    expect(dayStarts(now - 1, now, 0, 30)).toEqual([DAY_OF_TESTS]);
    expect(dayStarts(now - DAY_MS, now, 0, 30)).toEqual([DAY_OF_TESTS - DAY_MS, DAY_OF_TESTS]);
    expect(dayStarts(0, now, 0, 30)).toHaveLength(30);
    // An hour past midnight in Greenwich, it is still the day before in the west.
    expect(dayStarts(now, now, -120, 30)).toEqual([DAY_OF_TESTS - DAY_MS + 120 * 60_000]);
  });
});
