import type { Connection } from '#http/gateway/connection/connection.js';
import { Dispatcher } from '#http/gateway/inbound/dispatcher.js';
import { packetsOf } from '#http/gateway/transport/frames.js';
import { StoreUnavailable } from '#src/store/store.js';

/** What a socket is answered when an operation throws this. */
async function answered(thrown: Error): Promise<{ answer: unknown; logged: unknown[] }> {
  const logged: unknown[] = [];
  let frame: Buffer = Buffer.alloc(0);
  const dispatcher = new Dispatcher({
    operations: { 'room:open': () => Promise.reject(thrown) },
    logger: { error: (what: { err: unknown }) => logged.push(what.err) },
    metrics: { gateway: { began: () => undefined, operated: () => undefined }, refused: () => undefined },
    env: { monotonic: () => 0 },
    localLimits: { takeNow: () => ({ ok: true }) },
  } as unknown as ConstructorParameters<typeof Dispatcher>[0]);
  const nextRequestId = () => 'ab12cd34-1.1';
  const push = (bytes: Buffer) => (frame = bytes);
  const caller = { accountId: 'ada' };
  const connection = { accountId: 'ada', caller, pending: 0, isClosed: false, push, nextRequestId };
  await dispatcher.perform(connection as unknown as Connection, 'room:open', {}, 1);
  return { answer: JSON.parse(packetsOf(frame)[0]?.slice(2) ?? 'null')[0], logged };
}

describe('an operation over a socket that throws', () => {
  it('may be asked again when the store did not answer', async () => {
    const { answer, logged } = await answered(new StoreUnavailable('no primary'));
    const error = { code: 'unavailable', message: expect.any(String), retry_after_ms: 1_000 };
    expect(answer).toEqual({ ok: false, error });
    expect(logged).toEqual([]);
  });

  it('is a fault of ours, and logged, when it is anything else', async () => {
    const fault = new TypeError('not a function');
    const { answer, logged } = await answered(fault);
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    expect(logged).toEqual([fault]);
  });
});
