/** Who is online, among several nodes: who is asked, who is told, and who is not. */
import { Connections } from '#http/gateway/connection/connections.js';
import { GRACE_MS, OnlinePresence } from '#http/gateway/user-events/online-presence.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { wired } from './wired-connection.js';

const dms = [
  { _id: 'ada:bob', greater: 'bob', room: 'r1' },
  { _id: 'ada:cem', greater: 'cem', room: 'r2' },
];

interface Given {
  isAlone?: boolean;
  /** Accounts that another node has. */
  elsewhere?: string[];
  blocked?: string[];
  kind?: string;
  fails?: boolean;
}

/** ada has direct chats with bob, who is here, and cem, who is not. */
function scene({ isAlone = false, elsewhere = [], blocked = [], kind = 'dm', fails = false }: Given = {}) {
  const env = new VirtualEnv();
  const connections = new Connections();
  const bob = wired('bob');
  connections.add(bob.connection);
  const sent: unknown[] = [];
  const errors: unknown[] = [];
  const userEvents = {
    join: async (who: string) => void sent.push(['join', who]),
    leave: async (who: string) => void sent.push(['leave', who]),
    joinedElsewhere: async (who: string[]) => {
      sent.push(['asked', ...who]);
      if (fails) throw new Error('down');
      return new Set(who.filter((each) => elsewhere.includes(each.slice('account:'.length))));
    },
    publish: (to: string, event: unknown) => void sent.push(['publish', to, event]),
    publishToPrevious: (event: unknown) => void sent.push(['previous', event]),
  };
  const reader = {
    range: async (_: string, { index }: { index: string }) => (index === '_id' ? dms : []),
    getMany: async (from: string, ids: string[]) =>
      ids.map((id) => {
        if (from === 'blocks') return blocked.includes(id) ? { _id: id, active: true } : null;
        return { _id: id, kind };
      }),
  };
  const presence = new OnlinePresence({
    env,
    connections,
    memberships: {
      roomsOf: async () => ['r1', 'r2', 'group'],
      onlyOtherIn: (room: string) => ({ r1: 'bob', r2: 'cem' })[room] ?? null,
    },
    reader,
    cluster: isAlone ? null : { userEvents, onMessagesLost: () => () => undefined },
    onError: (error: unknown) => void errors.push(error),
  } as unknown as ConstructorParameters<typeof OnlinePresence>[0]);
  const settled = async () => {
    for (let round = 0; round < 8; round += 1) await breath();
  };
  return { env, connections, presence, bob, sent, errors, settled };
}

const told = (lastSeen: number | null) => [
  'presence',
  { account_id: 'ada', online: lastSeen === null, last_seen: lastSeen },
];
const eventTo = (to: string, roomId: string, lastSeen: number | null) => [
  'publish',
  `account:${to}`,
  { to, type: 'peer:presence', accountId: 'ada', roomId, lastSeen },
];

describe('an account that comes to a node', () => {
  it('is told of to its peers while its socket is here', async () => {
    const { connections, presence, bob, settled } = scene({ isAlone: true });
    connections.add(wired('ada').connection);
    presence.connected('ada');
    await settled();
    expect(bob.heard()).toEqual([told(null)]);
  });

  it('and goes as the gateway is closed leaves no timer', () => {
    const { env, presence } = scene({ isAlone: true });
    presence.stop();
    presence.disconnected('ada');
    expect([env.timers, presence.isOnline('ada')]).toEqual([0, false]);
  });

  it('is heard of there first, then by its peers here and at the nodes that have them', async () => {
    const { presence, bob, sent, settled } = scene({ elsewhere: ['cem'] });
    expect(presence.connected('ada')).toBeInstanceOf(Promise);
    await settled();
    expect(bob.heard()).toEqual([told(null)]);
    expect(sent).toEqual([
      ['join', 'account:ada'],
      ['asked', 'account:ada'],
      ['asked', 'account:bob', 'account:cem'],
      eventTo('cem', 'r2', null),
      ['previous', { to: 'ada', type: 'presence', lastSeen: null }],
    ]);
  });

  it('that another node has is told of to nobody', async () => {
    const { presence, bob, settled, sent } = scene({ elsewhere: ['ada'] });
    presence.connected('ada');
    await settled();
    expect([bob.heard(), sent.length]).toEqual([[], 2]);
  });

  it('needs no other nodes', async () => {
    const { presence, bob, settled, sent } = scene({ isAlone: true });
    expect(presence.connected('ada')).toBeNull();
    await settled();
    expect([bob.heard(), sent]).toEqual([[told(null)], []]);
    expect(await presence.onlineAmong(['bob', 'cem'])).toEqual(new Set(['bob']));
  });

  it.each([
    ['whom it has blocked', { blocked: ['ada:bob'] }],
    ['who has blocked it', { blocked: ['bob:ada'] }],
    ['with whom it shares a group alone', { kind: 'group' }],
  ])('is not told to those %s', async (_, given) => {
    const { presence, bob, settled } = scene(given);
    presence.connected('ada');
    await settled();
    expect(bob.heard()).toEqual([]);
  });

  it('is a failure that is told when it cannot be found out', async () => {
    const { presence, bob, errors, settled } = scene({ fails: true });
    presence.connected('ada');
    await settled();
    expect([bob.heard(), errors.length]).toEqual([[], 1]);
  });
});

