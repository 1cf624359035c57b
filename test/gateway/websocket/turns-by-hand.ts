import { ReadingTurns } from '#http/gateway/websocket/reading-turns.js';
import { unmasked } from '#http/gateway/websocket/text-frames.js';

/** Turns on a loop and a clock of their own. */
export function turnsByHand() {
  let now = 0;
  const due: (() => void)[] = [];
  const turns = new ReadingTurns({ monotonic: () => now, soon: (run) => void due.push(run) });
  const pass = (ms: number) => {
    now += ms;
  };
  /** The next round of the event loop; false where none was asked for. */
  const round = () => {
    const run = due.shift();
    run?.();
    return run !== undefined;
  };
  return { turns, pass, round, rounds: () => due.length };
}

/** Tells each text of a frame; what is no UTF-8 is left to ws. */
export const frameReader = (onText: (text: Buffer) => void) => ({
  receiveMasked(chunk: Buffer, start: number, end: number) {
    const text = unmasked(chunk, start, end);
    if (text === null) return false;
    onText(text);
    return true;
  },
});
