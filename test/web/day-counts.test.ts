import { type Counted, countDays, DAYS, firstDay } from '#web/rooms/admin/day-counts.js';

const noon = new Date(2026, 10, 21, 12).getTime();
const daysAgo = (days: number, hour = 12): number => new Date(2026, 10, 21 - days, hour).getTime();

const said = (at: number, deleted = false): Counted => ({
  kind: 'text',
  event: null,
  inserted_at: at,
  deleted_at: deleted ? at : null,
});
const happened = (type: string, at: number): Counted => ({
  kind: 'event',
  inserted_at: at,
  deleted_at: null,
  event: { type, username: 'ada', actor: null, data: {} } as Counted['event'],
});

describe('what happened by day', () => {
  it('counts messages that are there, comings and goings, each on its day', () => {
    const rows = [
      said(noon),
      said(noon, true),
      happened('message_pinned', noon),
      happened('member_banned', daysAgo(1)),
      happened('member_left', daysAgo(1)),
      happened('member_joined', daysAgo(2, 23)),
      said(daysAgo(2, 0)),
      said(daysAgo(DAYS)),
    ];
    const days = countDays(rows, true, noon);
    expect(days).toHaveLength(DAYS);
    expect(days[0]?.at).toBe(firstDay(noon));
    expect(days.slice(-3)).toEqual([
      { at: daysAgo(2, 0), messages: 1, came: 1, left: 0 },
      { at: daysAgo(1, 0), messages: 0, came: 0, left: 2 },
      { at: daysAgo(0, 0), messages: 1, came: 0, left: 0 },
    ]);
    expect(days.reduce((sum, { messages }) => sum + messages, 0)).toBe(2);
  });

  it('leaves out days of which older rows were not read, but never today', () => {
    expect(countDays([said(noon), said(daysAgo(2))], false, noon).map(({ at }) => at)).toEqual([
      daysAgo(1, 0),
      daysAgo(0, 0),
    ]);
    expect(countDays([said(noon)], false, noon).map(({ at }) => at)).toEqual([daysAgo(0, 0)]);
  });

  it('keeps its days apart where a day has 23 or 25 hours', () => {
    const inSpring = new Date(2026, 3, 2, 9).getTime();
    const starts = countDays([], true, inSpring).map(({ at }) => new Date(at));
    expect(starts.map((start) => start.getHours())).toEqual(starts.map(() => 0));
    expect(new Set(starts.map((start) => start.toDateString())).size).toBe(DAYS);
  });
});