describe('an account that leaves a node', () => {
  it('is told of after its grace, with when it was last here', async () => {
    const { env, presence, bob, sent, settled } = scene({ elsewhere: ['cem'] });
    const leftAt = env.now();
    presence.disconnected('ada');
    await env.advance(GRACE_MS - 1);
    expect([presence.isOnline('ada'), sent]).toEqual([true, []]);
    await env.advance(1);
    await settled();
    expect([presence.isOnline('ada'), bob.heard(), sent[0]]).toEqual([false, [told(leftAt)], ['leave', 'account:ada']]);
    expect(sent).toContainEqual(eventTo('cem', 'r2', leftAt));
    expect(sent.at(-1)).toEqual(['previous', { to: 'ada', type: 'presence', lastSeen: leftAt }]);
  });

  it('waits for each account by itself', async () => {
    const { env, presence, settled, sent } = scene();
    presence.disconnected('ada');
    await env.advance(4_000);
    presence.disconnected('eda');
    await env.advance(GRACE_MS - 4_000);
    await settled();
    expect([presence.isOnline('ada'), presence.isOnline('eda')]).toEqual([false, true]);
    await env.advance(4_000);
    await settled();
    expect(presence.isOnline('eda')).toBe(false);
    expect(sent.filter((each) => (each as string[])[0] === 'leave')).toHaveLength(2);
  });
});

describe('who is online among some', () => {
  it('are those here, those in their grace, and those whom other nodes have; only the rest is asked for', async () => {
    const { presence, sent } = scene({ elsewhere: ['cem'] });
    presence.disconnected('ada');
    expect(await presence.onlineAmong(['ada', 'bob', 'cem', 'eda'])).toEqual(new Set(['ada', 'bob', 'cem']));
    expect(sent).toEqual([['asked', 'account:cem', 'account:eda']]);
    sent.length = 0;
    expect([await presence.onlineAmong(['bob']), sent]).toEqual([new Set(['bob']), []]);
  });
});

describe('what other nodes say of an account', () => {
  it('is told to its peers here', async () => {
    const { presence, bob, settled } = scene();
    presence.remoteChanged('ada', 5);
    await settled();
    presence.peerChanged({ to: 'bob', type: 'peer:presence', accountId: 'ada', roomId: 'r1', lastSeen: null });
    await settled();
    expect(bob.heard()).toEqual([told(5), told(null)]);
  });

  it('is told to nobody whose chat with it is not in both lists', async () => {
    const { presence, bob, settled } = scene();
    presence.peerChanged({ to: 'bob', type: 'peer:presence', accountId: 'ada', roomId: 'r2', lastSeen: null });
    await settled();
    expect(bob.heard()).toEqual([]);
  });

  it('is not told of leaving while it is here', async () => {
    const { presence, connections, bob, settled } = scene();
    connections.add(wired('ada').connection);
    presence.remoteChanged('ada', 5);
    await settled();
    expect(bob.heard()).toEqual([]);
  });
});
