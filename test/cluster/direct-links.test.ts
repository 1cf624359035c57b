/** What nodes say to each other over connections of their own, and the other way that they take without one. */
import { connect, type Socket } from 'node:net';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Carrier } from '#src/cluster/carrier.js';
import { DirectCarrier } from '#src/cluster/direct/direct-carrier.js';
import { FrameDecrypter, FrameEncrypter } from '#src/cluster/direct/encrypted-frames.js';
import { MessageTransport } from '#src/cluster/message-transport.js';
import { startProxy } from '../support/servers/proxy.js';
import { poll } from '../support/time/poll.js';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const HOST = '127.0.0.1';

type Handler = (from: string, text: string, isToAll: boolean) => void;

/** The other way: in order, at most once; it may be slow, or lose. */
class OtherWay {
  readonly listeners = new Map<string, Handler>();
  readonly carried: string[] = [];
  /** Held back while not null. */
  slow: (() => void)[] | null = null;
  isLost = false;

  join(): Carrier {
    let token = '';
    let handler: Handler = () => undefined;
    const carry = async (to: string, text: string, isToAll: boolean) => {
      const from = token;
      this.carried.push(text);
      if (this.isLost) throw new Error('nobody is there');
      const arrive = () => this.listeners.get(to)?.(from, text, isToAll);
      if (this.slow) this.slow.push(arrive);
      else setImmediate(arrive);
    };
    return {
      listen: async (own) => {
        this.listeners.delete(token);
        token = own;
        this.listeners.set(own, (...heard) => handler(...heard));
      },
      carry: (to, text) => carry(to, text, false),
      carryToAll: async (text) => {
        for (const to of this.listeners.keys()) if (to !== token) await carry(to, text, true);
      },
      onText: (heard) => {
        handler = heard;
      },
      onLoss: () => undefined,
      close: async () => void this.listeners.delete(token),
    };
  }

  release(): void {
    for (const arrive of this.slow?.splice(0) ?? []) arrive();
    this.slow = null;
  }

  /** What was said by it, but for the marks. */
  get texts(): string[] {
    return this.carried.filter((text) => !text.startsWith('#'));
  }
}

