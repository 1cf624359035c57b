import { commandRead } from '#actors/runtime/command-read.js';
import { type FreshReadState, markDurable, noInFlightWrites, trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { ActorIo, CommitUnit } from '#actors/runtime/kind.js';

const io = { reader: {} } as ActorIo;
const unit = (): CommitUnit => ({ transaction: [] });
const newState = (): FreshReadState => ({ inFlight: noInFlightWrites(), reads: new WeakMap() });

/** A read whose value is how often it was made. */
function counting(barrier?: string | ((command: { key: string }) => string)) {
  let made = 0;
  return commandRead(async (_reader, _command: { key: string }, _state: FreshReadState) => ++made, barrier);
}

describe('a read of a command', () => {
  const command = { key: 'stars' };

  /** As the runtime does it: false when nothing was put into memory. */
  async function supply(read: ReturnType<typeof counting>, state: FreshReadState): Promise<boolean | 'stale' | null> {
    const reading = read.load(state, command, io);
    return reading && (await reading)(state);
  }

  it('is made once, and the turn has its value', async () => {
    const [read, state] = [counting('stars'), newState()];
    expect(await supply(read, state)).toBe(true);
    expect(await supply(read, state)).toBeNull();
    expect(read.of(state, command)).toBe(1);
  });

  it('is made anew after a write that started since', async () => {
    const [read, state] = [counting(({ key }) => key), newState()];
    await supply(read, state);
    const started = trackWrite(state, 'stars', unit());
    markDurable(state, started);
    expect(await supply(read, state)).toBe(true);
    expect(read.of(state, command)).toBe(2);
  });

  it.each([
    ['its key', 'stars'],
    ['the key of its command', ({ key }: { key: string }) => key],
  ])('waits for the write under %s, and is made again once that is durable', async (_, barrier) => {
    const [read, state] = [counting(barrier), newState()];
    const started = trackWrite(state, 'stars', unit());
    // On arrival it does not wait: only the first in line is asked again.
    expect(await supply(read, state)).toBe(true);
    let isWaiting = true;
    const asked = supply(read, state).finally(() => {
      isWaiting = false;
    });
    await Promise.resolve();
    expect(isWaiting).toBe(true);
    markDurable(state, started);
    expect(await asked).toBe(false);
    expect(await supply(read, state)).toBe(true);
    expect(read.of(state, command)).toBe(2);
  });

  it('without a barrier heeds no write', async () => {
    const [read, state] = [counting(), newState()];
    await supply(read, state);
    trackWrite(state, 'stars', unit());
    expect(await supply(read, state)).toBeNull();
    expect(read.of(state, command)).toBe(1);
  });
});
