/** The gateway as a whole: what its parts are told, by whom, and what of it ends when it is closed. */
import { gatewayScene } from './gateway-scene.js';

const closedWith = (reason: string) => ['session:closed', { reason }];
const renamed = { to: 'ada', type: 'username', username: 'yeni' };
const ended = { to: 'ada', type: 'session:closed', sessionIds: ['phone'], reason: 'session_closed' };

describe('a gateway', () => {
  it('lets a client in, and tells it where it is', async () => {
    const { gateway, connect, env, of } = gatewayScene();
    const peer = await connect('ada');
    const [, connected, ready] = peer.heard();
    expect(connected).toMatch(/^40\{"sid":"[0-9a-f-]{36}"\}$/);
    expect(ready).toEqual([
      'ready',
      expect.objectContaining({
        account_id: 'ada',
        session_id: 'phone',
        node: 'n1',
        epoch: 'e1',
        server_time: env.now(),
      }),
    ]);
    expect([gateway.size, gateway.presence.isOnline('ada'), gateway.presence.isOnline('bob')]).toEqual([
      1,
      true,
      false,
    ]);
    expect([...(await gateway.presence.onlineAmong(['ada', 'bob']))]).toEqual(['ada']);
    peer.terminate();
    expect([gateway.size, of('closed')]).toEqual([0, [['closed', 'transport close']]]);
    await gateway.close();
  });

  it('has a name of its own where it was given none', async () => {
    const { connect, gateway } = gatewayScene({ deps: () => ({ node: undefined }) });
    const ready = (await connect('ada')).heard()[2];
    expect(ready).toEqual(['ready', expect.objectContaining({ node: expect.stringMatching(/^[0-9a-f]{8}$/) })]);
    await gateway.close();
  });

  it('carries out what a client asks, and counts its messages', async () => {
    const { connect, gateway, of, settled } = gatewayScene();
    const peer = await connect('ada');
    peer.heard();
    for (let at = 0; at < 21; at += 1) peer.says('421["message:new",{"room":"kahve","body":"selam"}]');
    for (const name of ['room:close', 'session:renew', 'message:react']) peer.says(`42["${name}",{}]`);
    await settled();
    expect(of('refused').filter(([, , code]) => code === 'rate_limited')).toHaveLength(1);
    expect(of('refused').some(([, , code]) => code === 'unknown_operation')).toBe(false);
    expect(of('began')).toHaveLength(24);
    await gateway.close();
  });

  it('counts no messages where limits are off', async () => {
    const { connect, gateway, of, settled } = gatewayScene({ config: { rateLimits: false } });
    const peer = await connect('ada');
    for (let at = 0; at < 30; at += 1) peer.says('421["message:new",{"room":"kahve","body":"selam"}]');
    await settled();
    expect([of('refused').some(([, , code]) => code === 'rate_limited'), of('refused').length]).toEqual([false, 30]);
    await gateway.close();
  });

  it('ends the sockets of an account that is suspended, and says why', async () => {
    const { gateway, connect } = gatewayScene();
    const [phone, laptop, other] = [await connect('ada'), await connect('ada', 'laptop'), await connect('bob')];
    for (const peer of [phone, laptop, other]) peer.heard();
    gateway.suspended('ada');
    expect([phone.heard(), laptop.heard(), other.heard()]).toEqual([
      [closedWith('account_suspended')],
      [closedWith('account_suspended')],
      [],
    ]);
    expect([phone.isCut, laptop.isCut, other.isCut]).toEqual([true, true, false]);
    await gateway.close();
  });

  it('counts the connected members of a room', async () => {
    const { gateway, stored, connect } = gatewayScene();
    for (const account of ['ada', 'bob']) {
      stored.set(`members of ${account}`, [{ room: 'r1', account, role: 'member', present: true, rev: 1 }]);
      await connect(account);
    }
    expect([gateway.audienceOf('r1'), gateway.audienceOf('r2')]).toEqual([2, 0]);
    await gateway.close();
  });

  it('closes the sockets of a session that has ended unheard', async () => {
    const { env, gateway, stored, connect } = gatewayScene();
    const peer = await connect('ada');
    stored.delete('sessions phone');
    await env.advance(30_000);
    expect(peer.heard()).toContainEqual(closedWith('session_closed'));
    await gateway.close();
  });

  it('warns and closes sockets whose token ends', async () => {
    const { env, gateway, connect } = gatewayScene({ tokenMs: 90_000 });
    const peer = await connect('ada');
    await env.advance(31_000);
    expect(peer.heard()).toContainEqual(['session:expiring', expect.anything()]);
    await env.advance(60_000);
    expect(peer.isCut).toBe(true);
    await gateway.close();
  });

  it('says of a slow consumer which connection it was', async () => {
    const { env, gateway, connect, tell, of } = gatewayScene();
    const peer = await connect('ada');
    peer._socket.writableLength = 2_000_000;
    await tell('here', { to: 'ada', type: 'stars' });
    expect(of('info')).toEqual([
      ['info', { connectionId: expect.stringMatching(/^[0-9a-f]{8}-1$/) }, expect.any(String)],
    ]);
    await env.advance(2_000);
    expect(peer.isCut).toBe(true);
    await gateway.close();
  });
});

