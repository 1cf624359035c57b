import type { Connection } from '#http/gateway/connection.js';
import { ReadSlots } from '#http/gateway/read-slots.js';
import { VirtualEnv } from '../support/virtual-env.js';

interface Page {
  started: boolean;
  finish: () => void;
}

describe('pages for one socket', () => {
  let env: VirtualEnv;
  let slots: ReadSlots;
  const tcp = { writableLength: 0 };
  const connection = {
    engine: { transport: { socket: { _socket: tcp } }, writeBuffer: [] },
    isClosed: false,
  } as unknown as Connection & { isClosed: boolean };

  beforeEach(() => {
    env = new VirtualEnv();
    slots = new ReadSlots(env);
    tcp.writableLength = 0;
    connection.isClosed = false;
  });

  function ask(): Page {
    const page: Page = { started: false, finish: () => undefined };
    void slots.use(connection, () => {
      page.started = true;
      return new Promise<void>((resolve) => {
        page.finish = resolve;
      });
    });
    return page;
  }

  const started = async (pages: Page[]): Promise<boolean[]> => {
    for (let step = 0; step < 5; step += 1) {
      await env.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return pages.map((page) => page.started);
  };

  it('are made four at a time, in the order they were asked for', async () => {
    const pages = Array.from({ length: 6 }, ask);
    expect(await started(pages)).toEqual([true, true, true, true, false, false]);
    pages[2]?.finish();
    expect(await started(pages)).toEqual([true, true, true, true, true, false]);
    pages[0]?.finish();
    expect(await started(pages)).toEqual([true, true, true, true, true, true]);
  });

  it('wait while the socket has not taken what it was sent', async () => {
    tcp.writableLength = 262_145;
    const page = ask();
    expect(await started([page])).toEqual([false]);
    tcp.writableLength = 262_144;
    expect(await started([page])).toEqual([true]);
  });

  it('of a socket that has gone wait for nothing', async () => {
    tcp.writableLength = 10_000_000;
    const page = ask();
    connection.isClosed = true;
    expect(await started([page])).toEqual([true]);
    page.finish();
    await env.advance(1_000);
    expect(env.timers).toBe(0);
  });
});
