import type { Connection } from '#http/gateway/connection/connection.js';
import type { Done } from '#http/gateway/inbound/operation.js';
import { PageReads } from '#http/gateway/rooms/page-reads.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

interface Page {
  state: 'waiting' | 'started' | 'refused';
  finish: (bytes?: number) => void;
}

type Client = Connection & { isClosed: boolean; isShut: boolean; tcp: { writableLength: number } };

/** A connection of which only this is known: whose it is, and how much of what it was handed has not been taken. */
function connect(accountId = 'ada', sessionId = `${accountId}-phone`): Client {
  const tcp = { writableLength: 0 };
  const caller = { accountId, sessionId };
  return {
    tcp,
    caller,
    isClosed: false,
    isShut: false,
    get unsentBytes() {
      return tcp.writableLength;
    },
  } as unknown as Client;
}

describe('pages that a connection asks for', () => {
  let env: VirtualEnv;
  let reads: PageReads;
  let client: Client;
  const little = { reads: 100, bytes: 100_000_000 };

  beforeEach(() => {
    env = new VirtualEnv();
    reads = new PageReads(env);
    client = connect();
  });

  function ask(from = client): Page {
    const page: Page = { state: 'waiting', finish: () => undefined };
    const read = () => {
      page.state = 'started';
      return new Promise<Done>((resolve) => {
        page.finish = (bytes = 100) => resolve({ fields: 'x'.repeat(bytes) });
      });
    };
    reads.use(from, read).catch(() => {
      page.state = 'refused';
    });
    return page;
  }

  const states = async (pages: Page[]): Promise<string> => {
    for (let step = 0; step < 5; step += 1) {
      await env.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return pages.map(({ state }) => state[0]).join('');
  };
  /** Small pages teach that more of them may be made at once. */
  const learnSmallPages = async (from = client) => {
    for (let page = 0; page < 8; page += 1) {
      const small = ask(from);
      await states([small]);
      small.finish();
    }
    await states([]);
  };

  it('are made four at a time while they are small, in the order they were asked for', async () => {
    await learnSmallPages();
    const pages = Array.from({ length: 6 }, () => ask());
    expect(await states(pages)).toBe('ssssww');
    pages[2]?.finish();
    expect(await states(pages)).toBe('sssssw');
    pages[0]?.finish();
    expect(await states(pages)).toBe('ssssss');
  });

  it('that end together are charged once, and what was taken is given back', async () => {
    await learnSmallPages();
    let [unsent, isArmed] = [0, false];
    // Between the two looks that follow the two pages, the first answer comes to stand before the network.
    const look = () => {
      const was = unsent;
      if (isArmed) [unsent, isArmed] = [250_000, false];
      return was;
    };
    Object.defineProperty(client.tcp, 'writableLength', { get: look });
    for (let round = 0; round < 12; round += 1) {
      const pair = [ask(), ask()];
      expect(await states(pair)).toBe('ss');
      isArmed = true;
      for (const { finish } of pair) finish();
      await states(pair);
      unsent = 0;
      await states(pair);
    }
    expect(await states([ask(), ask(connect('ada', 'ada-desk'))])).toBe('ss');
  });

  it('are made one at a time while they are large', async () => {
    const first = ask();
    await states([first]);
    first.finish(400_000);
    const pages = [ask(), ask(), ask()];
    expect(await states(pages)).toBe('sww');
    pages[0]?.finish(400_000);
    expect(await states(pages)).toBe('ssw');
  });

  it('wait while the connection has not taken what it was sent', async () => {
    client.tcp.writableLength = 262_145;
    const page = ask();
    expect(await states([page])).toBe('w');
    client.tcp.writableLength = 262_144;
    expect(await states([page])).toBe('s');
  });

  it('are not made any more once the connection has gone, and cost nobody anything', async () => {
    const pages = Array.from({ length: 250 }, () => ask());
    const before = await states(pages);
    client.isClosed = true;
    reads.ended(client);
    expect(await states(pages)).toBe(before.replaceAll('w', 'r'));
    for (const { finish } of pages) finish();
    expect(await states([ask()])).toBe('r');
    await env.advance(1_000);
    expect(env.timers).toBe(0);
  });

  it('are not made any more once the connection was told to go', async () => {
    client.tcp.writableLength = 1_000_000;
    const page = ask();
    client.isShut = true;
    expect(await states([page])).toBe('r');
    client.isClosed = true;
    await env.advance(1_000);
    expect(env.timers).toBe(0);
  });

  it('share the reads of a session and of an account', async () => {
    reads = new PageReads(env, { session: { ...little, reads: 2 }, account: { ...little, reads: 3 }, node: little });
    const session = Array.from({ length: 3 }, () => connect('ada', 'phone'));
    const pages = session.map((from) => ask(from));
    expect(await states(pages)).toBe('ssw');
    const others = [ask(connect('ada', 'tablet')), ask(connect('ada', 'laptop')), ask(connect('bob'))];
    expect(await states(others)).toBe('sws');
    pages[0]?.finish();
    expect(await states([...pages, ...others])).toBe('ssssws');
    pages[1]?.finish();
    expect(await states([...pages, ...others])).toBe('ssssss');
  });

  it('wait while the other connections of the account have not taken what they were sent', async () => {
    reads = new PageReads(env, { session: little, account: { ...little, bytes: 1_000 }, node: little });
    const [phone, tablet] = [connect('ada', 'phone'), connect('ada', 'tablet')];
    const first = ask(phone);
    await states([first]);
    phone.tcp.writableLength = 1_001;
    first.finish();
    await states([first]);
    const pages = [ask(tablet), ask(connect('bob'))];
    expect(await states(pages)).toBe('ws');
    phone.tcp.writableLength = 1_000;
    expect(await states(pages)).toBe('ss');
  });

  it('are made for whoever takes them, one at a time, while the node has too much unsent', async () => {
    reads = new PageReads(env, { session: little, account: little, node: { ...little, bytes: 1_000 } });
    const first = ask();
    await states([first]);
    client.tcp.writableLength = 1_001;
    first.finish();
    await states([first]);
    const bob = connect('bob');
    const pages = [ask(), ask(bob), ask(bob)];
    expect(await states(pages)).toBe('wsw');
    pages[1]?.finish();
    expect(await states(pages)).toBe('wss');
  });

  it('says to one that has ended that it is too late', async () => {
    client.isClosed = true;
    const read = async (): Promise<Done> => ({ fields: '' });
    await expect(reads.use(client, read)).rejects.toMatchObject({ refusal: { code: 'unavailable' } });
  });
});