describe('the events of accounts', () => {
  it('come from the actors of this node and go to its sockets, and nowhere else where it is alone', async () => {
    const { gateway, connect, tell, of, listeners } = gatewayScene();
    const peer = await connect('ada');
    await tell('here', ended);
    expect([peer.isCut, of('publish', 'publishToAll').length, listeners.here.size]).toEqual([true, 0, 1]);
    await gateway.close();
  });

  it('go to the other nodes once, and come from there without going back', async () => {
    const { gateway, connect, tell, of } = gatewayScene({ hasNodes: true });
    const [ada, bob] = [await connect('ada'), await connect('bob', 'laptop')];
    await tell('here', renamed);
    expect(of('publishToAll')).toEqual([['publishToAll', renamed]]);
    await tell('there', ended);
    await tell('there', { ...ended, to: 'bob', sessionIds: ['laptop'] });
    expect([ada.isCut, bob.isCut, of('publishToAll').length]).toEqual([true, true, 1]);
    await gateway.close();
  });

  it('of which some may be lost make it read the sessions and the rooms of its accounts again', async () => {
    const { env, gateway, stored, connect, loseMessages } = gatewayScene({ hasNodes: true });
    const peer = await connect('ada');
    await connect('bob', 'laptop');
    stored.delete('sessions phone');
    stored.set('members of bob', [{ room: 'r1', account: 'bob', role: 'member', present: true, rev: 1 }]);
    await loseMessages();
    await env.advance(100);
    expect([peer.heard().at(-1), gateway.audienceOf('r1')]).toEqual([closedWith('session_closed'), 1]);
    await gateway.close();
  });

  it('are still published when it is closed, and heard no more', async () => {
    const { gateway, connect, tell, of, listeners, lost } = gatewayScene({ hasNodes: true });
    const peer = await connect('ada');
    await gateway.close();
    expect([peer.isCut, listeners.there.size, lost.size]).toEqual([true, 0, 0]);
    await tell('here', renamed);
    expect(of('publishToAll')).toEqual([['publishToAll', renamed]]);
  });
});

