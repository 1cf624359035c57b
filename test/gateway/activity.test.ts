import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { roomOf, type Talker, talk } from './talker.js';

describe('what a socket hears of rooms it has not opened', () => {
  const clock = new TestClock();
  let booted: Booted;
  let [ada, bob, cem] = [] as unknown as [Person, Person, Person];
  let talkers: Talker[] = [];

  beforeAll(async () => {
    booted = await bootApp({ parts: { env: clock.env } });
    [ada, bob, cem] = [await booted.person('ada'), await booted.person('bob'), await booted.person('cem')];
  });
  afterEach(() => {
    for (const talker of talkers) talker.close();
    talkers = [];
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const on = async (person: Person): Promise<Talker> => {
    const talker = await talk(booted, person);
    talkers.push(talker);
    return talker;
  };
  const activityOf = (talker: Talker, room: string) => talker.all('room:activity').filter((told) => told.room === room);

  it('room:activity tells the newest row, shortened, and whether somebody meant you', async () => {
    await roomOf(booted, 'busy', [ada, bob, cem]);
    const [adaTalks, bobTalks, cemTalks] = [await on(ada), await on(bob), await on(cem)];
    await adaTalks.ask('room:open', { room: 'busy' });
    const { message } = await adaTalks.ask('message:new', { room: 'busy', body: `@bob ${'ş'.repeat(200)}` });
    const told = await bobTalks.hears('room:activity', ({ room }) => room === 'busy');
    expect(told).toEqual({
      room: 'busy',
      seq: message.seq,
      mention: true,
      last_message: { ...message, body: `@bob ${'ş'.repeat(115)}` },
    });
    expect(await cemTalks.hears('room:activity', ({ room }) => room === 'busy')).toMatchObject({ mention: false });
    expect(adaTalks.all('room:activity')).toEqual([]);
    expect(bobTalks.ofRoom('busy')).toEqual([]);
  });

  it('is told once at once, then at most once a second with what came together', async () => {
    await roomOf(booted, 'flood', [ada, bob]);
    const [adaTalks, bobTalks] = [await on(ada), await on(bob)];
    const startedAt = performance.now();
    let last = 0;
    for (let index = 0; index < 40; index += 1) {
      const body = index === 20 ? 'hey @bob' : `${index}`;
      last = (await adaTalks.ask('message:new', { room: 'flood', body })).message.seq;
    }
    await bobTalks.hears('room:activity', ({ room, seq }) => room === 'flood' && seq === last);
    const told = activityOf(bobTalks, 'flood');
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect(told.filter(({ mention }) => mention)).toHaveLength(1);
  });

  it('follows people as they join and leave, on sockets that were there before', async () => {
    await roomOf(booted, 'in-and-out', [ada]);
    const [adaTalks, cemTalks] = [await on(ada), await on(cem)];
    const say = (body: string) => adaTalks.ask('message:new', { room: 'in-and-out', body });
    await say('nobody else is here');
    await booted.ask(cem, 'POST', '/api/rooms/in-and-out/join', {});
    await say('welcome');
    await cemTalks.hears('room:activity', ({ room }) => room === 'in-and-out');
    await booted.ask(cem, 'POST', '/api/rooms/in-and-out/leave', {});
    await cemTalks.hears('room:gone', ({ room }) => room === 'in-and-out');
    const heard = activityOf(cemTalks, 'in-and-out').length;
    const { message } = await say('goodbye');
    await adaTalks.hears('room:activity', ({ room, seq }) => room === 'in-and-out' && seq >= message.seq);
    expect(activityOf(cemTalks, 'in-and-out')).toHaveLength(heard);
  });

  it('shows newcomers no row from before they came, where history is cut', async () => {
    await roomOf(booted, 'cut', [ada], { historyForNewMembers: false, eventsVisibility: 'all' });
    const [adaTalks, cemTalks] = [await on(ada), await on(cem)];
    await adaTalks.ask('message:new', { room: 'cut', body: 'SECRET' });
    await booted.ask(cem, 'POST', '/api/rooms/cut/join', {});
    const told = await cemTalks.hears('room:activity', ({ room }) => room === 'cut');
    expect(told).toMatchObject({ last_message: null });
    await adaTalks.ask('message:new', { room: 'cut', body: 'welcome' });
    await cemTalks.hears('room:activity', ({ room, last_message }) => room === 'cut' && last_message !== null);
    const later = await on(cem);
    await adaTalks.ask('message:new', { room: 'cut', body: 'and again' });
    await later.hears('room:activity', ({ room }) => room === 'cut');
    expect(JSON.stringify([cemTalks.heard, later.heard])).not.toContain('SECRET');
  });

  it('tells admins alone of rows that only they may see', async () => {
    await roomOf(booted, 'for-admins', [ada, bob], { eventsVisibility: 'admins' });
    const [adaTalks, bobTalks] = [await on(ada), await on(bob)];
    await poll(() => booted.app.gateway.size === 2, { until: 'both are here' });
    await booted.ask(cem, 'POST', '/api/rooms/for-admins/join', {});
    await adaTalks.hears('room:activity', ({ room }) => room === 'for-admins');
    expect(activityOf(bobTalks, 'for-admins')).toEqual([]);
  });

  it('typing is shown to the others who have the room open, once in three seconds; its end at once', async () => {
    await roomOf(booted, 'typing', [ada, bob, cem]);
    const [adaTalks, bobTalks, cemTalks] = [await on(ada), await on(bob), await on(cem)];
    expect((await adaTalks.ask('typing', { room: 'typing', on: true })).ok).toBe(false);
    for (const talker of [adaTalks, bobTalks]) await talker.ask('room:open', { room: 'typing' });
    for (let again = 0; again < 3; again += 1) await adaTalks.ask('typing', { room: 'typing', on: true });
    const told = await bobTalks.hears('typing');
    expect(told).toEqual({ room: 'typing', account_id: ada.accountId, username: 'ada', on: true });
    await bobTalks.ask('typing', { room: 'typing', on: true });
    await adaTalks.hears('typing', ({ username }) => username === 'bob');
    // Real time goes on as well: the margin is what this machine may take for a few acks.
    clock.move(500);
    await adaTalks.ask('typing', { room: 'typing', on: true });
    await adaTalks.ask('message:new', { room: 'typing', body: 'a mark' });
    await bobTalks.hears('message:new');
    expect(bobTalks.all('typing')).toHaveLength(1);
    await adaTalks.ask('typing', { room: 'typing', on: false });
    await bobTalks.hears('typing', ({ on: isOn }) => isOn === false);
    clock.move(2_500);
    await adaTalks.ask('typing', { room: 'typing', on: true });
    await poll(() => bobTalks.all('typing').length === 3, { until: 'it is shown again' });
    expect(adaTalks.all('typing').filter(({ username }) => username === 'ada')).toEqual([]);
    expect(cemTalks.all('typing')).toEqual([]);
  });
});
