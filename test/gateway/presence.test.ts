/** Who is here: with what grace, on how many devices, and who is told of it. */
import { GRACE_MS, OnlinePresence } from '#http/gateway/user-events/online-presence.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { SkippedTime } from '../support/time/skipped-time.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';
import { roomOf, type Talker, talk } from './talker.js';

describe('the grace of somebody who has gone', () => {
  /** One direct chat of ada and bob, who is here throughout; the store answers in the next round. */
  function scene() {
    const env = new VirtualEnv();
    const here = new Map([['bob', 1]]);
    const told: string[] = [];
    const connection = {
      push: (frame: Buffer) => told.push(/"online":\w+,"last_seen":\w+/.exec(String(frame))?.[0] ?? ''),
    };
    const troubles: unknown[] = [];
    /** How long the store takes for the next questions. */
    const delays: Promise<void>[] = [];
    const presence = new OnlinePresence({
      env,
      cluster: null,
      connections: { isOnline: (account) => (here.get(account) ?? 0) > 0, of: () => [connection] as never },
      memberships: { roomsOf: async () => ['dm'], onlyOtherIn: (_, account) => (account === 'ada' ? 'bob' : null) },
      reader: {
        async getMany(from: string) {
          if (from === 'blocks') return [null, null];
          const delay = delays.shift();
          if (delay) await delay;
          return [{ _id: 'dm', kind: 'dm' }];
        },
      } as never,
      onError: (error) => troubles.push(error),
    });
    return {
      env,
      presence,
      told,
      troubles,
      delays,
      async arrive() {
        here.set('ada', 1);
        presence.connected('ada');
        await settled();
      },
      async leave() {
        here.delete('ada');
        presence.disconnected('ada');
        await settled();
      },
    };
  }
  const settled = async () => {
    for (let round = 0; round < 5; round += 1) await breath();
  };
  const online = '"online":true,"last_seen":null';
  const offline = (at: number) => `"online":false,"last_seen":${at}`;

  it('ends to the millisecond, and tells when they were last here', async () => {
    const { env, presence, told, arrive, leave } = scene();
    await arrive();
    await env.advance(60_000);
    const leftAt = env.now();
    await leave();
    await env.advance(GRACE_MS - 1);
    expect(presence.isOnline('ada')).toBe(true);
    expect(told).toEqual([online]);
    await env.advance(1);
    await settled();
    expect(presence.isOnline('ada')).toBe(false);
    expect(told).toEqual([online, offline(leftAt)]);
  });

  it('makes nothing of somebody who comes back in time', async () => {
    const { env, presence, told, arrive, leave } = scene();
    await arrive();
    for (let again = 0; again < 3; again += 1) {
      await leave();
      await env.advance(GRACE_MS - 1);
      await arrive();
    }
    await env.advance(2 * GRACE_MS);
    await settled();
    expect(presence.isOnline('ada')).toBe(true);
    expect(told).toEqual([online]);
  });

  it('begins anew with the next leaving', async () => {
    const { env, told, arrive, leave } = scene();
    await arrive();
    await leave();
    await env.advance(GRACE_MS / 2);
    await arrive();
    await leave();
    const leftAt = env.now();
    await env.advance(GRACE_MS - 1);
    await settled();
    expect(told).toEqual([online]);
    await env.advance(1);
    await settled();
    expect(told).toEqual([online, offline(leftAt)]);
  });

  it('is not told once it is no longer so: the later word is the last', async () => {
    const { env, presence, told, delays, arrive, leave } = scene();
    await arrive();
    await leave();
    let answer: () => void = () => undefined;
    delays.push(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await env.advance(GRACE_MS);
    expect(presence.isOnline('ada')).toBe(false);
    // The store is still being asked for the peers when they are back.
    await arrive();
    answer();
    await settled();
    expect(presence.isOnline('ada')).toBe(true);
    expect(told).toEqual([online, online]);
  });

  it('leaves no timer behind when the service stops', async () => {
    const { env, presence, arrive, leave } = scene();
    await arrive();
    await leave();
    expect(env.timers).toBe(1);
    presence.stop();
    expect(env.timers).toBe(0);
    await arrive();
    await leave();
    expect(env.timers).toBe(0);
  });
});

onEachEngine('presence', (engine) => {
  describe('over one service', () => {
    const time = new SkippedTime();
    let booted: Booted;
    let people = 0;
    const open: Talker[] = [];
    beforeAll(async () => {
      booted = await bootApp({ settings: engine(), parts: { env: time.env } });
    });
    afterEach(async () => {
      for (const talker of open.splice(0)) talker.close();
      await poll(() => sockets() === 0, { until: 'all sockets are gone' });
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    const somebody = () => booted.person(`biri.${(people += 1)}`);
    const connect = async (person: Person) => {
      const talker = await talk(booted, person);
      open.push(talker);
      return talker;
    };
    const isOnline = ({ accountId }: Person) => booted.app.gateway.presence.isOnline(accountId);
    const of = (person: Person) => (payload: { account_id: string }) => payload.account_id === person.accountId;
    const sockets = () => booted.app.gateway.size;
    /** The server has noticed. */
    async function gone(talker: Talker): Promise<void> {
      const left = sockets() - 1;
      talker.close();
      await poll(() => sockets() === left, { until: 'the socket is gone' });
    }

    /** Two people who have written to each other. */
    async function pair(): Promise<[Person, Person]> {
      const [ada, bob] = [await somebody(), await somebody()];
      const { body } = await booted.ask(ada, 'POST', `/api/dm/${bob.name}`);
      const said = await booted.ask(ada, 'POST', `/api/rooms/${body.room.slug}/messages`, { body: 'selam' });
      expect(said.status).toBe(201);
      return [ada, bob];
    }

    it('is told to the other one of a direct chat, coming and going', async () => {
      const [ada, bob] = await pair();
      const hers = await connect(ada);
      const his = await connect(bob);
      const here = { online: true, last_seen: null };
      expect(await hers.hears('presence', of(bob))).toEqual({ account_id: bob.accountId, ...here });
      const before = time.env.now();
      await gone(his);
      expect(isOnline(bob)).toBe(true);
      time.skip(GRACE_MS);
      const told = await hers.hears('presence', (payload) => of(bob)(payload) && !payload.online);
      expect(told.last_seen).toBeGreaterThanOrEqual(before);
      expect(told.last_seen).toBeLessThanOrEqual(time.env.now() - GRACE_MS);
      expect(isOnline(bob)).toBe(false);
      const { body } = await booted.ask(ada, 'GET', '/api/rooms');
      expect(body.rooms[0].peer).toMatchObject({ id: bob.accountId, online: false });
    });

    it('stays while one device of several stays', async () => {
      const [ada, bob] = await pair();
      const hers = await connect(ada);
      const [phone, desk] = [await connect(bob), await connect(bob)];
      await hers.hears('presence', of(bob));
      await gone(phone);
      time.skip(2 * GRACE_MS);
      await hers.ask('room:close', { room: 'x' });
      expect(isOnline(bob)).toBe(true);
      expect(hers.all('presence').filter(of(bob))).toHaveLength(1);
      await gone(desk);
      time.skip(GRACE_MS);
      await hers.hears('presence', (payload) => of(bob)(payload) && !payload.online);
    });

    it("is nobody else's business: neither of a group, nor across a block", async () => {
      const [ada, bob] = await pair();
      const [cem, eda] = [await somebody(), await somebody()];
      await roomOf(booted, `oda-${people}`, [bob, cem]);
      const [theirs, hers] = [await connect(cem), await connect(ada)];
      expect((await booted.ask(ada, 'PUT', `/api/me/blocks/${bob.accountId}`)).status).toBe(204);
      await connect(bob);
      // Somebody after him, whose coming is told: by then his would have been.
      const [dm] = [(await booted.ask(eda, 'POST', `/api/dm/${ada.name}`)).body.room.slug];
      await booted.ask(eda, 'POST', `/api/rooms/${dm}/messages`, { body: 'selam' });
      await hers.hears('room:new');
      await connect(eda);
      await hers.hears('presence', of(eda));
      await theirs.ask('room:close', { room: 'x' });
      expect(hers.all('presence').filter(of(bob))).toEqual([]);
      expect(theirs.all('presence')).toEqual([]);
      const peerOf = async (person: Person, other: Person) => {
        const { body } = await booted.ask(person, 'GET', '/api/rooms');
        return body.rooms
          .flatMap(({ peer }: { peer?: { id: string } }) => peer ?? [])
          .find(({ id }: { id: string }) => id === other.accountId);
      };
      expect(await peerOf(ada, bob)).toMatchObject({ online: false });
      expect(await peerOf(bob, ada)).toMatchObject({ online: false });
      expect(await peerOf(ada, eda)).toMatchObject({ online: true });
    });

    it('shows in the rows of members', async () => {
      const [ada, bob] = [await somebody(), await somebody()];
      const slug = `uyeler-${people}`;
      await roomOf(booted, slug, [ada, bob]);
      const talker = await connect(bob);
      const online = async () => {
        const { body } = await booted.ask(ada, 'GET', `/api/rooms/${slug}/members`);
        return body.members.map((member: { online: boolean }) => member.online);
      };
      expect(await online()).toEqual([false, true]);
      await gone(talker);
      expect(await online()).toEqual([false, true]);
      time.skip(GRACE_MS);
      expect(await online()).toEqual([false, false]);
    });
  });
});