describe('a direct link', () => {
  const open: { close(): Promise<unknown> }[] = [];
  let way: OtherWay;
  let addresses: Map<string, string>;
  beforeEach(() => {
    way = new OtherWay();
    addresses = new Map();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  async function node(token: string, keys = [key(1)]) {
    const errors: string[] = [];
    const carrier = new DirectCarrier({
      other: way.join(),
      keys,
      env: systemEnv,
      addressOf: async (of) => addresses.get(of) ?? null,
      onError: (what, error) => void errors.push(`${what}: ${(error as Error | undefined)?.message ?? ''}`),
    });
    open.push(carrier);
    const losses: string[] = [];
    carrier.onLoss((to) => losses.push(to));
    const heard: string[] = [];
    carrier.onText((from, text) => heard.push(`${from}:${text}`));
    const port = await carrier.open(HOST, 0);
    addresses.set(token, `${HOST}:${port}`);
    await carrier.listen(token);
    return { token, carrier, heard, errors, losses, port };
  }

  type Node = Awaited<ReturnType<typeof node>>;
  const isLinked = ({ carrier }: Node) => poll(() => carrier.openCount === 1, { until: 'the link is open' });
  const hears = ({ heard }: Node, count: number) => poll(() => heard.length >= count, { until: `${count} were heard` });

  async function pair(keys = [key(1)], others = keys): Promise<[Node, Node]> {
    const [a, b] = [await node('aa', keys), await node('bb', others)];
    a.carrier.keep(['aa', 'bb']);
    return [a, b];
  }

  it('carries everything in order, of any length, and nothing goes the other way', async () => {
    const [a, b] = await pair();
    await isLinked(a);
    const texts = Array.from({ length: 200 }, (_, at) => `${at} ${'ğ'.repeat(at * 500)}`);
    for (const text of texts) await a.carrier.carry('bb', text);
    await hears(b, texts.length);
    expect(b.heard).toEqual(texts.map((text) => `aa:${text}`));
    expect([way.texts, a.errors, b.errors]).toEqual([[], [], []]);
  });

  it('is not waited for: what is said before goes the other way, and is heard before', async () => {
    way.slow = [];
    const [a, b] = await pair();
    await a.carrier.carry('bb', 'first');
    await isLinked(a);
    await a.carrier.carry('bb', 'second');
    await a.carrier.carry('bb', 'third');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(b.heard).toEqual([]);
    way.release();
    await hears(b, 3);
    expect(b.heard).toEqual(['aa:first', 'aa:second', 'aa:third']);
  });

  it('is heard after a second when the other way has lost the mark', async () => {
    way.isLost = true;
    const [a, b] = await pair();
    await isLinked(a);
    await a.carrier.carry('bb', 'first');
    await hears(b, 1);
    expect(b.heard).toEqual(['aa:first']);
  });

  it('is left for the other way when it is cut, says what may be lost, and is taken again', async () => {
    const b = await node('bb');
    const proxy = await startProxy(b.port);
    open.push({ close: () => proxy.stop() });
    addresses.set('bb', `${HOST}:${proxy.port}`);
    const a = await node('aa');
    const transport = new MessageTransport({ carrier: a.carrier, env: systemEnv, onError: () => undefined });
    a.carrier.keep(['bb']);
    await isLinked(a);
    const asked = transport.request('bb', 'a question', 60_000);
    await new Promise((resolve) => setImmediate(resolve));
    proxy.cut();
    await expect(asked).rejects.toThrow('the link broke');
    await a.carrier.carry('bb', 'by the other way');
    await poll(() => b.heard.includes('aa:by the other way'), { until: 'it was heard' });
    proxy.mend();
    await isLinked(a);
    const before = way.texts.length;
    await a.carrier.carry('bb', 'by the link');
    expect(way.texts.length).toBe(before);
  });

  it('is left when the other end is silent, and the other way is taken', async () => {
    const b = await node('bb');
    const proxy = await startProxy(b.port);
    open.push({ close: () => proxy.stop() });
    addresses.set('bb', `${HOST}:${proxy.port}`);
    const a = await node('aa');
    a.carrier.keep(['bb']);
    await isLinked(a);
    proxy.silence('answers');
    await poll(() => a.losses.length > 0, { until: 'the link is given up' });
    expect(a.errors).toEqual(['direct link not open: the other end is silent']);
    await a.carrier.carry('bb', 'by the other way');
    await hears(b, 1);
  });

  it('is cut when its sender takes the other way again, so that nothing comes too late', async () => {
    const [a, b] = await pair();
    await isLinked(a);
    await a.carrier.carry('bb', 'first');
    await hears(b, 1);
    way.listeners.get('bb')?.('aa', 'second', false);
    await poll(() => a.losses.length > 0, { until: 'the sender has noticed' });
    await isLinked(a);
    await a.carrier.carry('bb', 'third');
    await hears(b, 3);
    expect(b.heard).toEqual(['aa:first', 'aa:second', 'aa:third']);
    // What goes to all nodes goes the other way at any time.
    way.listeners.get('bb')?.('aa', 'to all', true);
    await a.carrier.carry('bb', 'fourth');
    await hears(b, 5);
    expect(a.carrier.openCount).toBe(1);
  });

  it('is bound to both lives', async () => {
    const [a, b] = await pair();
    await isLinked(a);
    await b.carrier.listen('b2');
    await poll(() => a.carrier.openCount === 0, { until: 'the link is over' });
    await a.carrier.carry('bb', 'to an earlier life');
    expect(way.texts).toEqual(['to an earlier life']);
    addresses.set('b2', addresses.get('bb') as string);
    a.carrier.keep(['b2']);
    await isLinked(a);
    await a.carrier.listen('a2');
    a.carrier.keep(['b2']);
    await isLinked(a);
    await a.carrier.carry('b2', 'hello');
    await hears(b, 1);
    expect(b.heard).toEqual(['a2:hello']);
  });

  it('is not opened to a node without an address, with another secret, or that is somebody else', async () => {
    const [a, b] = await pair([key(2)], [key(1)]);
    await poll(() => a.errors.length > 0 && b.errors.length > 0, { until: 'it is refused' });
    expect([b.errors[0], a.carrier.openCount]).toEqual(['direct link refused: a forged hello', 0]);
    await a.carrier.carry('bb', 'hello');
    expect(way.texts).toEqual(['hello']);
    const c = await node('cc', [key(2)]);
    addresses.set('ee', addresses.get('cc') as string);
    a.carrier.keep(['dd', 'ee']);
    await poll(() => a.errors.length > 1, { until: 'the wrong node has refused' });
    expect([a.carrier.openCount, c.errors]).toEqual([0, []]);
  });

  it('is accepted under a secret that is going out of use', async () => {
    const [a] = await pair([key(1)], [key(2), key(1)]);
    await isLinked(a);
  });

  describe('with strangers', () => {
    const dial = async (port: number): Promise<{ socket: Socket; heard: Buffer[]; isClosed: () => boolean }> => {
      const socket = connect({ host: HOST, port });
      let isClosed = false;
      const heard: Buffer[] = [];
      socket.on('error', () => undefined);
      socket.on('data', (piece) => heard.push(piece));
      socket.on('close', () => {
        isClosed = true;
      });
      await new Promise((resolve) => socket.once('connect', resolve));
      open.push({ close: async () => socket.destroy() });
      return { socket, heard, isClosed: () => isClosed };
    };

    it('tells them a key and nothing else, and ends with the first wrong byte, or after a second', async () => {
      const b = await node('bb');
      for (const said of [Buffer.alloc(34, 255), Buffer.alloc(300, 1), Buffer.from(`${'x'.repeat(33)}\u0002B!`)]) {
        const stranger = await dial(b.port);
        stranger.socket.write(said);
        await poll(stranger.isClosed, { until: 'it is closed' });
        expect(Buffer.concat(stranger.heard).length).toBeLessThanOrEqual(33);
      }
      expect(new Set(b.errors)).toEqual(
        new Set(['direct link refused: more than a hello', 'direct link refused: not a token']),
      );
    });

    it('lets no more than 64 of them wait', async () => {
      const b = await node('bb');
      const all = await Promise.all(Array.from({ length: 80 }, () => dial(b.port)));
      await poll(() => all.filter(({ isClosed }) => isClosed()).length >= 16, { until: 'some are refused' });
      await poll(() => all.every(({ isClosed }) => isClosed()), { until: 'all were left' });
    });
  });

  it.each([
    ['repeated', (frame: Buffer) => [frame, frame]],
    ['changed', (frame: Buffer) => [Buffer.from(frame.map((byte, at) => (at === frame.length - 1 ? byte ^ 1 : byte)))]],
    ['too long', () => [Buffer.from([0xff, 0xff, 0xff, 0xff])]],
    ['too short', () => [Buffer.from([0, 0, 0, 3, 1, 2, 3])]],
  ])('ends with a frame that is %s', (_, change) => {
    const secret = Buffer.alloc(32, 7);
    const [encrypter, decrypter] = [new FrameEncrypter(secret), new FrameDecrypter(secret, 1_000)];
    const read = (bytes: Buffer) => [...decrypter.take(bytes)];
    expect(read(encrypter.encrypt('first'))).toEqual(['first']);
    const frame = encrypter.encrypt('second');
    expect([read(frame.subarray(0, 3)), read(frame.subarray(3))]).toEqual([[], ['second']]);
    expect(() => read(Buffer.concat(change(encrypter.encrypt('third'))))).toThrow();
  });
});