describe('a gateway that ends', () => {
  it('tells its sockets, closes them and lets nobody in any more, when it drains', async () => {
    const { env, gateway, connect, of } = gatewayScene();
    const peer = await connect('ada');
    const drained = gateway.drain();
    const late = await connect('bob', 'laptop');
    expect(of('refused')).toEqual([['refused', 'socket', 'unavailable']]);
    expect(String(late.heard().at(-1))).toMatch(/^44\{.*"unavailable"/);
    await env.advance(2_000);
    await env.until(drained, 10_000);
    expect(peer.heard()).toContainEqual(['server:draining', { retry_after_ms: expect.any(Number) }]);
    expect([peer.isCut, gateway.size]).toEqual([true, 0]);
    await gateway.close();
  });

  it('lets them come back, when it sends them elsewhere alone', async () => {
    const { env, gateway, connect } = gatewayScene();
    const peer = await connect('ada');
    await env.until(gateway.sendElsewhere(), 10_000);
    expect(peer.heard()).toContainEqual(['server:draining', expect.anything()]);
    await connect('ada');
    expect([peer.isCut, gateway.size]).toEqual([true, 1]);
    await gateway.close();
  });

  it('has no timer left and no socket', async () => {
    const { env, gateway, stored, watched, connect, of, tell } = gatewayScene({ hasNodes: true });
    stored.set('members of ada', [{ room: 'r1', account: 'ada', role: 'member', present: true, rev: 1 }]);
    const [ada, bob] = [await connect('ada'), await connect('bob', 'laptop')];
    bob.terminate();
    watched.get('r1')?.({
      room: 'r1',
      slug: 'kahve',
      seq: 3,
      announcements: [],
      moves: [{ account: 'ada', role: null, historyFrom: 0 }],
      activity: { row: null, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false },
    });
    await tell('there', { to: 'ada', type: 'stars' });
    await gateway.close();
    const late = await connect('cem', 'tablet');
    expect([ada.isCut, of('engine closed').length, env.timers]).toEqual([true, 1, 0]);
    expect(of('refused')).toEqual([['refused', 'socket', 'unavailable']]);
    late.terminate();
  });
});

describe('what a gateway could not read', () => {
  const dm = { to: 'ada', type: 'room:new', room: { id: 'r1', kind: 'dm' } };
  const item = { room: 'r1', slug: 'kahve', moves: [], announcements: [], activity: null, seq: 3 };
  const activity = { row: null, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false };

  it.each<[string, object | null]>([
    ['direct chat broadcast failed', dm],
    ['star balance read failed', { to: 'ada', type: 'stars' }],
    ['avatar broadcast failed', { to: 'ada', type: 'face' }],
    ['presence broadcast failed', { to: 'bob', type: 'presence', lastSeen: 5 }],
    ['session recheck failed', null],
    ['membership read failed', { to: 'ada', type: 'membership', roomId: 'r1', slug: 'kahve', member: true }],
  ])('is a warning that says so: %s', async (message, event) => {
    const state = { isDown: false };
    const down = async (found: unknown) => {
      if (state.isDown) throw new Error('it is down');
      return found;
    };
    const { env, gateway, connect, tell, of } = gatewayScene({
      deps: () => ({
        rooms: { ask: () => down(null) },
        reader: {
          get: () => down(null),
          getMany: (_: string, ids: string[]) => down(ids.map(() => ({ expiresAt: Number.POSITIVE_INFINITY }))),
          range: () => down([]),
        },
      }),
    });
    await connect('ada');
    state.isDown = true;
    if (event) await tell('here', event);
    else await env.advance(15_000);
    expect(of('warn')[0]).toEqual(['warn', { err: expect.objectContaining({ message: 'it is down' }) }, message]);
    await gateway.close();
  });

  it('of a stream is one too', async () => {
    const { gateway, stored, watched, connect, of, settled } = gatewayScene({
      deps: ({ fails }) => ({ rooms: { ask: fails } }),
    });
    stored.set('members of ada', [{ room: 'r1', account: 'ada', role: 'member', present: true, rev: 1 }]);
    await connect('ada');
    watched.get('r1')?.({ ...item, activity });
    watched.get('r1')?.({ ...item, seq: 9, isPlace: true });
    await settled();
    expect(of('warn')).toEqual([['warn', { err: expect.any(Error) }, 'stream repair failed']]);
    await gateway.close();
  });
});
