/** The service as it is now, as operators ask it. */
import { readFileSync } from 'node:fs';
import { consoleLiveEndpoints } from '#src/protocol/console/console-live.js';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';

const KEY = 'a-key-for-operators-of-these-tests';
const SENT = 23;

describe('GET /api/console/live', () => {
  let booted: Booted;
  let ada: Person;
  let slug: string;

  const look = (since?: number | string, key: string | null = KEY): Promise<Answer> =>
    booted.ask(null, 'GET', `/api/console/live${since === undefined ? '' : `?since=${since}`}`, undefined, {
      ...(key && { authorization: `Bearer ${key}` }),
    });
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

  beforeAll(async () => {
    booted = await bootApp({ settings: { CONSOLE_KEY: KEY } });
    ada = await booted.person('ada');
    const made = await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve' });
    slug = made.body.room.slug;
    // What happened before the first look belongs to no step.
    await poll(async () => (await look()).body.series.at.length > 0, { until: 'a step is over', withinMs: 30_000 });
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  it('is for operators alone', async () => {
    expect((await look(0, null)).status).toBe(401);
    expect((await look(0, 'another-key')).status).toBe(401);
    expect((await look(0, ada.accessToken)).status).toBe(401);
    expect((await look('yesterday')).status).toBe(400);
    expect((await look('')).status).toBe(200);
  });

  it('is there in production for those who set a key', async () => {
    const production = { NODE_ENV: 'production', SECRET: '0123456789abcdef0123456789ABCDEF', ALLOW_UNLIMITED: 'yes' };
    await using closed = await bootApp({ settings: production });
    await using open = await bootApp({ settings: { ...production, CONSOLE_KEY: KEY } });
    const headers = { authorization: `Bearer ${KEY}` };
    const answers = [closed, open].map((one) => one.ask(null, 'GET', '/api/console/live', undefined, headers));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 200]);
  });

  it('tells as many messages as were sent, where they were, and what was refused', async () => {
    for (let n = 0; n < SENT; n += 1) {
      const body = { body: `a secret ${n}` };
      expect((await booted.ask(ada, 'POST', `/api/rooms/${slug}/messages`, body)).status).toBe(201);
    }
    for (let n = 0; n < 4; n += 1) await booted.ask(ada, 'GET', '/api/rooms/there-is-none');
    const { body } = await poll(
      async () => {
        const told = await look();
        return sum(told.body.series.messages) >= SENT && told;
      },
      { until: 'all of them are told', withinMs: 30_000 },
    );
    expect(sum(body.series.messages)).toBe(SENT);
    expect(body.rooms[0]).toMatchObject({ slug, kind: 'group', messages: SENT });
    expect(body.errors).toContainEqual({ code: 'room_not_found', count: 4 });
    expect(sum(body.series.rest)).toBeGreaterThanOrEqual(SENT + 4);
    expect(sum(body.series.commits)).toBeGreaterThanOrEqual(SENT);
    expect(body.series.memory_mb.at(-1)).toBeGreaterThan(1);
    expect(body.series.store_ms.at(-1)).toBeGreaterThanOrEqual(0);
    expect(body.nodes).toMatchObject([{ status: 'here', slots: 1024, store: 'ok', cache: 'off' }]);
    expect(JSON.stringify(body)).not.toContain('a secret');
  });

  it('keeps to its shape', async () => {
    const { body } = await look();
    expect(
      consoleLiveEndpoints.live.answers[200]?.shape?.validate(body, { presence: 'required' }).error,
    ).toBeUndefined();
  });

  it('tells only what is new to those who know the rest', async () => {
    const all = (await look()).body;
    const last = all.series.at.at(-1);
    const told = await poll(
      async () => {
        const { body } = await look(last);
        return body.series.at.length > 0 && body;
      },
      { until: 'another step is over', withinMs: 30_000 },
    );
    expect(Math.min(...told.series.at)).toBeGreaterThan(last);
    for (const column of Object.values(told.series)) expect(column).toHaveLength(told.series.at.length);
    expect(told.series.at.every((at: number) => at % told.step_ms === 0)).toBe(true);
  });

  it('shows nobody who talks to whom', async () => {
    const bob = await booted.person('bob');
    const opened = await booted.ask(ada, 'POST', `/api/dm/${bob.name}`);
    expect(opened.status).toBeLessThan(300);
    const dm = opened.body.room.slug;
    expect((await booted.ask(ada, 'POST', `/api/rooms/${dm}/messages`, { body: 'psst' })).status).toBe(201);
    const { body } = await poll(
      async () => {
        const told = await look();
        return told.body.rooms.some(({ kind }: { kind: string }) => kind === 'dm') && told;
      },
      { until: 'the chat is told', withinMs: 30_000 },
    );
    expect(body.rooms.find(({ kind }: { kind: string }) => kind === 'dm').slug).toBeNull();
    expect(JSON.stringify(body)).not.toContain(dm);
  });
});

describe('what is wrong', () => {
  it('is read on under headings that there are', () => {
    const manual = readFileSync('docs/operating.md', 'utf8');
    const anchors = [...manual.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const named = [
      ...readFileSync('src/domain/live/health-findings.ts', 'utf8').matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)+)'/g),
    ];
    expect(named.length).toBeGreaterThan(2);
    for (const [, anchor] of named) expect(anchors).toContain(anchor);
  });
});
