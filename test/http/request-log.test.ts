/** Which requests have a line in the log. */
import type { Context } from 'koa';
import { observe, type RequestSampling } from '#http/middleware/observe.js';

interface Asked {
  status: number;
  ms: number;
  /** The next random number. */
  random?: number;
}

/** The lines, and how many requests were counted without one. */
async function logged(sampling: RequestSampling, requests: Asked[]) {
  const lines: { status: number; share?: number }[] = [];
  let unlogged = 0;
  let now = 0;
  let random = 0;
  const metrics = {
    http: {
      answered: () => undefined,
      unlogged: () => {
        unlogged += 1;
      },
    },
    refused: () => undefined,
  };
  const log = { info: (line: object) => void lines.push(line as { status: number }) };
  const observeRequest = observe(log, metrics, { monotonic: () => now, random: () => random }, sampling);
  for (const asked of requests) {
    random = asked.random ?? 0.999;
    const context = { method: 'GET', status: asked.status, state: {} } as Context;
    await observeRequest(context, async () => {
      now += asked.ms;
    });
  }
  return { lines: lines.map(({ status, share }) => (share === undefined ? [status] : [status, share])), unlogged };
}

describe('a request is logged', () => {
  const fast = { status: 200, ms: 1 };

  it('always, unless a share is set', async () => {
    expect(await logged({ share: 1, slowMs: 1_000 }, [fast, fast])).toEqual({ lines: [[200], [200]], unlogged: 0 });
  });

  it('with the share that it stands for, where it is one of a sample; the others are counted', async () => {
    const requests = [{ ...fast, random: 0.0999 }, { ...fast, random: 0.1 }, fast];
    expect(await logged({ share: 0.1, slowMs: 1_000 }, requests)).toEqual({ lines: [[200, 0.1]], unlogged: 2 });
  });

  it('always where it failed or was refused, or was slow', async () => {
    const requests = [399, 400, 429, 500].map((status) => ({ status, ms: 999 }));
    const sampling = { share: 0, slowMs: 1_000 };
    expect(await logged(sampling, requests)).toEqual({ lines: [[400], [429], [500]], unlogged: 1 });
    expect(await logged(sampling, [{ status: 200, ms: 1_000 }])).toEqual({ lines: [[200]], unlogged: 0 });
  });
});
