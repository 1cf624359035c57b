/** How often an account may report. */
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { report, reportedEvent } from './reported-events.js';

const clock = new TestClock();
let booted: Booted;
let ada: Person;
beforeAll(async () => {
  booted = await bootApp({ settings: { RATE_LIMITS: 'on' }, parts: { env: clock.env } });
  ada = await booted.person('ada');
});
afterAll(() => booted[Symbol.asyncDispose]());

const now = () => ({ at: clock.env.now() });

it('thirty batches a minute are taken, and those that are too long or none do not count', async () => {
  const tooMany = Array.from({ length: 101 }, () => reportedEvent(now()));
  const before = [await report(booted, ada, tooMany), await report(booted, ada, 'none')];
  expect(before.map(({ status }) => status)).toEqual([413, 400]);
  const taken = [];
  for (let batch = 0; batch < 30; batch += 1) taken.push(await report(booted, ada, [reportedEvent(now())]));
  expect(taken.map(({ body }) => body.accepted)).toEqual(Array(30).fill(1));
  const refused = await report(booted, ada, [reportedEvent(now())]);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect((await report(booted, ada, tooMany)).status).toBe(413);
  const bob = await booted.person('bob');
  expect((await report(booted, bob, [reportedEvent(now())])).body.accepted).toBe(1);
  clock.move(60_000);
  expect((await report(booted, ada, [reportedEvent(now())])).status).toBe(200);
});
